export { createSqlStore } from "./create-sql-store.ts";
export type { SqlStoreParts } from "./create-sql-store.ts";
export { createDumpReader } from "./dump/dump-reader.ts";
export type {
  Codec,
  Codecs,
  Flavor,
  FlavorName,
  IndexContents,
  IndexDocument,
  IndexEntry,
  Lists,
  TextIndex,
} from "./flavor.ts";
export { MIGRATIONS } from "./migrations/all-migrations.ts";
export type { Migration } from "./migrations/migration.ts";
export { policiesOf } from "./migrations/row-security.ts";
export { runMigrations } from "./migrations/run-migrations.ts";
export type { MigrationParts, Upgrade } from "./migrations/run-migrations.ts";
export { newestApplied, schemaStatus } from "./migrations/schema-status.ts";
export type { MigrationStatus } from "./migrations/schema-status.ts";
export { prepare, prepareRows } from "./prepare.ts";
export type { Prepared, PreparedRows } from "./prepare.ts";
export { checkDatabase, prepareDatabase } from "./prepare-database.ts";
export type { DatabaseParts } from "./prepare-database.ts";
export type { Schema, StoredBoolean } from "./schema.ts";
export type { Session } from "./transaction.ts";
export { createInStoreIndex } from "./vector-index/in-store-index.ts";
export { DECIDING, indexableClaim, NO_TENANT, POLICY, TABLE_PREFIX, WORDS } from "./vector-index/vector-engine.ts";
export type { NearestRequest, VectorEngine, VectorTable, WrittenVector } from "./vector-index/vector-engine.ts";
