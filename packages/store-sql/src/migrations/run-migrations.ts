import { StoreError, timestampOf } from "@memorymaster/core";
import type { Clock } from "@memorymaster/core";
import { CompiledQuery } from "kysely";
import type { Kysely } from "kysely";
import type { Flavor, FlavorName } from "../flavor.ts";
import type { Schema } from "../schema.ts";
import { MIGRATIONS } from "./all-migrations.ts";
import { inPostgres } from "./in-postgres.ts";
import { inspectSchema } from "./inspect-schema.ts";
import type { KnownSchema, SchemaState } from "./inspect-schema.ts";
import { checksumOf, FIRST_VERSION, statementsOf } from "./migration.ts";
import type { Migration } from "./migration.ts";

/** The list of what was applied, created together with the first step. */
const VERSIONS_TABLE = `create table schema_versions (
  id integer primary key autoincrement,
  version integer not null unique,
  description text not null,
  checksum text not null,
  applied_at text not null
)`;
const VERSIONS_TABLES: Readonly<Record<FlavorName, string>> = {
  sqlite: VERSIONS_TABLE,
  postgres: inPostgres(VERSIONS_TABLE),
};

export interface MigrationParts {
  readonly flavor: Flavor;
  readonly clock: Clock;
  /** Whether an empty database may get its tables. Default true. */
  readonly create?: boolean | undefined;
  /** Default: every step that this package knows. */
  readonly migrations?: readonly Migration[] | undefined;
  /**
   * Called before the first step of a database that has some already, under the lock that keeps every other writer
   * out; its failure stops the migration.
   */
  readonly beforeUpgrade?: ((upgrade: Upgrade) => Promise<void>) | undefined;
}

/** Versions of the schema, as it is and as it shall be. */
export interface Upgrade {
  readonly from: number;
  readonly to: number;
}

/** @throws StoreError `store.migration_drift` when two steps of the program have one version, or one is missing */
function checkNumbering(migrations: readonly Migration[]): void {
  const wrong = migrations.find(({ version }, index) => version !== FIRST_VERSION + index);
  if (wrong === undefined) return;
  throw new StoreError("store.migration_drift", `Migration ${wrong.version} is out of order in this program`, {
    details: { version: wrong.version },
  });
}

async function applyStep(db: Kysely<Schema>, step: Migration, { flavor, clock }: MigrationParts): Promise<void> {
  for (const statement of statementsOf(step, flavor.name)) await db.executeQuery(CompiledQuery.raw(statement));
  await db
    .insertInto("schema_versions")
    .values({
      version: step.version,
      description: step.description,
      checksum: checksumOf(step, flavor.name),
      applied_at: flavor.codecs.time.encode(timestampOf(clock.nowMs())),
    })
    .execute();
}

/** Applies the first step that is still pending, looked up again under the lock; false when there is none. */
async function applyNext(database: Kysely<Schema>, known: KnownSchema, parts: MigrationParts): Promise<boolean> {
  return database.transaction().execute(async (db) => {
    await parts.flavor.lock(db, "migrations");
    const { applied, pending } = await inspectSchema(db, known);
    const [next] = pending;
    if (next === undefined) return false;
    const from = applied.at(-1)?.version;
    if (from !== undefined) await parts.beforeUpgrade?.({ from, to: pending.at(-1)?.version ?? from });
    if (from === undefined) await db.executeQuery(CompiledQuery.raw(VERSIONS_TABLES[known.flavor.name]));
    await applyStep(db, next, parts);
    return true;
  });
}

function notCurrent(state: SchemaState): StoreError {
  const isEmpty = state.applied.length === 0;
  const message = isEmpty
    ? "The database is empty: create the memory with `memorymaster init-db` or the first ingest"
    : "The database has an older schema: open it for writing once to bring it up to date";
  return new StoreError("store.unavailable", message, {
    details: { reason: isEmpty ? "empty" : "older_schema", found: state.applied.at(-1)?.version ?? 0 },
  });
}

/**
 * Brings the schema up to date, each step in a transaction of its own together with its record. A database that has
 * every step is only read. Any number of processes may do this at once.
 *
 * @throws StoreError as `inspectSchema`, and `store.unavailable` for an empty database when none may be created
 */
export async function runMigrations(database: Kysely<Schema>, parts: MigrationParts): Promise<void> {
  const known = { migrations: parts.migrations ?? MIGRATIONS, flavor: parts.flavor };
  checkNumbering(known.migrations);
  const state = await inspectSchema(database, known);
  if (state.pending.length === 0) return;
  if (state.applied.length === 0 && parts.create === false) throw notCurrent(state);
  let hook = parts.beforeUpgrade;
  while (await applyNext(database, known, { ...parts, beforeUpgrade: hook })) hook = undefined;
}

/**
 * For readers, which change nothing.
 *
 * @throws StoreError `store.unavailable` when the database is empty or lacks steps, and as `inspectSchema`
 */
export async function requireCurrentSchema(database: Kysely<Schema>, flavor: Flavor): Promise<void> {
  const state = await inspectSchema(database, { migrations: MIGRATIONS, flavor });
  if (state.pending.length > 0) throw notCurrent(state);
}
