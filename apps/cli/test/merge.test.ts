import { symlinkSync } from "node:fs";
import { createRequire } from "node:module";

import { expect, test } from "vitest";

import { createWorld, documentOf } from "./support/cli.ts";
import type { World } from "./support/cli.ts";
import { writeLegacyDatabase } from "./support/legacy-database.ts";
import { unrelatedClaims } from "./support/unrelated-claims.ts";

type OpenDatabase = new (path: string) => { exec(script: string): unknown; close(): void };
const Database = createRequire(import.meta.url)("better-sqlite3") as OpenDatabase;

interface Counts {
  readonly scanned: number;
  readonly merged: number;
  readonly updated: number;
  readonly skipped: number;
  readonly errors: number;
}

const merged = (counts: Partial<Counts>): Counts => ({
  scanned: 0,
  merged: 0,
  updated: 0,
  skipped: 0,
  errors: 0,
  ...counts,
});

/** A project with `a.db`, which has three claims and a confirmed one, and `b.db` with a claim of its own. */
async function twoStores(): Promise<World> {
  const world = createWorld();
  await world.data(["ingest", "--db", "a.db", "--input", "-"], { input: unrelatedClaims(3) });
  await world.data(["ingest", "--db", "a.db", "--text", "CI runs on Jenkins"]);
  await world.data(["confirm", "4", "--db", "a.db", "--actor", "ana"]);
  await world.data(["ingest", "--db", "b.db", "--text", "Ana owns the billing queue"]);
  return world;
}

const statusOf = async (world: World, db: string): Promise<unknown> =>
  (await world.data<{ readonly by_status: unknown }>(["stats", "--db", db])).by_status;

test("claims of another store come as candidates, of a replica as they are, and once", async () => {
  using world = await twoStores();

  const first = await world.runProgram(["merge-db", "--source", "a.db", "--db", "b.db"]);
  const again = await world.data(["merge-db", "--source", "a.db", "--db", "b.db"]);
  const replica = await world.data(["merge-db", "--source", "a.db", "--db", "new.db", "--keep-status"]);
  const back = await world.run(["--text", "merge-db", "--source", "new.db", "--db", "a.db", "--keep-status"]);

  expect(documentOf(first)).toMatchObject({ ok: true, data: merged({ scanned: 4, merged: 4 }) });
  expect(again).toEqual({ ...merged({ scanned: 4, skipped: 4 }), rows: [], left: [] });
  expect(await statusOf(world, "b.db")).toEqual({ candidate: 5 });
  expect(replica).toMatchObject(merged({ scanned: 4, merged: 4 }));
  expect(await statusOf(world, "new.db")).toEqual({ candidate: 3, confirmed: 1 });
  expect(back).toMatchObject({
    exitCode: 0,
    stdout: "scanned=4 merged=0 updated=0 skipped=4 errors=0 left=0\n",
    stderr: "",
  });
  const { timeline } = await world.data<{ timeline: readonly { event_type: string; origin?: string }[] }>([
    ...["history", "5", "--db", "b.db"],
  ]);
  expect(timeline.map(({ event_type: type, origin }) => [type, origin === undefined])).toEqual([
    ["ingest", false],
    ["confirm", false],
    ["sync", true],
  ]);
  const { stdout } = await world.run(["--text", "history", "5", "--db", "b.db"]);
  expect(stdout).toMatch(/\nelsewhere \[4\] .* ingest .*\nelsewhere \[5\] .* confirm .*\n\[\d+\] .* sync /);
});

test("a dry run says what would come, and writes nothing", async () => {
  using world = await twoStores();

  const rehearsed = await world.run(["--text", "merge-db", "--source", "a.db", "--db", "b.db", "--dry-run"]);

  expect(rehearsed.stdout).toBe("[DRY RUN]\nscanned=4 merged=4 updated=0 skipped=0 errors=0 left=0\n");
  expect(await statusOf(world, "b.db")).toEqual({ candidate: 1 });
  const nowhere = await world.json(["merge-db", "--source", "a.db", "--db", "new.db", "--dry-run"]);
  expect([nowhere.code, world.temp.exists("project/new.db")]).toEqual(["NOT_FOUND", false]);
});

test("a store is not merged into itself, by whatever name", async () => {
  using world = await twoStores();
  symlinkSync(world.temp.at("project", "a.db"), world.temp.at("project", "link.db"));

  for (const source of ["a.db", "./a.db", "link.db"]) {
    const result = await world.run(["merge-db", "--source", source, "--db", "a.db"]);
    expect([source, result.exitCode, documentOf(result)]).toMatchObject([
      source,
      2,
      { code: "VALIDATION_ERROR", field: "source" },
    ]);
  }
});

test.each([
  ["an older", "delete from schema_versions where version = (select max(version) from schema_versions)"],
  ["a newer", "insert into schema_versions (version, description, checksum, applied_at) values (99, 'x', 'x', 'x')"],
])("a source of %s schema is refused, with both versions", async (_, statement) => {
  using world = await twoStores();
  const database = new Database(world.temp.at("project", "a.db"));
  database.exec(statement);
  database.close();

  const result = await world.run(["merge-db", "--source", "a.db", "--db", "b.db"]);

  expect([result.exitCode, documentOf(result)]).toMatchObject([2, { code: "VALIDATION_ERROR", field: "source" }]);
  expect(documentOf(result).error).toMatch(/has schema version \d+, which is (?:older|newer): /);
});

test("a database of the earlier product is sent to its own command", async () => {
  using world = await twoStores();
  writeLegacyDatabase(world.temp.at("project", "old.db"), ["CI runs on Jenkins"]);

  const result = await world.json(["merge-db", "--source", "old.db", "--db", "b.db"]);

  expect(result.error).toContain("import-legacy");
});

test("what is no store, is missing or not named is told, and makes no database", async () => {
  using world = createWorld();
  world.temp.write("project/words.db", "these are only words, and more of them than a header has".repeat(100));

  const missing = await world.run(["merge-db", "--source", "none.db", "--db", "new.db"]);
  const words = await world.run(["merge-db", "--source", "words.db", "--db", "new.db"]);
  const unnamed = await world.run(["merge-db", "--source", " ", "--db", "new.db"]);
  const tenant = await world.run(["merge-db", "--source", "none.db", "--db", "new.db", "--tenant", "acme"]);

  expect([missing, words, unnamed, tenant].map((result) => [result.exitCode, documentOf(result).code])).toEqual([
    [2, "NOT_FOUND"],
    [2, "UNAVAILABLE"],
    [2, "USAGE"],
    [1, "PERMISSION_DENIED"],
  ]);
  expect(world.temp.exists("project/new.db")).toBe(false);
});

test("changes since a time go into a file, and from there into another store", async () => {
  using world = await twoStores();

  const all = await world.runProgram(["export-delta", "--db", "a.db", "--output", "all.db"]);
  const { max_updated_at: watermark } = documentOf(all).data as { max_updated_at: string };
  const next = await world.data<{ exported: number }>([
    ...["export-delta", "--db", "a.db", "--since", watermark, "--output", "next.db"],
  ]);
  const none = await world.data(["export-delta", "--db", "a.db", "--since", "2100-01-01", "--output", "none.db"]);
  const result = await world.run(["merge-db", "--source", "all.db", "--db", "b.db"]);

  expect(documentOf(all).data).toMatchObject({ exported: 4, citations: 4, rejected: 0, redacted: 0, since: null });
  expect(next.exported).toBeGreaterThan(0);
  expect(none).toMatchObject({ exported: 0, since: "2100-01-01T00:00:00+00:00", max_updated_at: null });
  expect(documentOf(result).data).toMatchObject(merged({ scanned: 4, merged: 4 }));
  expect(result.stderr).toContain("names no schema version");
});

test("a delta replaces no file, and needs a time and a name", async () => {
  using world = await twoStores();

  const onto = await world.run(["export-delta", "--db", "a.db", "--output", "a.db"]);
  const time = await world.run(["export-delta", "--db", "a.db", "--since", "yesterday", "--output", "x.db"]);
  const unnamed = await world.run(["export-delta", "--db", "a.db"]);

  expect([onto, time, unnamed].map((result) => [result.exitCode, documentOf(result).code])).toEqual([
    [2, "VALIDATION_ERROR"],
    [2, "VALIDATION_ERROR"],
    [2, "USAGE"],
  ]);
  expect(world.temp.exists("project/x.db")).toBe(false);
});

test("an export of a stranger comes as candidates, into a new store too", async () => {
  using world = await twoStores();
  world.temp.write("project/x.jsonl", (await world.run(["export", "--db", "a.db"])).stdout);

  const result = await world.data(["import", "x.jsonl", "--db", "new.db", "--as-candidates"]);

  expect(result).toMatchObject({ inserted: { claims: 4 } });
  expect(await statusOf(world, "new.db")).toEqual({ candidate: 4 });
});
