import { DUMP_COLUMNS, DUMP_KEYS, DUMP_TABLES, EXPORT_SCHEMA } from "@memorymaster/core";
import { MIGRATIONS } from "@memorymaster/store-sql";
import { expect, test } from "vitest";
import { tempStore } from "../support/temp-store.ts";

/** What an export leaves out: it follows from the rest, or belongs to one machine. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = { projects: ["last_path"], claims: ["terms_hash"] };
const LEFT_OUT_TABLES = [
  "cycle_lease",
  "open_proposals",
  "schema_versions",
  "sealed_payloads",
  "store_meta",
  "vector_cursors",
  "vector_indexes",
  "vector_outbox",
];

interface Column {
  readonly name: string;
  readonly notnull: number;
  readonly pk: number;
}

test.each(DUMP_TABLES)("an export has every column of %s, by its key, and knows which may be empty", async (table) => {
  await using temp = await tempStore();

  const stored = temp.sql(`pragma table_info(${table})`) as readonly Column[];

  const kept = stored.filter(({ name }) => LEFT_OUT[table]?.includes(name) !== true);
  const columns = Object.entries(DUMP_COLUMNS[table]);
  expect(columns.map(([name]) => name).sort()).toEqual(kept.map(({ name }) => name).sort());
  expect(stored.filter(({ pk }) => pk > 0).map(({ name }) => name)).toEqual([DUMP_KEYS[table]]);
  expect(
    columns
      .filter(([, { nullable }]) => nullable === true)
      .map(([name]) => name)
      .sort(),
  ).toEqual(
    kept
      .filter(({ notnull, pk }) => notnull === 0 && pk === 0)
      .map(({ name }) => name)
      .sort(),
  );
});

test("an export has every table, but those that are derived, secret or local", async () => {
  await using temp = await tempStore();

  const stored = temp.sql("select name from sqlite_schema where type = 'table'") as readonly {
    readonly name: string;
  }[];

  const own = stored
    .map(({ name }) => name)
    .filter((name) => !/^(?:sqlite_|(?:claims|verbatim)_(?:fts|vocab))/.test(name));
  expect(own.sort()).toEqual([...DUMP_TABLES, ...LEFT_OUT_TABLES].sort());
});

test("no export claims a schema that is still to come", () => {
  expect(MIGRATIONS.map(({ version }) => version)).toContain(EXPORT_SCHEMA);
});
