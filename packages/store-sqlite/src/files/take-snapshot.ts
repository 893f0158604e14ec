import { statSync } from "node:fs";
import { basename, join } from "node:path";

import { sanitizePersistedText, timestampOf } from "@memorymaster/core";
import type { SnapshotInfo, SnapshotRequest } from "@memorymaster/core";
import { copyToPart } from "./copy-to-part.ts";
import type { PartOptions } from "./copy-to-part.ts";
import type { DatabaseSite } from "./database-site.ts";
import { createPartFile, publishPartFile, removeBrokenOff, removePartFile } from "./part-file.ts";
import { sayWhatFailed } from "./say-what-failed.ts";
import { sidecarPath, writeSidecar } from "./sidecar.ts";
import { createSnapshotFolder } from "./snapshot-folder.ts";
import { commitOf, snapshotIdAt } from "./snapshot-name.ts";
import { syncFile, syncFolder } from "./sync-file.ts";

const MESSAGE_CHARACTERS = 500;

/** Secrets go first, so that none is cut in half and passes. */
function cleanMessage(message: string): string {
  return [...sanitizePersistedText(message).text].slice(0, MESSAGE_CHARACTERS).join("");
}

interface NamePlan {
  readonly folder: string;
  readonly epochMs: number;
  readonly commit: string | undefined;
}

/** Another process may have made one in the same millisecond. */
function publish(part: string, { folder, epochMs, commit }: NamePlan): string {
  for (let extra = 0; ; extra += 1) {
    const path = join(folder, `${snapshotIdAt(epochMs, extra, commit)}.db`);
    if (publishPartFile(part, path)) return path;
  }
}

/**
 * Copies the live database, as it is at one moment, into the folder of its snapshots; others may write meanwhile.
 *
 * @throws StoreError when disk or database do not allow it: nothing is left then
 */
export function takeSnapshot(site: DatabaseSite, request: SnapshotRequest & PartOptions): Promise<SnapshotInfo> {
  const epochMs = site.clock.nowMs();
  const timestamp = timestampOf(epochMs);
  const commit = commitOf(request.commit);
  const message = cleanMessage(request.message ?? "");
  return sayWhatFailed("The snapshot was not made", async () => {
    const folder = createSnapshotFolder(site.path);
    const part = createPartFile(join(folder, "snapshot"));
    try {
      removeBrokenOff(folder, part);
      const { storeId, head } = await copyToPart(part, site, request);
      const path = publish(part, { folder, epochMs, commit });
      const { purpose = "manual" } = request;
      const anchor = head && { ...head, recordedAt: timestamp };
      writeSidecar(path, { commit, timestamp, message, purpose, storeId, anchor, sourceDb: basename(site.path) });
      syncFile(sidecarPath(path));
      syncFolder(folder);
      const filename = basename(path);
      const snapshotId = filename.replace(/\.db$/, "");
      const sizeBytes = statSync(path).size;
      return { snapshotId, filename, path, commitHash: commit, timestamp, message, sizeBytes, anchor };
    } finally {
      removePartFile(part);
    }
  });
}
