import { MIGRATIONS, runMigrations } from "@memorymaster/store-sql";
import type { Migration, Schema } from "@memorymaster/store-sql";
import { createFixedClock } from "@memorymaster/core/testing";
import Database from "better-sqlite3";
import { Kysely } from "kysely";
import { createSqliteDialect } from "../../src/driver/sqlite-dialect.ts";
import { createSqliteFlavor } from "../../src/flavor/sqlite-flavor.ts";

/** Applies steps of the schema to a file, without opening a store on it. */
export async function migrate(path: string, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  const dialect = createSqliteDialect(new Database(path, { timeout: 10 }), { busyTimeoutMs: 30_000 });
  const database = new Kysely<Schema>({ dialect });
  try {
    await runMigrations(database, { flavor: createSqliteFlavor(), clock: createFixedClock(), migrations });
  } finally {
    await database.destroy();
  }
}
