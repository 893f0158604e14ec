export { commitFile, createRepository, git } from "./git.ts";
export { startKillTrial, type KillTrial } from "./kill-trial.ts";
export type { TestDatabase, TestRole } from "./postgres-database.mjs";
export { tempFolder, type TempFolder } from "./temp-folder.ts";
export { FOREIGN_TEXT, teamVariables, tenantDatabases, UNGRANTED_SCOPE } from "./tenants.ts";
export type { ForeignClaim, Owner } from "./tenants.ts";
export { createTestDatabase, testServerUrl } from "./test-database.ts";
export { openProxy, type UnreliableProxy } from "./unreliable-proxy.ts";
