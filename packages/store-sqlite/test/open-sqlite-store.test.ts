import { mkdirSync, statSync, writeFileSync } from "node:fs";

import type { LogLevel } from "@memorymaster/core";
import { MIGRATIONS } from "@memorymaster/store-sql";
import { describe, expect, it } from "vitest";
import { openSqliteStore } from "../src/open-sqlite-store.ts";
import { claim, failure, insertOne, OPERATOR } from "./support/records.ts";
import { rawSql, tempFolder, tempStore } from "./support/temp-store.ts";

const NEWEST = Math.max(...MIGRATIONS.map(({ version }) => version));

const permissions = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe("opening a store", () => {
  it("creates folder, file and schema for the owner alone", async () => {
    using folder = tempFolder();
    const path = folder.file("new/deep/memory.db");

    await using store = await openSqliteStore({ path });
    await insertOne(store);

    expect(store.path).toBe(path);
    expect(
      ["new", "new/deep", "new/deep/memory.db", "new/deep/memory.db-wal"].map((name) => permissions(folder.file(name))),
    ).toEqual(["700", "700", "600", "600"]);
    expect(rawSql(path, "pragma journal_mode")).toEqual([{ journal_mode: "wal" }]);
  });

  it("finds what was written when it is opened again", async () => {
    await using temp = await tempStore();
    const stored = await insertOne(temp.store);
    await temp.store.close();

    const again = await temp.peer();

    expect(await again.claims.getMany(OPERATOR, [stored.id], true)).toEqual([stored]);
  });

  it("keeps a store in memory apart from every other", async () => {
    await using one = await openSqliteStore({ path: ":memory:" });
    await using other = await openSqliteStore({ path: ":memory:" });

    await insertOne(one);

    expect((await other.claims.stats(OPERATOR, undefined)).claims).toBe(0);
  });

  it("says that a file is missing when it may not create one", async () => {
    using folder = tempFolder();
    const paths = [folder.file("none.db"), folder.file("no/folder/none.db")];

    for (const path of paths) {
      const missing = { code: "store.missing", details: { path } };
      expect(await failure(openSqliteStore({ path, readOnly: true }))).toEqual(missing);
      expect(await failure(openSqliteStore({ path, create: false }))).toEqual(missing);
    }
    expect(() => statSync(folder.file("none.db"))).toThrow("ENOENT");
  });

  it("refuses a folder, a file that is no database, and another program's database", async () => {
    using folder = tempFolder();
    mkdirSync(folder.file("folder"));
    writeFileSync(
      folder.file("text.db"),
      "not a database, but long enough to have a header of one hundred bytes".repeat(3),
    );
    rawSql(folder.file("other.db"), "create table bookmarks (id integer)");

    const reasons = await Promise.all(
      ["folder", "text.db", "other.db"].map(async (name) => {
        const { code, details } = await failure(openSqliteStore({ path: folder.file(name) }));
        return [code, (details as { reason: string }).reason];
      }),
    );

    expect(reasons).toEqual([
      ["store.unavailable", "is_folder"],
      ["store.unavailable", "not_a_database"],
      ["store.unavailable", "foreign_tables"],
    ]);
  });

  it("gives no tables to an empty file that it may not create", async () => {
    using folder = tempFolder();
    const path = folder.file("empty.db");
    writeFileSync(path, "");

    for (const options of [{ readOnly: true }, { create: false }]) {
      expect(await failure(openSqliteStore({ path, ...options }))).toEqual({
        code: "store.unavailable",
        details: { reason: "empty", found: 0 },
      });
    }
    expect(rawSql(path, "select name from sqlite_master")).toEqual([]);
  });

  it("points at the import for a database of the Python product", async () => {
    using folder = tempFolder();
    const [bare, versioned] = [folder.file("bare.db"), folder.file("versioned.db")];
    rawSql(bare, "create table claims (id integer primary key, text text)");
    rawSql(versioned, "create table schema_versions (version integer, applied_at text)");
    rawSql(versioned, "insert into schema_versions values (22, 'then')");

    for (const path of [bare, versioned]) {
      await expect(openSqliteStore({ path })).rejects.toMatchObject({
        code: "store.legacy_schema",
        message: expect.stringContaining("memorymaster import-legacy") as string,
      });
    }
  });

  it("refuses a newer schema and names both versions", async () => {
    await using temp = await tempStore();
    temp.sql(
      "insert into schema_versions (version, description, checksum, applied_at) values (99, 'later', 'x', 'then')",
    );

    for (const readOnly of [false, true]) {
      expect(await failure(temp.peer({ readOnly }))).toEqual({
        code: "store.newer_schema",
        details: { found: 99, known: NEWEST },
      });
    }
  });

  it("refuses a schema that other statements built under the same version", async () => {
    await using temp = await tempStore();
    temp.sql("update schema_versions set checksum = 'feedfacefeedface' where version = 24");

    expect(await failure(temp.peer())).toMatchObject({
      code: "store.migration_drift",
      details: { version: 24, stored: "feedfacefeed" },
    });
  });

  it("leaves an older schema as it is for a reader, and for a writer that may not change it", async () => {
    await using temp = await tempStore();
    temp.sql("delete from schema_versions where version = ?", NEWEST);

    for (const options of [{ readOnly: true }, { migrate: false }]) {
      expect(await failure(temp.peer(options))).toEqual({
        code: "store.unavailable",
        details: { reason: "older_schema", found: NEWEST - 1 },
      });
    }
    expect(temp.sql("select max(version) as version from schema_versions")).toEqual([{ version: NEWEST - 1 }]);
  });

  it("refuses every write of a reader", async () => {
    await using temp = await tempStore();
    const reader = await temp.peer({ readOnly: true });
    const project = {
      scope: "project:demo",
      slug: "demo",
      lastPath: "/demo",
      keys: [],
      at: "2026-01-02T03:04:05+00:00",
    };

    const writes = [
      reader.claims.insert([claim()]),
      reader.links.remove(1, 2, undefined),
      reader.projects.record(project),
      reader.transaction(async () => undefined),
    ];

    expect(reader.readOnly).toBe(true);
    for (const write of writes) expect((await failure(write)).code).toBe("store.read_only");
  });

  it("answers nothing after it was closed, and closes twice without harm", async () => {
    await using temp = await tempStore();

    await temp.store.close();
    await temp.store.close();

    expect((await failure(temp.store.claims.stats(OPERATOR, undefined))).code).toBe("store.unavailable");
    expect((await failure(temp.store.transaction(async () => undefined))).code).toBe("store.unavailable");
  });

  it("warns a reader whose text index is out of date", async () => {
    await using temp = await tempStore();
    temp.sql("update store_meta set value = '0' where key = 'analyzer_version'");
    const warnings: [LogLevel, string][] = [];

    await temp.peer({ readOnly: true, logger: { log: (level, message) => warnings.push([level, message]) } });

    expect(warnings).toEqual([["warning", "The text index is out of date: open the database for writing once"]]);
  });
});
