import type { Database } from "better-sqlite3";
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type { Dialect } from "kysely";
import { createSqliteDriver } from "./sqlite-driver.ts";
import type { DriverOptions } from "./sqlite-driver.ts";

/** Kysely's own SQLite dialect begins transactions without the write lock and caches no statement, hence this one. */
export function createSqliteDialect(database: Database, options: DriverOptions): Dialect {
  return {
    createDriver: () => createSqliteDriver(database, options),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}
