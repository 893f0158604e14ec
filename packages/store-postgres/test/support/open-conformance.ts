import { DUMP_COLUMNS, DUMP_TABLES } from "@memorymaster/core";
import type { StoreParts } from "@memorymaster/store-conformance";
import { createTestDatabase } from "@memorymaster/test-support";
import type { TestDatabase } from "@memorymaster/test-support";
import { Client } from "pg";
import { afterAll } from "vitest";
import { openPostgresStore } from "../../src/open-postgres-store.ts";
import type { PostgresStore } from "../../src/open-postgres-store.ts";

const TABLES_WITH_IDS = DUMP_TABLES.filter((table) => "id" in DUMP_COLUMNS[table]);

export interface TestStore extends PostgresStore {
  readonly url: string;
}

let template: Promise<TestDatabase> | undefined;

/** A database with the schema, to copy: that takes a tenth of building it. */
async function prepareTemplate(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await (await openPostgresStore({ url: database.url })).close();
  return database;
}

afterAll(async () => (await template)?.drop());

/** A store on a database of its own that goes with it. */
export async function openDatabase(parts: StoreParts): Promise<TestStore> {
  template ??= prepareTemplate();
  const database = await createTestDatabase((await template).name);
  const store = await openPostgresStore({ url: database.url, connections: 4, ...parts });
  const remove = async (): Promise<void> => {
    await store.close();
    await database.drop();
  };
  return { ...store, url: database.url, [Symbol.asyncDispose]: remove };
}

export const openPeer = ({ url }: TestStore, parts: StoreParts): Promise<PostgresStore> =>
  openPostgresStore({ url, connections: 4, ...parts });

/**
 * A store whose ids have no gaps, as those of the model have none: the server's own sequences go on after a rollback, and
 * ids stand in events, whose hashes are compared too.
 */
export async function openWithoutGaps(parts: StoreParts): Promise<TestStore> {
  const store = await openDatabase(parts);
  const client = new Client({ connectionString: store.url });
  await client.connect();
  await client.query(`create table last_ids (name text primary key, id bigint not null)`);
  await client.query(`create function next_id(of_table text) returns bigint language sql as $$
    insert into last_ids values (of_table, 1) on conflict (name) do update set id = last_ids.id + 1 returning id $$`);
  for (const table of TABLES_WITH_IDS) {
    await client.query(`alter table ${table} alter column id drop identity`);
    await client.query(`alter table ${table} alter column id set default next_id('${table}')`);
  }
  await client.end();
  return store;
}
