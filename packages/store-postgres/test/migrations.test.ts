import { describeMigrations } from "@memorymaster/store-conformance";
import { MIGRATIONS } from "@memorymaster/store-sql";
import type { Migration } from "@memorymaster/store-sql";
import { createTestDatabase } from "@memorymaster/test-support";
import { describe, expect, it } from "vitest";
import { openPostgresStore } from "../src/open-postgres-store.ts";
import { migrate, rawSql } from "./support/bare-database.ts";

const SCHEMA = `
  select 'column' as kind, table_name || '.' || column_name as name,
    concat_ws(' ', data_type, collation_name, is_nullable, column_default, generation_expression) as what
  from information_schema.columns where table_schema = 'public'
  union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select 'constraint', conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger', tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function', proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
  union all select 'policy', tablename || '.' || policyname, concat_ws(' ', permissive, cmd, qual, with_check) from pg_policies
  order by 1, 2, 3`;
const VERSIONS = "select id::int, version::int, description, checksum from schema_versions order by version";
const NEXT = Math.max(...MIGRATIONS.map(({ version }) => version)) + 1;

describeMigrations({
  name: "Postgres",
  versions: MIGRATIONS.map(({ version }) => version),
  open: async () => {
    const database = await createTestDatabase();
    return {
      migrate: (count) => migrate(database.url, MIGRATIONS.slice(0, count)),
      schema: () => rawSql(database.url, SCHEMA),
      recorded: async () => (await rawSql(database.url, VERSIONS)) as { version: number }[],
      openStore: () => openPostgresStore({ url: database.url }),
      [Symbol.asyncDispose]: () => database.drop(),
    };
  },
});

describe("migrations", () => {
  it("leave a database as it was when a step fails, or its connection is cut", async () => {
    await using database = await createTestDatabase();
    await migrate(database.url);
    const before = [await rawSql(database.url, SCHEMA), await rawSql(database.url, VERSIONS)];
    const cut = "select pg_terminate_backend(pg_backend_pid())";

    for (const last of ["create nonsense", cut]) {
      const up = { sqlite: "not_applicable", postgres: ["create table half (id bigint)", last] } as const;
      const broken: Migration = { version: NEXT, description: "broken", up };
      await expect(migrate(database.url, [...MIGRATIONS, broken])).rejects.toThrow();
      expect([await rawSql(database.url, SCHEMA), await rawSql(database.url, VERSIONS)]).toEqual(before);
    }
  });

  it("let no older program write once a newer one has changed the schema, nor open it", async () => {
    await using database = await createTestDatabase();
    await using store = await openPostgresStore({ url: database.url });
    const newer: Migration = { version: NEXT, description: "newer", up: { sqlite: "not_applicable", postgres: [] } };
    await migrate(database.url, [...MIGRATIONS, newer]);

    const error = { code: "store.newer_schema", details: { found: NEXT, known: NEXT - 1 } };
    await expect(store.transaction(async () => undefined)).rejects.toMatchObject(error);
    await expect(openPostgresStore({ url: database.url })).rejects.toMatchObject(error);
    await expect(openPostgresStore({ url: database.url, readOnly: true })).rejects.toMatchObject(error);
  });

  it("need a role that owns its database, and nothing more", async () => {
    await using database = await createTestDatabase();
    const role = await database.createRole();
    await rawSql(database.url, `alter database ${database.name} owner to ${role.name}`);
    await using store = await openPostgresStore({ url: role.url });

    expect((await store.schemaStatus()).every(({ applied }) => applied)).toBe(true);
    await expect(store.transaction(async () => undefined)).resolves.toBeUndefined();
  });

  it("leave the tables of other programs alone", async () => {
    await using database = await createTestDatabase();
    await rawSql(database.url, "create table invoices (id bigint)");

    const refused = openPostgresStore({ url: database.url });
    await expect(refused).rejects.toMatchObject({ code: "store.unavailable", details: { reason: "foreign_tables" } });
  });

  it("stand in the schema that the connection names, beside other programs", async () => {
    await using database = await createTestDatabase();
    await rawSql(database.url, "create table invoices (id bigint)", "create schema memory");
    const url = `${database.url}?options=-c%20search_path%3Dmemory`;
    await using store = await openPostgresStore({ url });

    expect(
      (
        await store.claims.stats(
          { tenantId: undefined, agent: undefined, grantedScopes: undefined, allowSensitive: true },
          undefined,
        )
      ).claims,
    ).toBe(0);
    expect(await rawSql(database.url, "select to_regclass('memory.claims') is not null as found")).toEqual([
      { found: true },
    ]);
  });

  it("ask for the one command that makes the tables when a reader or a plain writer meets an empty database", async () => {
    await using database = await createTestDatabase();

    const empty = { code: "store.missing", message: expect.stringContaining("init-db") as unknown };
    await expect(openPostgresStore({ url: database.url, readOnly: true })).rejects.toMatchObject(empty);
    await expect(openPostgresStore({ url: database.url, create: false })).rejects.toMatchObject(empty);
    expect(await rawSql(database.url, "select 1 from pg_class where relnamespace = 'public'::regnamespace")).toEqual(
      [],
    );
  });
});
