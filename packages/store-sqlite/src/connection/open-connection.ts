import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";

import { StoreError } from "@memorymaster/core";
import type { Logger } from "@memorymaster/core";
import Database from "better-sqlite3";
import { checkPath, IN_MEMORY } from "./check-path.ts";
import { openFromMemory } from "./open-from-memory.ts";
import { NATIVE_WAIT_MS, retryWhileBusy } from "./retry-while-busy.ts";

export interface ConnectionOptions {
  /** Absolute, or `:memory:`. */
  readonly path: string;
  readonly readOnly: boolean;
  readonly create: boolean;
  readonly synchronous: "full" | "normal";
  readonly busyTimeoutMs: number;
  readonly logger: Logger | undefined;
}

type Connection = Database.Database;

function pragma(connection: Connection, text: string, options: ConnectionOptions): Promise<unknown> {
  return retryWhileBusy(() => connection.pragma(text, { simple: true }), options.busyTimeoutMs);
}

/** WAL lets readers go on beside the writer. Some network shares cannot do it; there the file works with less speed. */
async function useWal(connection: Connection, options: ConnectionOptions): Promise<void> {
  const mode = await pragma(connection, "journal_mode = wal", options);
  if (mode === "wal" || options.path === IN_MEMORY) return;
  options.logger?.log("warning", "The database cannot use a write-ahead log here; readers wait for writers", {
    path: options.path,
    journal_mode: mode,
  });
}

async function setUpWriter(connection: Connection, options: ConnectionOptions): Promise<void> {
  await useWal(connection, options);
  // After the switch: WAL mode comes with a synchronous setting of its own.
  await pragma(connection, `synchronous = ${options.synchronous}`, options);
  await pragma(connection, "secure_delete = on", options);
  // What a statement or savepoint needs to undo itself would go to a file beside the others: slow, and claim text in it.
  await pragma(connection, "temp_store = memory", options);
  await pragma(connection, "foreign_keys = on", options);
}

async function setUpReader(connection: Connection, options: ConnectionOptions): Promise<void> {
  await pragma(connection, "query_only = on", options);
  // The first look into the file: a damaged or foreign one shows here.
  await pragma(connection, "schema_version", options);
}

function isWritable(path: string): boolean {
  try {
    for (const target of [path, dirname(path)]) accessSync(target, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** What to make of a file that SQLite could not open although it is there. */
function explain(error: unknown, { path }: ConnectionOptions): unknown {
  const cannotOpen = error instanceof StoreError && error.details["reason"] === "cannot_open";
  if (!cannotOpen || isWritable(path)) return error;
  return new StoreError("store.read_only", `${path} or its folder cannot be written`, {
    details: { path },
    cause: error,
  });
}

async function openWriter(options: ConnectionOptions): Promise<Connection> {
  const connection = await retryWhileBusy(
    () => new Database(options.path, { timeout: Math.min(NATIVE_WAIT_MS, options.busyTimeoutMs) }),
    options.busyTimeoutMs,
  );
  try {
    await setUpWriter(connection, options);
    return connection;
  } catch (error) {
    connection.close();
    throw explain(error, options);
  }
}

async function openReader(options: ConnectionOptions): Promise<Connection> {
  const timeout = Math.min(NATIVE_WAIT_MS, options.busyTimeoutMs);
  const connection = await retryWhileBusy(
    () => new Database(options.path, { readonly: true, fileMustExist: true, timeout }),
    options.busyTimeoutMs,
  );
  try {
    await setUpReader(connection, options);
    return connection;
  } catch (error) {
    connection.close();
    return openFromMemory(options.path, error);
  }
}

/**
 * The only place that opens a database: every connection gets the same settings.
 *
 * @throws StoreError `store.missing`, `store.unavailable`, `store.read_only`, `store.busy`
 */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  checkPath(options.path, options.create && !options.readOnly);
  return options.readOnly ? openReader(options) : openWriter(options);
}
