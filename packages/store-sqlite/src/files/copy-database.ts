import { StoreError } from "@memorymaster/core";
import type { CopyOptions } from "@memorymaster/core";
import type { Database } from "better-sqlite3";

/** 8 MiB of the usual pages: some milliseconds, after which others get a turn. */
const PAGES_PER_STEP = 2_000;

/** @throws StoreError `store.unavailable` with the reason `stopped` */
export function throwIfStopped({ signal }: CopyOptions): void {
  if (signal?.aborted !== true) return;
  throw new StoreError("store.unavailable", "The copy was stopped", { details: { reason: "stopped" } });
}

/** Copies all pages that a connection sees at this moment into an empty file; others may write meanwhile. */
export async function copyDatabase(source: Database, target: string, options: CopyOptions): Promise<void> {
  // In a transaction of its own: else every write of another process would make the copy begin again.
  source.exec("begin");
  try {
    source.pragma("schema_version");
    await source.backup(target, {
      progress: ({ totalPages, remainingPages }) => {
        throwIfStopped(options);
        options.onProgress?.(totalPages - remainingPages, totalPages);
        return PAGES_PER_STEP;
      },
    });
  } finally {
    source.exec("rollback");
  }
}
