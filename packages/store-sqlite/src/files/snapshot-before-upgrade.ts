import type { Upgrade } from "@memorymaster/store-sql";
import type { Database } from "better-sqlite3";
import type { DatabaseSite } from "./database-site.ts";
import { countRows, readChainHead, readStoreId } from "./database-facts.ts";
import { listSnapshots } from "./list-snapshots.ts";
import { rotateSnapshots } from "./rotate-snapshots.ts";
import { sayWhatFailed } from "./say-what-failed.ts";
import { takeSnapshot } from "./take-snapshot.ts";

/**
 * Saves a database that holds something before its schema changes. When an upgrade that was broken off goes on and
 * nothing was written since, the snapshot from its beginning stays the one to go back to.
 */
export async function snapshotBeforeUpgrade(site: DatabaseSite, connection: Database, upgrade: Upgrade): Promise<void> {
  const { claims, events } = countRows(connection);
  if (claims + events === 0) return;
  const owner = { path: site.path, storeId: readStoreId(connection) };
  const head = readChainHead(connection);
  const versions = `the schema from version ${upgrade.from} to ${upgrade.to}`;
  await sayWhatFailed("The schema was not upgraded", async () => {
    const last = listSnapshots(owner).find(({ purpose }) => purpose === "pre-migration");
    // By its events alone: a schema of the first ones has no id of the store yet, and gets one on the way.
    if (head !== undefined && last?.headHash === head.headHash) return;
    const request = { message: `before upgrading ${versions}`, purpose: "pre-migration" } as const;
    const { snapshotId } = await takeSnapshot(site, request);
    rotateSnapshots(owner, "pre-migration");
    site.logger?.log("warning", `Upgrading ${versions}; the state before is snapshot ${snapshotId}`);
  });
}
