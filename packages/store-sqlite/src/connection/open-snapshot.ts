import type { Schema } from "@memorymaster/store-sql";
import Database from "better-sqlite3";
import { Kysely } from "kysely";
import { createSqliteDialect } from "../driver/sqlite-dialect.ts";
import { IN_MEMORY } from "./check-path.ts";
import { openConnection } from "./open-connection.ts";
import type { ConnectionOptions } from "./open-connection.ts";
import { retryWhileBusy } from "./retry-while-busy.ts";

interface Source {
  readonly connection: Database.Database;
  readonly database: Kysely<Schema>;
}

/** A database in memory has no second connection: its bytes are copied, between the transactions of others. */
async function openReader(options: ConnectionOptions, { connection, database }: Source): Promise<Database.Database> {
  if (options.path !== IN_MEMORY) return openConnection({ ...options, readOnly: true });
  return new Database(await database.connection().execute(async () => connection.serialize()));
}

/** Another connection to the database that goes on reading the state of this moment, beside all writers. */
export async function openSnapshot(options: ConnectionOptions, source: Source): Promise<Kysely<Schema>> {
  const reader = await openReader(options, source);
  try {
    reader.exec("begin");
    // Only the first read fixes what the transaction sees.
    await retryWhileBusy(() => reader.prepare("select 1 from sqlite_schema").get(), options.busyTimeoutMs);
    return new Kysely<Schema>({ dialect: createSqliteDialect(reader, options) });
  } catch (error) {
    reader.close();
    throw error;
  }
}
