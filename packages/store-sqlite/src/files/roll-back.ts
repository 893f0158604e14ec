import { StoreError } from "@memorymaster/core";
import type { CopyOptions, RollbackResult, SnapshotInfo, SnapshotRequest } from "@memorymaster/core";
import type { Database } from "better-sqlite3";
import { translateError } from "../connection/translate-error.ts";
import type { DatabaseSite } from "./database-site.ts";
import { discardedEvents, unreadableEvents } from "./discarded-events.ts";
import type { Discarded } from "./discarded-events.ts";
import { replaceContent } from "./replace-content.ts";
import { sayWhatFailed } from "./say-what-failed.ts";
import { takeSnapshot } from "./take-snapshot.ts";

/** A damaged database is what a rollback is for. */
function lossOf(live: Database, next: Database): Discarded {
  try {
    return discardedEvents(live, next);
  } catch (error) {
    const failure = translateError(error);
    if (!(failure instanceof StoreError) || failure.details["reason"] !== "corrupt") throw failure;
    return unreadableEvents(live, next);
  }
}

/** Saves the present state as a snapshot and puts another one in its place. */
export async function rollBack(
  site: DatabaseSite,
  target: SnapshotInfo,
  options: CopyOptions & Pick<SnapshotRequest, "commit">,
): Promise<RollbackResult> {
  const { snapshotId } = target;
  const done: RollbackResult[] = [];
  await sayWhatFailed(`Snapshot ${snapshotId} was not restored`, () =>
    replaceContent(site, {
      file: target.path,
      source: snapshotId,
      details: "snapshot_rollback",
      options,
      beforeCopy: async (live, next) => {
        const message = `before the rollback to ${snapshotId}`;
        const saved = await takeSnapshot(site, { ...options, message, purpose: "pre-rollback", mayBeDamaged: true });
        const { payload, revivedClaimIds } = lossOf(live, next);
        done.push({ restored: target, saved, revivedClaimIds });
        return { snapshot_id: snapshotId, saved_snapshot_id: saved.snapshotId, ...payload };
      },
    }),
  );
  const [result] = done;
  if (result === undefined) throw new StoreError("store.unavailable", "The present state was not saved");
  return result;
}
