import { describeMigrations } from "@memorymaster/store-conformance";
import { MIGRATIONS } from "@memorymaster/store-sql";
import type { Migration } from "@memorymaster/store-sql";
import { describe, expect, it } from "vitest";
import { openSqliteStore } from "../src/open-sqlite-store.ts";
import { migrate } from "./support/bare-database.ts";
import { failure } from "./support/records.ts";
import { rawSql, tempFolder, tempStore } from "./support/temp-store.ts";

const NEXT = Math.max(...MIGRATIONS.map(({ version }) => version)) + 1;

const objects = (path: string): unknown[] => rawSql(path, "select type, name, sql from sqlite_master order by name");
const versions = (path: string): unknown[] =>
  rawSql(path, "select id, version, description, checksum from schema_versions order by version");

describeMigrations({
  name: "SQLite",
  versions: MIGRATIONS.map(({ version }) => version),
  open: async () => {
    const folder = tempFolder();
    const path = folder.file("memory.db");
    return {
      migrate: (count) => migrate(path, MIGRATIONS.slice(0, count)),
      schema: async () => objects(path),
      recorded: async () => versions(path) as { version: number }[],
      openStore: () => openSqliteStore({ path }),
      [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
    };
  },
});

describe("migrations", () => {
  it("leave a database as it was when a step fails", async () => {
    using folder = tempFolder();
    const path = folder.file("memory.db");
    await migrate(path);
    const before = [objects(path), versions(path)];
    const broken: Migration = {
      version: NEXT,
      description: "broken",
      up: { sqlite: ["create table half (id integer)", "create nonsense"], postgres: "not_applicable" },
    };

    expect((await failure(migrate(path, [...MIGRATIONS, broken]))).code).toBe("internal.unexpected");
    expect([objects(path), versions(path)]).toEqual(before);
  });

  it("record a step that this kind of database does not need", async () => {
    using folder = tempFolder();
    const path = folder.file("memory.db");

    await migrate(path, [
      ...MIGRATIONS,
      { version: NEXT, description: "elsewhere", up: { sqlite: "not_applicable", postgres: "not_applicable" } },
    ]);

    expect(rawSql(path, "select version, description from schema_versions order by version desc limit 1")).toEqual([
      { version: NEXT, description: "elsewhere" },
    ]);
  });

  it.each([
    ["the same version twice", [...MIGRATIONS, ...MIGRATIONS.slice(-1)]],
    ["a gap", MIGRATIONS.filter(({ version }) => version !== 25)],
  ])("refuse to begin with %s", async (_, migrations) => {
    using folder = tempFolder();

    expect((await failure(migrate(folder.file("memory.db"), migrations))).code).toBe("store.migration_drift");
  });

  it("tell what was applied and when", async () => {
    await using temp = await tempStore();

    const status = await temp.store.schemaStatus();

    expect(status.map(({ version, applied, appliedAt }) => [version, applied, appliedAt])).toEqual(
      MIGRATIONS.map(({ version }) => [version, true, "2026-01-02T03:04:05+00:00"]),
    );
    expect(
      status.every(
        (step) => step.storedChecksum === step.currentChecksum && /^[0-9a-f]{64}$/.test(step.currentChecksum),
      ),
    ).toBe(true);
  });

  it("give a new store an identity that stays", async () => {
    await using temp = await tempStore();
    const identity = temp.sql("select value from store_meta where key = 'store_id'");

    await temp.peer();

    expect(identity).toEqual([{ value: "019b7ca9-8c88-7000-8000-000000000001" }]);
    expect(temp.sql("select value from store_meta where key = 'store_id'")).toEqual(identity);
  });
});
