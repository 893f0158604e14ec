import { closeSync, fsyncSync, openSync } from "node:fs";

/**
 * Waits until the disk holds what was written to a file.
 *
 * Never for a database that is open: closing any handle of a file drops the locks that this process holds on it.
 */
export function syncFile(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The same for the names in a folder, where the system can do it. */
export function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
