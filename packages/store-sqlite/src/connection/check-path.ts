import { closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

import { StoreError } from "@memorymaster/core";

/** A database that lives and ends with its connection. */
export const IN_MEMORY = ":memory:";

const MISSING_CODES = new Set(["ENOENT", "ENOTDIR"]);

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code);

function missingDatabase(path: string): StoreError {
  return new StoreError("store.missing", `There is no database at ${path}`, { details: { path } });
}

function unavailable(path: string, why: string, reason: string): StoreError {
  return new StoreError("store.unavailable", `${path} ${why}`, { details: { path, reason } });
}

/** Size in bytes, or `undefined` when there is no such file. */
export function fileSize(path: string): number | undefined {
  try {
    return statSync(path).size;
  } catch (error) {
    if (MISSING_CODES.has(codeOf(error))) return undefined;
    throw unavailable(path, "cannot be read", "unreadable");
  }
}

function isFolder(path: string): boolean {
  return fileSize(path) !== undefined && statSync(path).isDirectory();
}

/**
 * Makes a folder and those above it. Step by step, since the recursive call of Node 20 never ends where the system
 * refuses with "no such file" (`/proc`).
 */
export function createPrivateFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  if (dirname(folder) !== folder) createPrivateFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** Only the owner may read it: created before SQLite does, which would go by the process's mask. */
function createPrivateFile(path: string): void {
  try {
    createPrivateFolder(dirname(path));
    closeSync(openSync(path, "a", 0o600));
  } catch (error) {
    throw unavailable(path, "cannot be created", codeOf(error) === "EROFS" ? "read_only_disk" : "cannot_create");
  }
}

/**
 * Makes sure that there is a file to open.
 *
 * @throws StoreError `store.missing` when there is none and none may be created, `store.unavailable` when the path is a
 *   folder or the file cannot be created
 */
export function checkPath(path: string, mayCreate: boolean): void {
  if (path === IN_MEMORY) return;
  if (isFolder(path)) throw unavailable(path, "is a folder", "is_folder");
  if (fileSize(path) !== undefined) return;
  if (!mayCreate) throw missingDatabase(path);
  createPrivateFile(path);
}
