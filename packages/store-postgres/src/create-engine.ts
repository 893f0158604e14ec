import type { DatabaseEngine } from "@memorymaster/core";
import { newestApplied, schemaStatus } from "@memorymaster/store-sql";
import type { Flavor, Schema } from "@memorymaster/store-sql";
import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Tells of the server, and who is logged in. */
export function createEngine(database: Kysely<Schema>, flavor: Flavor): DatabaseEngine {
  return {
    describe: async () => {
      const { rows } = await sql<{ version: string; role: string }>`
        select current_setting('server_version') as version, current_user as role`.execute(database);
      const schemaVersion = newestApplied(await schemaStatus(database, flavor));
      return { name: `PostgreSQL ${rows[0]?.version}`, role: rows[0]?.role, schemaVersion };
    },
  };
}
