export { openSqliteStore } from "./open-sqlite-store.ts";
export type { SqliteStore, SqliteStoreOptions } from "./open-sqlite-store.ts";
