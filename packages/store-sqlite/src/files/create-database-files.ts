import { basename } from "node:path";

import { cleanRecord, EVENT_ROLES, StoreError, timestampOf } from "@memorymaster/core";
import type { BackupInfo, CopyOptions, DatabaseFiles, SnapshotInfo, SnapshotRequest, Store } from "@memorymaster/core";
import type { Database } from "better-sqlite3";
import { retryWhileBusy } from "../connection/retry-while-busy.ts";
import { backUp } from "./back-up.ts";
import { createFileCheck } from "./check-file.ts";
import type { DatabaseSite } from "./database-site.ts";
import { diffSnapshot } from "./diff-snapshot.ts";
import { findSnapshot } from "./find-snapshot.ts";
import { readChainHead, readRestoreMark, readStoreId } from "./database-facts.ts";
import { listSnapshots } from "./list-snapshots.ts";
import type { SnapshotOwner } from "./list-snapshots.ts";
import { restoreBackup } from "./restore-backup.ts";
import { rollBack } from "./roll-back.ts";
import { rotateSnapshots } from "./rotate-snapshots.ts";
import { sayWhatFailed } from "./say-what-failed.ts";
import { takeSnapshot } from "./take-snapshot.ts";
import { takeVacuumSnapshot } from "./vacuum-snapshot.ts";

export interface DatabaseFilesParts {
  readonly site: DatabaseSite;
  /** The store's own connection, for short reads. */
  readonly connection: Database;
  readonly store: Pick<Store, "events" | "upkeep">;
}

const UNREADABLE = "The snapshots cannot be listed";

/** Does what a store that was opened for reading alone refuses. */
export async function writing<T>({ readOnly }: Pick<DatabaseSite, "readOnly">, work: () => Promise<T>): Promise<T> {
  if (readOnly) throw new StoreError("store.read_only", "The store was opened for reading only");
  return work();
}

/** Remembers in the database how far its chain reaches, so that the snapshot holds it too. */
async function recordAnchor({ site, connection, store }: DatabaseFilesParts): Promise<void> {
  const head = readChainHead(connection);
  if (head === undefined) return;
  await store.upkeep.recordAnchor({ ...head, name: "latest", recordedAt: timestampOf(site.clock.nowMs()) });
}

async function recordBackup(
  { site, store }: DatabaseFilesParts,
  { file, sizeBytes, sha256 }: BackupInfo,
): Promise<void> {
  const event = {
    eventType: "system",
    details: "backup_created",
    payload: { file: basename(file), size_bytes: sizeBytes, sha256 },
    createdAt: timestampOf(site.clock.nowMs()),
  } as const;
  await sayWhatFailed(`The backup ${basename(file)} is complete, but this was not recorded`, () =>
    store.events.append([cleanRecord(event, EVENT_ROLES, { onSecret: "redact" }).record]),
  );
}

/** What can be done to a database as files. Copies use connections of their own. */
export function createDatabaseFiles(parts: DatabaseFilesParts): DatabaseFiles {
  const { site, connection } = parts;
  const { path } = site;
  const read = <T>(work: (own: Database) => T): Promise<T> =>
    retryWhileBusy(() => work(connection), site.busyTimeoutMs);
  const owner = async (): Promise<SnapshotOwner> => ({ path, storeId: await read(readStoreId) });
  const find = async (idOrPrefix: string): Promise<SnapshotInfo> => {
    const own = await owner();
    return sayWhatFailed(UNREADABLE, () => findSnapshot(own, idOrPrefix).info);
  };
  return {
    ...createFileCheck({ connection: site, clock: site.clock }),
    path,
    snapshot: (request: SnapshotRequest = {}) =>
      writing(site, async () => {
        await recordAnchor(parts);
        const taken = await takeSnapshot(site, request);
        rotateSnapshots(await owner(), request.purpose ?? "manual");
        return taken;
      }),
    snapshots: async () => {
      const own = await owner();
      return sayWhatFailed(UNREADABLE, () => listSnapshots(own).map(({ info }) => info));
    },
    findSnapshot: find,
    diff: async (idOrPrefix) => diffSnapshot(site, await find(idOrPrefix)),
    rollback: async (idOrPrefix, options = {}) => {
      const target = await find(idOrPrefix);
      const done = await writing(site, () => rollBack(site, target, options));
      rotateSnapshots(await owner(), "pre-rollback");
      return done;
    },
    backup: (file, options: CopyOptions = {}) =>
      writing(site, async () => {
        const made = await backUp(site, file, options);
        await recordBackup(parts, made);
        return made;
      }),
    vacuumSnapshot: (parent) => writing(site, () => takeVacuumSnapshot(site, parent)),
    restore: (file, options: CopyOptions = {}) =>
      writing(site, () => restoreBackup(site, connection, { file, options })),
    lastRestore: () => read(readRestoreMark),
  };
}
