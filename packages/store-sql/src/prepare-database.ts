import { ANALYZER_VERSION } from "@memorymaster/core";
import type { Clock, Ids } from "@memorymaster/core";
import type { Kysely } from "kysely";
import type { Flavor } from "./flavor.ts";
import { readMeta, writeMeta } from "./meta/store-meta.ts";
import { requireCurrentSchema, runMigrations } from "./migrations/run-migrations.ts";
import type { MigrationParts } from "./migrations/run-migrations.ts";
import type { Schema } from "./schema.ts";
import { isIndexStale, rebuildIndex } from "./search/rebuild-index.ts";

export interface DatabaseParts extends Pick<MigrationParts, "beforeUpgrade"> {
  readonly flavor: Flavor;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Whether an empty database may get its tables. */
  readonly create: boolean;
}

/** Gives a new store its identity. */
async function recordIdentity(database: Kysely<Schema>, { flavor, clock, ids }: DatabaseParts): Promise<void> {
  await database.transaction().execute(async (db) => {
    await flavor.lock(db, "migrations");
    if ((await readMeta(db)).has("store_id")) return;
    await writeMeta(db, "store_id", ids.uid(clock.nowMs()));
    await writeMeta(db, "analyzer_version", String(ANALYZER_VERSION));
  });
}

/**
 * Makes a database ready for reading and writing: schema, identity, and a text index of this analyzer's terms. Any number
 * of processes may do this at once, also on an empty database.
 *
 * @throws StoreError as `runMigrations`
 */
export async function prepareDatabase(database: Kysely<Schema>, parts: DatabaseParts): Promise<void> {
  await runMigrations(database, parts);
  const meta = await readMeta(database);
  if (!meta.has("store_id")) await recordIdentity(database, parts);
  else if (isIndexStale(meta)) {
    await rebuildIndex((work) => database.transaction().execute(work), parts.flavor);
  }
}

/**
 * Checks a database that will only be read.
 *
 * @returns whether the text index is current; if not, searches find what it holds
 * @throws StoreError as `requireCurrentSchema`
 */
export async function checkDatabase(
  database: Kysely<Schema>,
  flavor: Flavor,
): Promise<{ readonly indexIsCurrent: boolean }> {
  await requireCurrentSchema(database, flavor);
  return { indexIsCurrent: !isIndexStale(await readMeta(database)) };
}
