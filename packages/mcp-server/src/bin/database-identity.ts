import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function factsOf(path: string): { dev: number; ino: number; size: number; mtimeMs: number } | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * What tells that an open database is not the one at its path any more: the file behind the name, and in a folder where
 * nothing can be written, from where a database is read at once and as a whole, its time and size.
 */
export function databaseIdentity(path: string): string | undefined {
  const file = factsOf(path);
  if (file === undefined) return undefined;
  const name = `${file.dev}:${file.ino}`;
  if (isWritable(dirname(path))) return name;
  return [name, file.mtimeMs, file.size, factsOf(`${path}-wal`)?.size ?? 0].join(":");
}
