import { readFileSync } from "node:fs";

import { StoreError } from "@memorymaster/core";
import Database from "better-sqlite3";
import { fileSize } from "./check-path.ts";

const MAX_BYTES = 64 * 1024 * 1024;

/** Read and write version in the header of the file: 2 asks for a write-ahead log, 1 for none. */
const VERSION_BYTES = [18, 19] as const;

/** Failures of a file that needs a log beside it where none can be made. */
const NEEDS_LOG = new Set(["store.read_only", "store.unavailable"]);

function isReadOnlyDisk(failure: unknown): boolean {
  if (!(failure instanceof StoreError) || !NEEDS_LOG.has(failure.code)) return false;
  return failure.code === "store.read_only" || failure.details["reason"] === "cannot_open";
}

/**
 * Reads a database from a disk or folder that cannot be written. SQLite opens no file there that uses a write-ahead log,
 * so a small one whose log is empty is read into memory as one without.
 *
 * @param failure what opening the file said; thrown again when the disk is not to blame
 * @throws StoreError `store.unavailable` when the file is too large or its log holds changes
 */
export function openFromMemory(path: string, failure: unknown): Database.Database {
  if (!isReadOnlyDisk(failure)) throw failure;
  if ((fileSize(path) ?? 0) > MAX_BYTES || (fileSize(`${path}-wal`) ?? 0) > 0) {
    throw new StoreError("store.unavailable", `${path} cannot be read where it is: copy it to a writable folder`, {
      details: { path, reason: "read_only_disk" },
      cause: failure,
    });
  }
  const bytes = readFileSync(path);
  for (const position of VERSION_BYTES) bytes[position] = 1;
  const connection = new Database(bytes, { readonly: true });
  connection.pragma("query_only = on");
  return connection;
}
