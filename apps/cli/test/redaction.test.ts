import { PassThrough, Writable } from "node:stream";

import { expect, test } from "vitest";

import { main } from "../src/main.ts";
import { createWorld, documentOf } from "./support/cli.ts";
import type { World } from "./support/cli.ts";

const WORD = "zanzibarfalcon";
const KEY = { MEMORYMASTER_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64") };

async function filledWorld(): Promise<World> {
  const world = createWorld();
  const source = `docs/${WORD}.md|L12|${WORD} listens`;
  await world.data(["ingest", "--text", `The ${WORD} listens on port 7443`, "--source", source]);
  return world;
}

/** Bytes of every file under the home folder. */
const onDisk = (world: World): string => world.temp.bytes("home/.memorymaster/memory.db").toString("latin1");

/** Answers the question of a command on a terminal; returns what was shown there and the exit code. */
async function answering(
  world: World,
  args: readonly string[],
  answer: string,
): Promise<{ shown: string; exitCode: number }> {
  let shown = "";
  const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
    shown += chunk.toString();
    done();
  };
  const terminal = (): Writable => Object.assign(new Writable({ write }), { isTTY: true });
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.write(`${answer}\n`);
  const exitCode = await main({
    argv: args,
    env: { HOME: world.home, USERPROFILE: world.home, NO_COLOR: "1" },
    cwd: () => world.project,
    stdin,
    stdout: terminal(),
    stderr: terminal(),
    onInterrupt: () => () => undefined,
  });
  return { shown, exitCode };
}

test("without a terminal and without --yes nothing happens, and the answer says what would", async () => {
  using world = await filledWorld();

  const result = await world.run(["redact-claim", "1", "--mode", "erase"]);

  expect(result.exitCode).toBe(1);
  expect(documentOf(result)).toMatchObject({
    ok: false,
    code: "NOT_CONFIRMED",
    data: { claim_id: 1, mode: "erase", effect: expect.stringContaining("cannot be undone") as string },
  });
  expect(onDisk(world)).toContain(WORD);
});

test("on a terminal it asks first, and takes no for an answer", async () => {
  using world = await filledWorld();

  const { shown, exitCode } = await answering(world, ["redact-claim", "1"], "n");

  expect(exitCode).toBe(1);
  expect(shown).toContain("MEMORYMASTER_ENCRYPTION_KEY is not set");
  expect(shown).toContain("Redact its words and those of its 1 citation? [y/N]");
  expect(await world.data(["show", "1"])).toMatchObject({ claim: { version: 1 } });
});

test("on a terminal a yes is enough", async () => {
  using world = await filledWorld();

  const { shown, exitCode } = await answering(world, ["redact-claim", "1", "--mode", "erase"], "y");

  expect(exitCode).toBe(0);
  expect(shown).toContain("erased claim_id=1 status=candidate claim_rows=1 citation_rows=1 event_details=0");
  expect(onDisk(world)).not.toContain(WORD);
});

test("erased words are in no file, no answer, no export and no later snapshot, and history tells who and when", async () => {
  using world = await filledWorld();

  const erased = await world.data(["redact-claim", "1", "--mode", "erase", "--actor", "ana", "--yes"]);

  expect(erased).toMatchObject({ claim_id: 1, changed: true, files: "done", claim: { text: "[ERASED]" } });
  const [snapshot, exported] = [await world.run(["snapshot"]), await world.run(["export"])];
  expect([snapshot.exitCode, exported.exitCode]).toEqual([0, 0]);
  const answers = [
    ["query", "what listens on port 7443"],
    ["list-claims"],
    ["show", "1"],
    ["list-events"],
    ["history", "1"],
  ];
  for (const args of answers) expect((await world.run(args)).stdout).not.toContain(WORD);
  expect(exported.stdout).not.toContain(WORD);
  expect(onDisk(world)).not.toContain(WORD);
  const { path } = documentOf(snapshot).data as { path: string };
  expect(world.temp.bytes(path.slice(world.temp.path.length + 1)).toString("latin1")).not.toContain(WORD);
  const history = await world.data<{ timeline: readonly unknown[] }>(["history", "1"]);
  expect(history.timeline).toMatchObject([
    { event_type: "ingest" },
    { event_type: "audit", details: "claim_payload_erased", payload: { actor: "ana", mode: "erase" } },
  ]);
  expect(await world.data(["list-events", "--verify"])).toMatchObject({ valid: true });
});

test("what was redacted with a key comes back by the command that the answer names", async () => {
  using world = await filledWorld();
  const before = await world.data<{ claim: object }>(["show", "1"], { env: KEY });

  const redacted = await world.run(["--text", "redact-claim", "1", "--yes"], { env: KEY });
  const undo = /memorymaster (undo \d+)/.exec(redacted.stdout)?.[1] ?? "";
  const hidden = await world.run(["show", "1"]);
  const undone = await world.json(undo.split(" "), { env: KEY });

  expect(hidden.stdout).not.toContain(WORD);
  expect(undone).toMatchObject({ ok: true });
  const after = await world.data<{ claim: object }>(["show", "1"], { env: KEY });
  expect(after.claim).toEqual({ ...before.claim, version: 3, updated_at: expect.any(String) as string });
});

test("without a key the answer says that it is final", async () => {
  using world = await filledWorld();

  const { stdout } = await world.run(["--text", "redact-claim", "1", "--yes"]);

  expect(stdout).toContain("this cannot be undone");
});

test("a malformed key stops every command before it starts, and is not shown", async () => {
  using world = await filledWorld();

  const failed = await world.json(["redact-claim", "1", "--yes"], { env: { MEMORYMASTER_ENCRYPTION_KEY: "hunter2" } });

  expect(failed).toMatchObject({ ok: false, code: "UNAVAILABLE" });
  expect(JSON.stringify(failed)).not.toContain("hunter2");
});

test("the key is shown by no command", async () => {
  using world = await filledWorld();

  const { stdout } = await world.run(["config", "show"], { env: KEY });

  expect(stdout).toContain('"encryption_key"');
  expect(stdout).not.toContain(KEY.MEMORYMASTER_ENCRYPTION_KEY);
});

test.each([
  ["both parts left out", ["1", "--claims-only", "--citations-only", "--yes"], [2, "USAGE"]],
  ["an unknown mode", ["1", "--mode", "hide", "--yes"], [2, "USAGE"]],
  ["an unknown claim", ["99", "--yes"], [1, "NOT_FOUND"]],
  ["an unknown claim, not confirmed", ["99"], [1, "NOT_FOUND"]],
  ["no claim", ["--yes"], [2, "USAGE"]],
] as const)("%s is refused", async (_, args, outcome) => {
  using world = await filledWorld();

  const result = await world.run(["redact-claim", ...args]);

  expect([result.exitCode, documentOf(result).code]).toEqual(outcome);
});
