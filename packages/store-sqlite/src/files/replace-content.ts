import { existsSync } from "node:fs";

import { StoreError, timestampOf } from "@memorymaster/core";
import type { CopyOptions, JsonObject } from "@memorymaster/core";
import type { Database } from "better-sqlite3";
import { openConnection } from "../connection/open-connection.ts";
import { retryWhileBusy } from "../connection/retry-while-busy.ts";
import { throwIfStopped } from "./copy-database.ts";
import type { DatabaseSite } from "./database-site.ts";
import { readRestoreMark, readStoreId } from "./database-facts.ts";
import { stageContent } from "./stage-content.ts";
import type { StagedContent } from "./stage-content.ts";
import { syncFile } from "./sync-file.ts";

/** Whole numbers of the backup call end there. */
const ALL_PAGES = 0x7fffffff;

export interface Replacement {
  /** File of the new content. */
  readonly file: string;
  /** What it is known by: id of the snapshot, or name of the backup. */
  readonly source: string;
  readonly details: "snapshot_rollback" | "backup_restored";
  readonly options: CopyOptions;
  /**
   * Called while nobody can write to the live database and its content is still the old one.
   *
   * @returns payload of the event that says what happened
   */
  readonly beforeCopy: (live: Database, next: Database) => Promise<JsonObject>;
}

/**
 * Copies all pages into the live file in one transaction. The first step of a backup takes the write lock and copies
 * nothing when asked for no page: `prepare` runs under that lock, and the copy follows without letting it go.
 *
 * @throws StoreError `store.busy` when another connection has the lock: the call says so with a copy of no pages alone
 */
async function copyUnderLock(next: Database, path: string, prepare: () => Promise<void>): Promise<void> {
  let preparing: Promise<void> | undefined;
  let isReady = false;
  let failure: readonly [unknown] | undefined;
  const { totalPages } = await next.backup(path, {
    progress: () => {
      if (failure !== undefined) throw failure[0];
      preparing ??= prepare().then(
        () => void (isReady = true),
        (error: unknown) => void (failure = [error]),
      );
      return isReady ? ALL_PAGES : 0;
    },
  });
  if (totalPages > 0) return;
  throw new StoreError("store.busy", "Another process is writing to the database", { retryable: true });
}

/** Until the next checkpoint the new content stands in the log, which the copy has not waited for. */
function keepOnDisk(live: Database, path: string): void {
  if (existsSync(`${path}-wal`)) syncFile(`${path}-wal`);
  live.pragma("wal_checkpoint(truncate)");
}

interface Sides {
  readonly live: Database;
  readonly staged: StagedContent;
}

async function replaceBy({ live, staged }: Sides, site: DatabaseSite, wanted: Replacement): Promise<void> {
  const { clock, ids, path, busyTimeoutMs } = site;
  const nowMs = clock.nowMs();
  const mark = { mark: ids.uid(nowMs), source: wanted.source, at: timestampOf(nowMs) };
  const prepare = async (): Promise<void> => {
    const payload = await wanted.beforeCopy(live, staged.connection);
    throwIfStopped(wanted.options);
    await staged.identify({ event: { details: wanted.details, payload }, mark, storeId: readStoreId(live) });
  };
  // Without a log nobody can read what somebody is about to write: there the present state is saved first.
  const hasLog = live.pragma("journal_mode", { simple: true }) === "wal";
  if (!hasLog) await prepare();
  const underLock = hasLog ? prepare : async () => undefined;
  await retryWhileBusy(() => copyUnderLock(staged.connection, path, underLock), busyTimeoutMs);
  if (readRestoreMark(live)?.mark !== mark.mark) {
    throw new StoreError("store.unavailable", "The database kept its content", { retryable: true });
  }
  keepOnDisk(live, path);
}

/**
 * Replaces the content of the live database by that of another file, whole or not at all, at one moment. Other
 * connections to it, of this process and of others, go on with the new content.
 *
 * @throws StoreError as `stageContent`; `store.busy` when writers kept it locked for the whole waiting time
 */
export async function replaceContent(site: DatabaseSite, wanted: Replacement): Promise<void> {
  const live = await openConnection({ ...site, create: false });
  try {
    const pageSize = live.pragma("page_size", { simple: true }) as number;
    const staged = await stageContent(wanted.file, { site, pageSize, options: wanted.options });
    try {
      await replaceBy({ live, staged }, site, wanted);
    } finally {
      await staged.discard();
    }
  } finally {
    live.close();
  }
}
