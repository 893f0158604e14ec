import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { CHAIN_START, randomIds, sealEvents } from "@memorymaster/core";
import { MIGRATIONS } from "@memorymaster/store-sql";
import { expect, it } from "vitest";
import { migrate } from "../support/bare-database.ts";
import { outcomeOf, startFixture } from "../support/child.ts";
import { filesOf, namesOfSnapshots } from "../support/database-files.ts";
import { AT } from "../support/records.ts";
import { rawSql, tempFolder } from "../support/temp-store.ts";
import { openSqliteStore } from "../../src/open-sqlite-store.ts";

/** Every so many-th step; `MEMORYMASTER_TRIAL_STEP=1` takes all of them, for a longer trial by hand. */
const STEP = Number(process.env["MEMORYMASTER_TRIAL_STEP"] ?? 4);
const LATEST = MIGRATIONS.at(-1)?.version;

/** A database as an older version of the program left it, with one claim, and one event where it knew events. */
async function oldDatabase(path: string, steps: number): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  await migrate(path, MIGRATIONS.slice(0, steps));
  rawSql(
    path,
    "insert into claims (uid, human_id, text, created_at, updated_at) values ('u1', 'mm-0001', 'From the past', ?, ?)",
    AT,
    AT,
  );
  if (steps < 4) return;
  const [sealed] = sealEvents([{ eventType: "system", details: "old", createdAt: AT }], CHAIN_START, randomIds);
  rawSql(
    path,
    "insert into events (event_type, details, created_at, event_hash, hash_algo) values ('system', 'old', ?, ?, ?)",
    AT,
    sealed?.event.eventHash,
    sealed?.event.hashAlgo,
  );
}

const versionsIn = (path: string): number[] =>
  (rawSql(path, "select version from schema_versions order by version") as { version: number }[]).map(
    ({ version }) => version,
  );

it("saves a database that holds something before its schema changes, and says so", async () => {
  using folder = tempFolder();
  const path = folder.file("memory.db");
  await oldDatabase(path, 5);
  const logged: string[] = [];

  await using store = await openSqliteStore({ path, logger: { log: (_level, message) => void logged.push(message) } });

  const [snapshot, ...others] = await filesOf(store).snapshots();
  const upgrade = `the schema from version 27 to ${LATEST}`;
  expect(others).toEqual([]);
  expect(snapshot?.message).toBe(`before upgrading ${upgrade}`);
  expect(logged).toEqual([`Upgrading ${upgrade}; the state before is snapshot ${snapshot?.snapshotId}`]);
  expect(versionsIn(snapshot?.path ?? "")).toEqual([23, 24, 25, 26, 27]);
  expect(rawSql(snapshot?.path ?? "", "select text from claims")).toEqual([{ text: "From the past" }]);
  expect(versionsIn(path)).toEqual(MIGRATIONS.map(({ version }) => version));
});

it("makes no snapshot of a database that holds nothing, nor of one that is up to date", async () => {
  using folder = tempFolder();
  const path = folder.file("memory.db");
  await migrate(path, MIGRATIONS.slice(0, 5));

  await (await openSqliteStore({ path })).close();
  await (await openSqliteStore({ path })).close();

  expect(namesOfSnapshots(path)).toEqual([]);
});

it("leaves the schema as it was when the snapshot cannot be made", async () => {
  using folder = tempFolder();
  const path = folder.file("memory.db");
  await oldDatabase(path, 5);
  writeFileSync(folder.file(".memorymaster"), "in the way");

  await expect(openSqliteStore({ path })).rejects.toThrow(
    /^The schema was not upgraded: The snapshot was not made: A part of the path is no folder \(.*\)$/,
  );

  expect(versionsIn(path)).toEqual([23, 24, 25, 26, 27]);
});

it("can be taken back by a rollback, whose content is brought up to date on the way", async () => {
  using folder = tempFolder();
  const path = folder.file("memory.db");
  await oldDatabase(path, 5);
  await using store = await openSqliteStore({ path });
  const [snapshot] = await filesOf(store).snapshots();

  await filesOf(store).rollback(snapshot?.snapshotId ?? "");

  expect(versionsIn(path)).toEqual(MIGRATIONS.map(({ version }) => version));
  expect(rawSql(path, "select details from events order by id")).toEqual([
    { details: "old" },
    { details: "snapshot_rollback" },
  ]);
});

it("makes one snapshot when several processes open the file at once", async () => {
  using folder = tempFolder();
  const path = folder.file("memory.db");
  await oldDatabase(path, 5);

  const ends = await Promise.all([1, 2, 3, 4].map(() => outcomeOf(startFixture("upgrade.mjs", [path]))));

  expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(ends.map(() => [0, ""]));
  expect(namesOfSnapshots(path)).toHaveLength(2);
});

it("goes on where it was killed, with the snapshot of its beginning kept", { timeout: 300_000 }, async () => {
  using folder = tempFolder();
  const template = folder.file("template/memory.db");
  await oldDatabase(template, 4);
  const copyTo = (name: string): string => {
    cpSync(dirname(template), folder.file(name), { recursive: true });
    return join(folder.file(name), "memory.db");
  };
  const whole = copyTo("whole");
  const { stdout } = await outcomeOf(startFixture("upgrade.mjs", [whole, "0"]));
  const objects = "select name, sql from sqlite_schema where name not like 'sqlite_%' order by name";
  const complete = rawSql(whole, objects);
  const steps = Number(stdout);
  const points = Array.from({ length: Math.floor(steps / STEP) }, (_, index) => 1 + STEP * index);
  const reached = new Set<number>();

  const dieAtPoints = async (): Promise<void> => {
    for (let point = points.shift(); point !== undefined; point = points.shift()) {
      const path = copyTo(String(point));
      await outcomeOf(startFixture("upgrade.mjs", [path, String(point)]));
      reached.add(versionsIn(path).length);
      await using store = await openSqliteStore({ path });
      expect(rawSql(path, objects)).toEqual(complete);
      expect(rawSql(path, "select text from claims")).toEqual([{ text: "From the past" }]);
      expect(rawSql(path, "pragma integrity_check")).toEqual([{ integrity_check: "ok" }]);
      const snapshots = await filesOf(store).snapshots();
      const first = snapshots.at(-1);
      expect([point, versionsIn(first?.path ?? "")]).toEqual([point, [23, 24, 25, 26]]);
      expect(snapshots.length).toBeLessThanOrEqual(2);
    }
  };
  await Promise.all([dieAtPoints(), dieAtPoints()]);

  expect([...reached].sort()).toEqual([10, 11, 4, 5, 6, 7, 8, 9]);
});
