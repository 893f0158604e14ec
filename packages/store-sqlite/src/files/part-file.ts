import { randomBytes } from "node:crypto";
import { closeSync, existsSync, linkSync, openSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";

const OWN_NAME = /\.[0-9a-f]{16}\.part(?:-journal|-wal|-shm)?$/;
const SIDE_FILES = ["", "-journal", "-wal", "-shm"];
/** A copy that has not been written to for so long was broken off with its process. */
const BROKEN_OFF_MS = 3_600_000;

/** Makes an empty file `<path>.<random>.part` that only its owner may read, for a copy that is not whole yet. */
export function createPartFile(path: string): string {
  const part = `${path}.${randomBytes(8).toString("hex")}.part`;
  closeSync(openSync(part, "wx", 0o600));
  return part;
}

export function removePartFile(path: string): void {
  for (const suffix of SIDE_FILES) rmSync(`${path}${suffix}`, { force: true });
}

/** Removes what copies left in our own folder that were broken off with their process; `part` is a fresh one. */
export function removeBrokenOff(folder: string, part: string): void {
  // Times of one file system: the clock of another machine may differ.
  const nowMs = statSync(part).mtimeMs;
  for (const name of readdirSync(folder).filter((file) => OWN_NAME.test(file))) {
    const path = join(folder, name);
    const writtenMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs;
    if (nowMs - writtenMs > BROKEN_OFF_MS) rmSync(path, { force: true });
  }
}

/**
 * Gives a finished copy its name, unless there is such a file.
 *
 * @returns whether it got it
 */
export function publishPartFile(part: string, path: string): boolean {
  if (existsSync(path)) return false;
  try {
    linkSync(part, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    // Not every file system has links.
    renameSync(part, path);
    return true;
  }
  rmSync(part);
  return true;
}

/**
 * Opens a copy that nobody else knows of. It leaves the write-ahead log, so that it is whole in its one file, and needs
 * no journal that outlives a crash.
 */
export function openPartFile(path: string): Database.Database {
  const connection = new Database(path);
  for (const setting of ["journal_mode = memory", "synchronous = off", "temp_store = memory", "foreign_keys = on"]) {
    connection.pragma(setting);
  }
  return connection;
}
