import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";
import { join } from "node:path";

import { MAX_WALK_ENTRIES, SECRET_FILES, SKIPPED_FOLDERS } from "@memorymaster/steward";

/** One walk over a folder; grows as it goes on. */
export interface Walk {
  readonly root: string;
  readonly signal: AbortSignal | undefined;
  /** Entries that it may still meet. */
  entriesLeft: number;
  /** Whether it left something out that it should have met. */
  isCut: boolean;
}

export function startWalk(root: string, signal: AbortSignal | undefined): Walk {
  return { root, signal, entriesLeft: MAX_WALK_ENTRIES, isCut: false };
}

const holdsSecrets = (name: string): boolean => SECRET_FILES.some((secret) => secret.test(name.toLowerCase()));

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1);

async function entriesOf(walk: Walk, folder: string): Promise<readonly Dirent[]> {
  const entries: Dirent[] = [];
  try {
    for await (const entry of await opendir(join(walk.root, folder))) {
      walk.isCut ||= walk.entriesLeft === 0 || walk.signal?.aborted === true;
      if (walk.isCut) break;
      walk.entriesLeft -= 1;
      entries.push(entry);
    }
  } catch {
    // Gone meanwhile, or not ours to read.
    walk.isCut = true;
  }
  return entries.sort(byName);
}

/** Paths of regular files, with `/`; no link is followed. */
export async function* walkFiles(walk: Walk, folder = ""): AsyncGenerator<string> {
  for (const entry of await entriesOf(walk, folder)) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) yield* walkFiles(walk, path);
    if (entry.isFile() && !holdsSecrets(entry.name)) yield path;
  }
}
