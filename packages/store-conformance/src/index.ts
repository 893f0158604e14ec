export { describeMigrations } from "./describe-migrations.ts";
export type { BareDatabase, MigrationSuite } from "./describe-migrations.ts";
export { describeNativeErrors } from "./describe-native-errors.ts";
export type { NativeErrorSuite, NativeFault } from "./describe-native-errors.ts";
export { describeRandomRuns } from "./describe-random-runs.ts";
export type { RandomRuns } from "./describe-random-runs.ts";
export { describeStore } from "./describe-store.ts";
export type { StoreSuite } from "./describe-store.ts";
export type { OpenedStore, StoreParts, Stores } from "./world.ts";
