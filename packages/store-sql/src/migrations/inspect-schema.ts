import { StoreError } from "@memorymaster/core";
import type { Kysely, Selectable } from "kysely";
import type { Flavor } from "../flavor.ts";
import type { Schema, SchemaVersionsTable } from "../schema.ts";
import { missingPart } from "../store-faults.ts";
import { checksumOf, FIRST_VERSION } from "./migration.ts";
import type { Migration } from "./migration.ts";

type AppliedVersion = Pick<Selectable<SchemaVersionsTable>, "version" | "checksum" | "applied_at">;

/** What a database holds of the known steps. */
export interface SchemaState {
  /** In order of versions; empty for a database without tables. */
  readonly applied: readonly AppliedVersion[];
  readonly pending: readonly Migration[];
}

/** The steps that this program knows, for one kind of database. */
export interface KnownSchema {
  readonly migrations: readonly Migration[];
  readonly flavor: Flavor;
}

async function readVersions(db: Kysely<Schema>, flavor: Flavor): Promise<readonly AppliedVersion[] | undefined> {
  // Asked for, since in a transaction a statement that fails may end it.
  if (!(await flavor.hasTable(db, "schema_versions"))) return undefined;
  try {
    return await db
      .selectFrom("schema_versions")
      .select(["version", "checksum", "applied_at"])
      .orderBy("version")
      .execute();
  } catch (error) {
    throw missingPart(error) === "column" ? legacy() : error;
  }
}

function legacy(): StoreError {
  return new StoreError(
    "store.legacy_schema",
    "The database was written by MemoryMaster 3 for Python; bring its claims over with `memorymaster import-legacy`",
  );
}

/** The tables of a database without versions of ours are somebody else's: the Python product's, or another program's. */
function refuseForeignTables(names: readonly string[]): void {
  if (names.includes("claims") || names.includes("schema_versions")) throw legacy();
  if (names.length === 0) return;
  throw new StoreError("store.unavailable", "The database holds the tables of another program", {
    details: { reason: "foreign_tables" },
  });
}

function checkApplied(applied: readonly AppliedVersion[], { migrations, flavor }: KnownSchema): void {
  const found = applied.at(-1)?.version ?? 0;
  const known = migrations.at(-1)?.version ?? 0;
  if (found < FIRST_VERSION) throw legacy();
  if (found > known) {
    const message = `The database has schema version ${found}, this program knows up to ${known}: update the program`;
    throw new StoreError("store.newer_schema", message, { details: { found, known } });
  }
  const stored = new Map(applied.map(({ version, checksum }) => [version, checksum]));
  for (const migration of migrations) {
    const before = stored.get(migration.version);
    const now = checksumOf(migration, flavor.name);
    if (before === undefined || before === now) continue;
    const prefixes = { version: migration.version, stored: before.slice(0, 12), known: now.slice(0, 12) };
    throw new StoreError("store.migration_drift", `Migration ${migration.version} is not the one that was applied`, {
      details: prefixes,
    });
  }
}

/**
 * What the database holds and what it lacks.
 *
 * @throws StoreError `store.newer_schema`, `store.migration_drift`, `store.legacy_schema`, or `store.unavailable` when
 *   the tables are another program's
 */
export async function inspectSchema(db: Kysely<Schema>, known: KnownSchema): Promise<SchemaState> {
  const applied = await readVersions(db, known.flavor);
  if (applied === undefined || applied.length === 0) {
    const names = (await db.introspection.getTables()).map((table) => table.name);
    // Another process may have created the tables between the two looks.
    if (applied === undefined && names.includes("schema_versions")) return inspectSchema(db, known);
    refuseForeignTables(names);
    return { applied: [], pending: known.migrations };
  }
  checkApplied(applied, known);
  const done = new Set(applied.map(({ version }) => version));
  return { applied, pending: known.migrations.filter(({ version }) => !done.has(version)) };
}
