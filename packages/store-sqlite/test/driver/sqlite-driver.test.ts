import Database from "better-sqlite3";
import { Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import { createSqliteDialect } from "../../src/driver/sqlite-dialect.ts";
import { failure } from "../support/records.ts";
import { rawSql, tempFolder } from "../support/temp-store.ts";

interface Tables {
  numbers: { n: number };
}

function database(): Kysely<Tables> & AsyncDisposable {
  const dialect = createSqliteDialect(new Database(":memory:"), { busyTimeoutMs: 0 });
  return new Kysely<Tables>({ dialect });
}

it("tells rows, changes and the last id of a statement", async () => {
  await using db = database();
  await sql`create table numbers (n integer)`.execute(db);

  const inserted = await db
    .insertInto("numbers")
    .values([{ n: 4 }, { n: 5 }])
    .executeTakeFirstOrThrow();
  const updated = await db.updateTable("numbers").set({ n: 6 }).where("n", "=", 5).executeTakeFirstOrThrow();

  expect(inserted).toMatchObject({ insertId: 2n, numInsertedOrUpdatedRows: 2n });
  expect(updated.numUpdatedRows).toBe(1n);
  expect(await db.selectFrom("numbers").selectAll().execute()).toEqual([{ n: 4 }, { n: 6 }]);
});

it("streams rows while the same statement runs elsewhere", async () => {
  await using db = database();
  await sql`create table numbers (n integer)`.execute(db);
  await db
    .insertInto("numbers")
    .values([{ n: 1 }, { n: 2 }, { n: 3 }])
    .execute();
  const query = db.selectFrom("numbers").selectAll();

  const seen: number[] = [];
  for await (const { n } of query.stream()) seen.push(n);
  const again = await query.execute();

  expect(seen).toEqual([1, 2, 3]);
  expect(again).toHaveLength(3);
});

it("translates what goes wrong, streaming included", async () => {
  await using db = database();
  const read = (from: Kysely<Tables>) => from.selectFrom("numbers").selectAll();
  const drain = async (): Promise<void> => {
    for await (const row of read(db).stream()) expect(row).toBeUndefined();
  };
  const inTransaction = db.transaction().execute((transaction) => read(transaction).execute());

  for (const failing of [inTransaction, read(db).execute(), drain()]) {
    expect((await failure(failing)).details).toMatchObject({ reason: "missing_table" });
  }
});

it("names the columns of a statement anew when another connection has changed the schema", async () => {
  using folder = tempFolder();
  const path = folder.file("numbers.db");
  rawSql(path, "create table numbers (n integer)");
  rawSql(path, "insert into numbers values (4)");
  await using db = new Kysely<Tables>({ dialect: createSqliteDialect(new Database(path), { busyTimeoutMs: 0 }) });
  const query = db
    .selectFrom("numbers")
    .selectAll("numbers")
    .select(sql<string>`'last'`.as("mark"));
  const before = await query.execute();

  rawSql(path, "alter table numbers add column name text default 'four'");

  expect([before, await query.execute()]).toEqual([[{ n: 4, mark: "last" }], [{ n: 4, name: "four", mark: "last" }]]);
});
