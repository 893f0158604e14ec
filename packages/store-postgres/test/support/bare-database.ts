import { createFixedClock } from "@memorymaster/core/testing";
import { MIGRATIONS, runMigrations } from "@memorymaster/store-sql";
import type { Migration, Schema } from "@memorymaster/store-sql";
import { Kysely } from "kysely";
import { Client } from "pg";
import { createPool } from "../../src/connection/create-pool.ts";
import { writeLock } from "../../src/connection/write-lock.ts";
import { createPostgresDialect } from "../../src/driver/postgres-dialect.ts";
import { createPostgresFlavor } from "../../src/flavor/postgres-flavor.ts";

/** Applies steps of the schema to a database, without opening a store on it. */
export async function migrate(url: string, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  const pool = createPool({ url, readOnly: false, connections: 1, binding: undefined });
  const database = new Kysely<Schema>({ dialect: createPostgresDialect({ pool, afterBegin: writeLock(undefined) }) });
  try {
    await runMigrations(database, { flavor: createPostgresFlavor(), clock: createFixedClock(), migrations });
  } finally {
    await database.destroy();
  }
}

/** Rows of statements on a connection of their own; the last one's. */
export async function rawSql(url: string, ...statements: readonly string[]): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: readonly unknown[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
