import { checkDatabase } from "@memorymaster/store-sql";
import type { Flavor, Schema } from "@memorymaster/store-sql";
import type { Database } from "better-sqlite3";
import type { Kysely } from "kysely";

/**
 * Notices when another process changes the schema under an open connection: a newer version of the program, say. SQLite
 * counts such changes, so that the check costs a read of that number.
 *
 * @returns throws StoreError `store.newer_schema`, … when the schema is not the one that this program writes
 */
export function createSchemaGuard(connection: Database, flavor: Flavor): (db: Kysely<Schema>) => Promise<void> {
  const version = connection.prepare("pragma schema_version").pluck();
  let checked = version.get();
  return async (db) => {
    const present = version.get();
    if (present === checked) return;
    await checkDatabase(db, flavor);
    checked = present;
  };
}
