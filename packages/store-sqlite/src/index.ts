export { openDeltaFile, writeDeltaFile } from "./files/delta-file.ts";
export type { DeltaFile } from "./files/delta-file.ts";
export { openLegacySource } from "./legacy/open-legacy-source.ts";
export { openSqliteStore } from "./open-sqlite-store.ts";
export type { SqliteStore, SqliteStoreOptions } from "./open-sqlite-store.ts";
export { openUsageLedger } from "./usage-ledger/open-usage-ledger.ts";
export type { OpenUsageLedger, UsageLedgerOptions } from "./usage-ledger/open-usage-ledger.ts";
