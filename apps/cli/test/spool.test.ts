import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { accessNoteLine } from "@memorymaster/core";
import { openMemoryMaster } from "@memorymaster/runtime";
import { expect, test } from "vitest";

import { createWorld, documentOf, finished } from "./support/cli.ts";
import type { World } from "./support/cli.ts";

const DB = ["--db", "memory.db"];
const FACT = "The staging API listens on port 7443";
const QUESTION = "which port does staging use";

const script = (name: string): string => fileURLToPath(new URL(`support/${name}`, import.meta.url));

interface WireClaim {
  readonly uid: string;
  readonly access_count: number;
}

const ingest = (world: World): Promise<WireClaim> => world.data(["ingest", "--text", FACT, ...DB]);

async function countOf(world: World): Promise<number> {
  const { claim } = await world.data<{ claim: WireClaim }>(["show", "1", ...DB]);
  return claim.access_count;
}

/** The folder of notes about the database of the world; it holds a file of its own already. */
function spoolOf({ home }: World): string {
  const parent = join(home, ".memorymaster", "spool");
  const [name, ...others] = readdirSync(parent);
  expect(others).toEqual([]);
  return join(parent, name ?? "");
}

const namesIn = (folder: string): readonly string[] => readdirSync(folder).sort();

test("queries are counted by drain-spool, once each, and recompute-tiers counts them first", async () => {
  using world = createWorld();
  await ingest(world);
  const later = { env: { MEMORYMASTER_TEST_NOW: "2036-01-01T00:00:00Z" } };

  await world.data(["query", QUESTION, ...DB]);
  await world.run(["context", QUESTION, ...DB]);
  const drained = await world.data(["drain-spool", ...DB]);
  const counted = await countOf(world);
  for (let time = 0; time < 4; time += 1) await world.data(["query", QUESTION, ...DB]);
  const { data } = await world.json(["recompute-tiers", ...DB], later);

  expect(drained).toEqual({ drained: 2, quarantined: 0, lag_seconds: expect.any(Number) as number });
  expect([counted, await countOf(world), data]).toEqual([2, 6, { core: 1, working: 0, peripheral: 0 }]);
  expect((await world.run(["--text", "drain-spool", ...DB])).stdout).toBe("drained=0 quarantined=0 lag_seconds=0\n");
});

test("lines that nobody can read are told, and the others are counted", async () => {
  using world = createWorld();
  const { uid } = await ingest(world);
  await world.data(["query", QUESTION, ...DB]);
  const folder = spoolOf(world);
  const line = accessNoteLine({ at: "2026-01-02T03:04:05+00:00", uids: [uid] }, uid) ?? "";
  writeFileSync(join(folder, "7-2026-01-02.jsonl"), `${line}no note\n${line}`);

  const envelope = await world.json(["drain-spool", ...DB]);

  expect(envelope).toMatchObject({ ok: false, code: "PARTIAL", data: { drained: 3, quarantined: 1 } });
  expect(await countOf(world)).toBe(3);
  const [name = ""] = namesIn(join(folder, "quarantine"));
  expect(readFileSync(join(folder, "quarantine", name), "utf8")).toBe(
    '{"line":2,"fault":"the line is not valid JSON","text":"no note"}\n',
  );
});

test("no command that reads changes a byte of the database", async () => {
  using world = createWorld();
  await ingest(world);
  await world.data(["snapshot", ...DB]);
  const [snapshot = ""] = (await world.data<{ snapshot_id: string }[]>(["snapshots", ...DB])).map(
    (one) => one.snapshot_id,
  );
  const digest = (): readonly string[] =>
    ["memory.db", "memory.db-wal"]
      .filter((name) => world.temp.exists(`project/${name}`))
      .map((name) =>
        createHash("sha256")
          .update(world.temp.bytes(`project/${name}`))
          .digest("hex"),
      );
  const before = digest();
  const commands = [
    ["query", QUESTION, "--explain"],
    ["context", QUESTION],
    ["show", "1"],
    ["list-claims", "--all-scopes"],
    ["list-events", "--verify"],
    ["history", "1"],
    ["links", "1"],
    ["ready"],
    ["steward-proposals"],
    ["snapshots"],
    ["diff", snapshot],
    ["export"],
    ["stats"],
    ["where"],
    ["integrity", "--status"],
  ];

  for (const command of commands) {
    const { exitCode } = await world.run([...command, ...DB]);
    expect([command, exitCode, digest()]).toEqual([command, 0, before]);
  }
  expect(namesIn(spoolOf(world))).toEqual([expect.stringMatching(/^\d+-\d{4}-\d\d-\d\d\.jsonl$/)]);
});

test("two readers answer while another process holds a long write transaction, and are counted after it", async () => {
  using world = createWorld();
  await ingest(world);
  const writer = spawn(process.execPath, [
    script("long-transaction.mjs"),
    world.temp.at("project", "memory.db"),
    world.project,
  ]);
  const end = finished(writer);
  await once(writer.stdout, "data");

  const answers = await Promise.all([QUESTION, "staging port"].map((text) => world.runProgram(["query", text, ...DB])));
  writer.stdin.write("go\n");
  const { stderr, exitCode } = await end;

  expect([stderr, exitCode]).toEqual(["", 0]);
  for (const answer of answers) {
    expect([answer.exitCode, answer.stderr]).toEqual([0, ""]);
    expect(documentOf(answer).data).toHaveLength(1);
  }
  expect(await world.data(["drain-spool", ...DB])).toMatchObject({ drained: 2 });
  expect(await countOf(world)).toBe(2);
});

test(
  "killed in the middle of a drain, again and again, nothing is lost or counted twice",
  { timeout: 120_000 },
  async () => {
    using world = createWorld();
    const { uid } = await ingest(world);
    await world.data(["query", QUESTION, ...DB]);
    const folder = spoolOf(world);
    const lines = 20_000;
    const line = accessNoteLine({ at: "2026-01-02T03:04:05+00:00", uids: [uid] }, uid) ?? "";
    writeFileSync(join(folder, "7-2026-01-02.jsonl"), line.repeat(lines));
    const env = { HOME: world.home, USERPROFILE: world.home };
    const options = { db: "memory.db", cwd: world.project, surface: "test", env, readOnly: true };
    const seen: number[] = [];
    {
      await using reader = await openMemoryMaster(options);
      const counted = async (): Promise<number> => (await reader.memory.claims.get(1)).accessCount;
      for (const atLeast of [1, lines / 4, lines / 2]) {
        const child = world.start(["drain-spool", ...DB]);
        const end = finished(child);
        while (child.exitCode === null && (await counted()) < atLeast) await sleep(2);
        child.kill("SIGKILL");
        await end;
        seen.push(await counted());
        if (seen.length === 1) await world.data(["query", QUESTION, ...DB]);
      }
    }

    await world.data(["drain-spool", ...DB]);

    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen[0]).toBeLessThan(lines);
    expect(await countOf(world)).toBe(lines + 2);
    const later = { env: { MEMORYMASTER_TEST_NOW: "2036-01-01T00:00:00Z" } };
    await world.json(["drain-spool", ...DB], later);
    expect([await countOf(world), namesIn(folder)]).toEqual([lines + 2, []]);
  },
);

test("readers that go on while others drain are all counted", { timeout: 60_000 }, async () => {
  using world = createWorld();
  await ingest(world);
  const args = [script("busy-reader.mjs"), world.temp.at("project", "memory.db"), world.project, world.home, "300"];
  let running = 3;
  const readers = Array.from({ length: running }, () =>
    finished(spawn(process.execPath, args)).finally(() => (running -= 1)),
  );

  let drained = 0;
  while (running > 0) drained += (await world.data<{ drained: number }>(["drain-spool", ...DB])).drained;
  const outcomes = await Promise.all(readers);
  drained += (await world.data<{ drained: number }>(["drain-spool", ...DB])).drained;

  expect(outcomes.map(({ stdout }) => stdout)).toEqual(Array(3).fill('{"answers":300,"warnings":[]}'));
  expect([drained, await countOf(world)]).toEqual([900, 900]);
});

/** A user namespace of its own needs no rights, but some machines forbid it. */
const canMount =
  process.platform === "linux" &&
  spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"], { stdio: "ignore" }).status === 0;

test.runIf(canMount)("on a full disk readers answer, are warned once, and leave whole lines alone", async () => {
  using world = createWorld();
  await ingest(world);
  const mount = world.temp.folder("mount");
  const reader = [script("busy-reader.mjs"), world.temp.at("project", "memory.db"), world.project, world.home, "60"];
  const steps = 'mount -t tmpfs -o size=4k none "$1" && "$2" "$3" "$4" "$5" "$6" "$7" && echo && cat "$1"/*/*.jsonl';

  const child = spawn("unshare", ["-rm", "sh", "-c", steps, "sh", mount, process.execPath, ...reader], {
    env: { PATH: process.env["PATH"], MEMORYMASTER_SPOOL_DIR: mount },
  });
  const { stdout, stderr, exitCode } = await finished(child);

  expect([stderr, exitCode]).toEqual(["", 0]);
  const [told = "", ...lines] = stdout.trimEnd().split("\n");
  expect(JSON.parse(told)).toEqual({ answers: 60, warnings: [expect.stringMatching(/ENOSPC$/)] });
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.length).toBeLessThan(60);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ op: "access" });
});
