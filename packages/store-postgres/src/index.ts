export type { TeamBinding } from "./connection/create-pool.ts";
export { openPostgresStore } from "./open-postgres-store.ts";
export type { PostgresStore, PostgresStoreOptions } from "./open-postgres-store.ts";
