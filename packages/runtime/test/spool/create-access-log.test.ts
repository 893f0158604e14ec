import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { openMemoryMaster } from "../../src/open-memory-master.ts";
import { AT, spoolWorld, TEXTS, textOf } from "../support/spool-world.ts";
import type { SpoolWorld } from "../support/spool-world.ts";

const FILE = `${process.pid}-2026-01-02.jsonl`;
const QUESTION = { queryText: "staging production port" };

/** What the database is made of, apart from memory shared by its readers. */
function bytesOf({ temp }: SpoolWorld): readonly string[] {
  const files = ["memory.db", "memory.db-wal"].map((name) => readFileSync(temp.at("project", name)));
  return files.map((bytes) => createHash("sha256").update(bytes).digest("hex"));
}

test("a reader's answers are noted in one private file of the process and day, and the database keeps its bytes", async () => {
  await using world = await spoolWorld();
  const before = bytesOf(world);
  await using reader = await openMemoryMaster(world.options({ readOnly: true }));

  const { rows } = await reader.memory.recall.query(QUESTION);
  await reader.memory.recall.context({ queryText: "staging", limit: 1 });
  world.clock.advance(86_400_000);
  await world.writer.memory.recall.query(QUESTION);

  const [first, second, ...rest] = textOf(world, FILE).trimEnd().split("\n");
  const uids = rows.map(({ claim }) => claim.uid);
  const note = { v: 1, op: "access", ts: AT, idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/) as string };
  expect(JSON.parse(first ?? "")).toEqual({ ...note, payload: { uids } });
  expect(JSON.parse(second ?? "")).toEqual({ ...note, payload: { uids: [world.uids[0]] } });
  expect([rest, world.names()]).toEqual([[], [FILE, `${process.pid}-2026-01-03.jsonl`]]);
  expect(bytesOf(world)).toEqual(before);
  expect(textOf(world, FILE)).not.toMatch(new RegExp([...TEXTS, "staging"].join("|")));
  if (process.platform !== "win32") {
    expect(statSync(world.folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(world.folder, FILE)).mode & 0o777).toBe(0o600);
  }
});

test.runIf(process.platform === "linux").each([
  ["a file", "home/taken"],
  ["a place where nothing can be made", "/proc/none"],
])("a spool that is %s is said once, and keeps nobody from an answer", async (_, place) => {
  await using world = await spoolWorld();
  world.temp.write("home/taken", "mine");
  const { env } = world.options();
  const spool = place.startsWith("/") ? place : world.temp.at(place);
  await using reader = await openMemoryMaster(
    world.options({ readOnly: true, env: { ...env, MEMORYMASTER_SPOOL_DIR: spool } }),
  );

  for (let time = 0; time < 3; time += 1) {
    expect((await reader.memory.recall.query(QUESTION)).rows).toHaveLength(2);
  }

  expect(world.lines).toEqual([
    expect.stringMatching(/^warning: The use of claims cannot be noted in .*memory-[0-9a-f]{8}: E[A-Z]+$/),
  ]);
  expect(world.temp.read("home/taken")).toBe("mine");
});

test("a database in memory takes no notes", async () => {
  await using world = await spoolWorld({ db: ":memory:" });

  expect((await world.writer.memory.recall.query(QUESTION)).rows).toHaveLength(2);

  expect(await world.writer.memory.upkeep.drainAccesses()).toBeUndefined();
  expect(world.temp.exists("home/.memorymaster")).toBe(false);
});
