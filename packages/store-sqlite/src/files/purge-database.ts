import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";

import type { Logger } from "@memorymaster/core";
import { fileSize } from "../connection/check-path.ts";

export interface PurgeOptions {
  readonly path: string;
  readonly logger: Logger | undefined;
  /** How long to wait in all for others who read or write. Default 30,000. */
  readonly waitMs?: number | undefined;
}

const WAIT_MS = 30_000;

/** A larger file is rewritten by way of a temporary file, which holds what the database holds then and is gone at once. */
const MAX_IN_MEMORY_BYTES = 256 * 1024 * 1024;

/**
 * Three steps, in this order. The text indexes are written anew: of rows that are no longer in one, it only notes that
 * they are gone. The file is written anew: secure deletion clears what is deleted where it stands, but not the copies of it
 * that a page keeps which was split when it was full (one to three of a hundred erased claims with long subjects had
 * one, in an index). The log, in which old pages stand, is cut off; each try is short, since it keeps writers waiting.
 *
 * It runs in a thread of its own, where it may sleep and block: a gigabyte takes seconds.
 */
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
const Database = require(workerData.driver);
const until = performance.now() + workerData.waitMs;

function isLogCut(database) {
  try {
    return database.pragma("wal_checkpoint(truncate)", { simple: true }) === 0;
  } catch (error) {
    if (error.code.startsWith("SQLITE_BUSY")) return false;
    throw error;
  }
}

function purge() {
  const database = new Database(workerData.path, { fileMustExist: true, timeout: workerData.waitMs });
  try {
    database.pragma("secure_delete = on");
    database.pragma("temp_store = " + workerData.tempStore);
    const optimize = (index) => "insert into " + index + " (" + index + ") values ('optimize')";
    for (const step of [optimize("claims_fts"), optimize("verbatim_fts"), "vacuum"]) {
      database.pragma("busy_timeout = " + Math.max(1, Math.round(until - performance.now())));
      database.exec(step);
    }
    database.pragma("busy_timeout = 50");
    while (!isLogCut(database)) {
      if (performance.now() >= until) return { code: "SQLITE_BUSY" };
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
    return {};
  } finally {
    database.close();
  }
}

try {
  parentPort.postMessage(purge());
} catch (error) {
  parentPort.postMessage({ code: error.code ?? String(error) });
}
`;

/** Runs the program and returns what kept it from its end, if anything did. */
function failureOf(workerData: unknown): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let failure: string | undefined = "ended early";
    new Worker(PROGRAM, { eval: true, workerData, env: {}, execArgv: [] })
      .on("message", ({ code }: { readonly code?: string }) => (failure = code))
      .on("error", reject)
      .on("exit", () => resolve(failure));
  });
}

/**
 * Takes out of the files of a database whatever deleted and overwritten rows have left in them. Others may have it open
 * and go on reading; writers wait while the file is rewritten.
 *
 * @returns `pending` when others, or a full disk, kept it from being done; then it is to be repeated
 */
export async function purgeDatabase({ path, logger, waitMs = WAIT_MS }: PurgeOptions): Promise<"done" | "pending"> {
  const driver = createRequire(import.meta.url).resolve("better-sqlite3");
  const tempStore = (fileSize(path) ?? 0) > MAX_IN_MEMORY_BYTES ? "file" : "memory";
  const failure = await failureOf({ driver, path, waitMs, tempStore });
  if (failure === undefined) return "done";
  logger?.log("warning", "What was erased could not be cut out of the database file yet", { path, reason: failure });
  return "pending";
}
