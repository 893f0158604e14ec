import type { Kysely } from "kysely";
import type { Flavor } from "../flavor.ts";
import type { Schema } from "../schema.ts";
import { MIGRATIONS } from "./all-migrations.ts";
import { inspectSchema } from "./inspect-schema.ts";
import { checksumOf } from "./migration.ts";

/** One step of the schema and whether the database has it. */
export interface MigrationStatus {
  readonly version: number;
  readonly description: string;
  readonly applied: boolean;
  readonly appliedAt: string | undefined;
  readonly storedChecksum: string | undefined;
  readonly currentChecksum: string;
}

/** 0 for a database without any. */
export function newestApplied(status: readonly MigrationStatus[]): number {
  return status.findLast(({ applied }) => applied)?.version ?? 0;
}

/** @throws StoreError as `inspectSchema` */
export async function schemaStatus(db: Kysely<Schema>, flavor: Flavor): Promise<readonly MigrationStatus[]> {
  const { applied } = await inspectSchema(db, { migrations: MIGRATIONS, flavor });
  const byVersion = new Map(applied.map((row) => [row.version, row]));
  return MIGRATIONS.map((migration) => {
    const row = byVersion.get(migration.version);
    return {
      version: migration.version,
      description: migration.description,
      applied: row !== undefined,
      appliedAt: row === undefined ? undefined : flavor.codecs.time.decode(row.applied_at),
      storedChecksum: row?.checksum,
      currentChecksum: checksumOf(migration, flavor.name),
    };
  });
}
