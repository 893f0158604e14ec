import { userInfo } from "node:os";

import { expect, test } from "vitest";

import { createWorld } from "../support/cli.ts";
import type { World } from "../support/cli.ts";

interface WireClaim {
  readonly id: number;
  readonly status: string;
  readonly human_id: string;
  readonly confirmed_by: string | null;
  readonly pinned: boolean;
}

interface WireRow {
  readonly id: number | string;
  readonly claim?: WireClaim;
  readonly event_id?: number | null;
  readonly changed?: boolean;
  readonly code?: string;
}

const CI = ["--subject", "ci", "--predicate", "runs on"] as const;

/** A project with three claims, the first two about the same. */
async function filledWorld(): Promise<World> {
  const world = createWorld();
  await world.data(["ingest", "--text", "CI runs on Jenkins", ...CI, "--object", "Jenkins"]);
  await world.data(["ingest", "--text", "CI runs on Buildkite", ...CI, "--object", "Buildkite"]);
  await world.data(["ingest", "--text", "The cache listens on 8080"]);
  return world;
}

const claimOf = async (world: World, id: number): Promise<WireClaim> =>
  (await world.data<{ claim: WireClaim }>(["show", String(id)])).claim;

/** What the last line of a text says to run: `… with: memorymaster undo 12`. */
function nextCommand(stdout: string): readonly string[] {
  const [, command] = /with: memorymaster (.+)\n$/.exec(stdout) ?? [];
  if (command === undefined) throw new TypeError(`no command at the end of ${stdout}`);
  return command.split(" ");
}

test("confirm signs with the user of the system, and its last line takes it back, whose last line does it again", async () => {
  using world = await filledWorld();

  const confirmed = await world.run(["--text", "confirm", "3", "--reason", "seen in the config"]);
  const signed = await claimOf(world, 3);
  const undone = await world.run(["--text", ...nextCommand(confirmed.stdout)]);
  const unsigned = await claimOf(world, 3);
  await world.run(["--text", ...nextCommand(undone.stdout)]);

  const { username } = userInfo();
  expect(confirmed.stdout).toBe(
    `claim_id=3 human_id=${signed.human_id} status=confirmed confirmed_by=${username} conf=0.900 event_id=5\n` +
      "take back with: memorymaster undo 5\n",
  );
  expect(undone.stdout).toBe(
    "event 5 is undone\n" +
      "claim_id=3 confirmed -> candidate confidence=0.5 confirmed_by= last_validated_at=\n" +
      "do again with: memorymaster undo 6\n",
  );
  expect([signed.status, unsigned.status, (await claimOf(world, 3)).status]).toEqual([
    "confirmed",
    "candidate",
    "confirmed",
  ]);
});

test("the command that takes back names the database that was named", async () => {
  using world = createWorld();
  await world.data(["--stealth", "ingest", "--text", "CI runs on Jenkins"]);
  const path = world.temp.at("project", "own.db");
  await world.data(["--db", path, "ingest", "--text", "CI runs on Jenkins"]);

  const stealth = await world.run(["--text", "--stealth", "archive", "1"]);
  const named = await world.run(["--text", "--db", path, "confirm", "1"]);
  const undone = await world.run(["--text", "--db", path, "undo", "2"]);

  expect(stealth.stdout).toMatch(/take back with: memorymaster undo 2 --stealth\n$/);
  expect(named.stdout).toContain("take back with: memorymaster undo 2 --db ");
  expect(undone.stdout).toContain("do again with: memorymaster undo 3 --db ");
});

test("a second claim on one subject and predicate is a conflict that names the first, unless it replaces it", async () => {
  using world = await filledWorld();
  const first = await claimOf(world, 1);
  await world.data(["confirm", "1", "--actor", "ana"]);

  const refused = await world.run(["confirm", "2", "--actor", "luis"]);
  const [row] = await world.data<WireRow[]>(["confirm", "2", "--actor", "luis", "--supersede"]);

  expect([refused.exitCode, JSON.parse(refused.stdout)]).toMatchObject([
    1,
    {
      ok: false,
      code: "CONFLICT",
      error: expect.stringContaining(`${first.human_id} (claim 1) is confirmed`) as unknown,
    },
  ]);
  expect(row).toMatchObject({ id: 2, changed: true, claim: { status: "confirmed", confirmed_by: "luis" } });
  expect(await claimOf(world, 1)).toMatchObject({ status: "superseded" });
  await world.data(["undo", String(row?.event_id)]);
  expect([await claimOf(world, 1), await claimOf(world, 2)]).toMatchObject([
    { status: "confirmed", confirmed_by: "ana" },
    { status: "candidate", confirmed_by: null },
  ]);
});

test("several claims are told row by row; that one failed is exit code 1, the others are done", async () => {
  using world = await filledWorld();

  const json = await world.run(["archive", "3", "77", "mm-0000", "3", "1"]);
  const text = await world.run(["--text", "confirm", "2", "what is this", "1"]);

  expect([json.exitCode, JSON.parse(json.stdout)]).toMatchObject([
    1,
    {
      ok: false,
      code: "PARTIAL",
      error: "2 of 5 claims failed",
      data: [
        { id: 3, changed: true, claim: { status: "archived" } },
        { id: "77", code: "NOT_FOUND", error: "Claim 77 does not exist" },
        { id: "mm-0000", code: "NOT_FOUND" },
        { id: 3, changed: false, event_id: null },
        { id: 1, changed: true },
      ],
      meta: { total: 5 },
    },
  ]);
  expect([text.exitCode, text.stderr]).toEqual([1, "error: 2 of 3 claims failed\n"]);
  expect(text.stdout.split("\n")).toEqual([
    expect.stringMatching(/^claim_id=2 .* status=confirmed .* event_id=7$/),
    "(a claim): NOT_FOUND Claim of that name does not exist",
    "1: CONFLICT Claim 1: archived cannot become confirmed",
    "take back with: memorymaster undo 7",
    "",
  ]);
});

test("the failure of a single claim is the failure of the command", async () => {
  using world = await filledWorld();

  const results = await Promise.all([world.run(["confirm", "77"]), world.run(["--text", "archive", "mm-0000"])]);

  expect(results.map(({ exitCode }) => exitCode)).toEqual([1, 1]);
  expect(JSON.parse(results[0].stdout)).toEqual({ ok: false, error: "Claim 77 does not exist", code: "NOT_FOUND" });
  expect(results[1]).toMatchObject({ stdout: "", stderr: "error: Claim mm-0000 does not exist\n" });
});

test("a dry run says what would change, and changes nothing", async () => {
  using world = await filledWorld();
  await world.data(["pin", "3"]);
  const before = await world.data(["list-events"]);

  const archived = await world.run(["--text", "archive", "3", "--dry-run"]);
  const json = await world.json(["archive", "3", "--dry-run"]);
  const undone = await world.run(["--text", "undo", "5", "--dry-run"]);

  expect(archived.stdout).toMatch(/^\[DRY RUN\]\nclaim_id=3 .* status=archived conf=0\.500\n$/);
  expect(json).toMatchObject({ data: [{ id: 3, event_id: null, changed: true }], meta: { dry_run: true } });
  expect(undone.stdout).toBe("[DRY RUN]\nevent 5 would be undone\nclaim_id=3 candidate pinned=false\n");
  expect(await world.json(["undo", "5", "--dry-run"])).toMatchObject({ data: { dry_run: true, undo_event_ids: [] } });
  expect(await world.data(["list-events"])).toEqual(before);
});

test("a blocked undo is a conflict that names the later events; history shows their numbers", async () => {
  using world = await filledWorld();
  await world.data(["pin", "3"]);
  await world.data(["pin", "3", "--unpin"]);

  const json = await world.run(["undo", "5"]);
  const text = await world.run(["--text", "undo", "5"]);

  const message = "Event 5 cannot be undone: event 6 changed the same later; undo that first";
  expect([json.exitCode, JSON.parse(json.stdout)]).toEqual([
    1,
    { ok: false, error: message, code: "CONFLICT", blocked: [{ claim_id: 3, event_ids: [6] }] },
  ]);
  expect(text).toMatchObject({ exitCode: 1, stdout: "", stderr: `error: ${message}\n` });
  const { timeline } = await world.data<{ timeline: { id: number; event_type: string }[] }>(["history", "3"]);
  expect(timeline.map(({ id, event_type: type }) => [id, type])).toEqual([
    [4, "ingest"],
    [5, "pin"],
    [6, "unpin"],
  ]);
  expect((await world.run(["--text", "history", "3"])).stdout).toMatch(/\n\[6\] \S+ unpin /);
});

test("what is ingested is not undone, and the command that does it instead is named", async () => {
  using world = await filledWorld();

  const { exitCode, stderr } = await world.run(["--text", "undo", "4"]);

  expect([exitCode, stderr]).toEqual([
    1,
    "error: Event 4 cannot be undone: what was taken in stays in; archive the claim instead: memorymaster archive 3\n",
  ]);
});

test("confirm, archive, pin, link, unlink and resolve are undone by undo, and the undo by another", async () => {
  using world = await filledWorld();
  const state = async (): Promise<unknown> => {
    const rows = await world.data<WireClaim[]>(["list-claims", "--all-scopes", "--include-archived"]);
    const claims = rows.map(({ id, status, pinned, confirmed_by: by }) => ({ id, status, pinned, by }));
    const open = await world.data<{ rows: number }>(["steward-proposals"]);
    claims.sort((a, b) => a.id - b.id);
    return { claims, open: open.rows, links: await world.data(["links", "3"]) };
  };
  const lastEventId = async (): Promise<string> => {
    const [event] = await world.data<{ id: number }[]>(["list-events", "--limit", "1"]);
    return String(event?.id);
  };

  for (const command of [
    ["confirm", "3"],
    ["archive", "3"],
    ["pin", "3"],
    ["link", "3", "1"],
    ["unlink", "3", "1"],
    ["resolve-proposal", "--action", "approve", "--claim-id", "1"],
  ]) {
    if (command[0] === "unlink") await world.data(["link", "3", "1"]);
    const before = await state();
    await world.data(command);
    const after = await state();
    await world.data(["undo", await lastEventId()]);
    expect([command, await state()]).toEqual([command, before]);
    await world.data(["undo", await lastEventId()]);
    expect([command, await state()]).toEqual([command, after]);
    await world.data(["undo", await lastEventId()]);
  }
  expect(await world.data(["list-events", "--verify"])).toMatchObject({ valid: true });
});

test.each([
  [["undo"], "missing required argument 'event'"],
  [["undo", "mm-a3f8"], "argument 'event' is the number in front of an event"],
  [["undo", "0"], "argument 'event' is the number in front of an event"],
  [["undo", "1", "2"], "too many arguments"],
  [["confirm"], "missing required argument 'claim'"],
  [["archive", "--reason", "x"], "missing required argument 'claim'"],
])("%j makes no sense and is explained", async (args, message) => {
  using world = createWorld();

  const { exitCode, stdout, stderr } = await world.run([...args, "--json"]);

  expect([exitCode, JSON.parse(stdout)]).toMatchObject([2, { ok: false, code: "USAGE" }]);
  expect(stderr).toContain(message);
});

test.each([
  ["", "MISSING_FIELD"],
  ["a\u001fb", "INVALID_INPUT"],
  ["x".repeat(201), "INPUT_TOO_LONG"],
])("the actor %j cannot sign", async (actor, code) => {
  using world = await filledWorld();

  const result = await world.run(["confirm", "3", "--actor", actor]);

  expect([result.exitCode, JSON.parse(result.stdout)]).toMatchObject([2, { code, field: "actor" }]);
});
