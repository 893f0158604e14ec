import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

import type { Clock } from "@memorymaster/core";

const DAY_MS = 86_400_000;

export interface PurgeOptions {
  readonly clock: Clock;
  /** Files that have not changed for so long go. Default two days. */
  readonly olderThanMs?: number | undefined;
}

/** The folder in which Claude's program keeps its sessions of a scratch folder. */
export function claudeTranscriptFolder(home: string, scratchFolder: string): string {
  return join(home, ".claude", "projects", scratchFolder.replace(/[^A-Za-z0-9]/g, "-"));
}

/**
 * Removes what programs have left of old sessions in folders that are theirs alone. Links are not followed.
 *
 * @returns how many files are gone; what cannot be removed stays for the next time
 */
export async function purgeTranscripts(folders: readonly string[], options: PurgeOptions): Promise<number> {
  const before = options.clock.nowMs() - (options.olderThanMs ?? 2 * DAY_MS);
  let removed = 0;
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries.filter((one) => one.isFile())) {
      if (await removeOld(join(entry.parentPath, entry.name), before)) removed += 1;
    }
  }
  return removed;
}

async function removeOld(path: string, beforeMs: number): Promise<boolean> {
  try {
    if ((await lstat(path)).mtimeMs >= beforeMs) return false;
    await rm(path);
    return true;
  } catch {
    // Another run was faster, or it may not be removed.
    return false;
  }
}
