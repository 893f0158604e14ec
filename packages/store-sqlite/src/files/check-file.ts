import { randomInt } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { StoreError, timestampOf } from "@memorymaster/core";
import type { CheckpointResult, Clock, DatabaseFiles, FileCheck } from "@memorymaster/core";
import type { Database } from "better-sqlite3";
import { fileSize } from "../connection/check-path.ts";
import { openConnection } from "../connection/open-connection.ts";
import type { ConnectionOptions } from "../connection/open-connection.ts";
import { translateError } from "../connection/translate-error.ts";
import { quickFindings } from "./quick-check.ts";

export interface FileCheckParts {
  /** How the store itself was opened. */
  readonly connection: ConnectionOptions;
  readonly clock: Clock;
  /** How long a checkpoint waits in all for those who read or write. Default 30,000. */
  readonly patienceMs?: number | undefined;
}

const PATIENCE_MS = 30_000;
const LONGEST_PAUSE_MS = 200;
/** The first findings say enough; a badly damaged file has thousands. */
const SHOWN_FINDINGS = 10;

/** A heading, and what SQLite says about an index of FTS5, which has a check and a repair of its own. */
const PASSED_OVER = /^\*\*\* in database|\bfts5\b/i;

/** Failures that mean the file is damaged, and not that it is busy or out of reach. */
const IS_DAMAGE: ReadonlySet<unknown> = new Set(["corrupt", "not_a_database", "io_error"]);

async function withConnection<T>(
  options: ConnectionOptions,
  work: (connection: Database) => T | Promise<T>,
): Promise<T> {
  const connection = await openConnection(options);
  try {
    return await work(connection);
  } catch (error) {
    throw translateError(error);
  } finally {
    connection.close();
  }
}

/** What SQLite says before it gives up, and why it did when it said nothing. */
function* saidBy(connection: Database, pragma: string): Iterable<string> {
  try {
    for (const row of connection.prepare(`pragma ${pragma}`).pluck().iterate()) yield* String(row).split("\n");
  } catch (error) {
    yield translateError(error).message;
  }
}

function findings(said: Iterable<string>): string {
  const own = [...said].filter((line) => line !== "ok" && !PASSED_OVER.test(line));
  return own.length === 0 ? "ok" : own.slice(0, SHOWN_FINDINGS).join("; ");
}

function orphansByTable(connection: Database): Readonly<Record<string, number>> {
  const rows = connection
    .prepare(`select "table", count(*) from pragma_foreign_key_check group by 1 order by 1`)
    .raw()
    .all() as readonly (readonly [string, number])[];
  return Object.fromEntries(rows);
}

async function checkFile(options: ConnectionOptions): Promise<FileCheck> {
  try {
    return await withConnection({ ...options, readOnly: true }, (connection) => {
      if (options.readOnly)
        return { quickCheck: findings(saidBy(connection, "integrity_check")), foreignKeys: undefined };
      const quickCheck = findings(saidBy(connection, "quick_check"));
      return { quickCheck, foreignKeys: quickCheck === "ok" ? orphansByTable(connection) : undefined };
    });
  } catch (error) {
    if (!(error instanceof StoreError) || !IS_DAMAGE.has(error.details["reason"])) throw error;
    return { quickCheck: error.message, foreignKeys: undefined };
  }
}

interface Progress {
  readonly busy: number;
  readonly log: number;
  readonly checkpointed: number;
}

/** Cuts the log off as soon as nobody reads or writes; each try is short, since it keeps writers waiting. */
async function checkpoint(connection: Database, patienceMs: number): Promise<Progress> {
  const startedAt = performance.now();
  for (let pause = 1; ; pause = Math.min(LONGEST_PAUSE_MS, 2 * pause)) {
    const [tried] = connection.pragma("wal_checkpoint(truncate)") as readonly [Progress];
    if (tried.busy === 0 || performance.now() - startedAt >= patienceMs) return tried;
    await sleep(randomInt(pause, 2 * pause));
  }
}

/** Checks of a database as a file. They use connections of their own: nobody's transaction is in their way. */
export function createFileCheck({
  connection: options,
  clock,
  patienceMs = PATIENCE_MS,
}: FileCheckParts): Pick<DatabaseFiles, "check" | "quickCheck" | "checkpoint" | "sentinel" | "isFrozen" | "freeze"> {
  const sentinel = `${options.path}.integrity-failed`;
  return {
    check: () => checkFile(options),
    quickCheck: async (limitMs) => {
      const found = await quickFindings(options.path, limitMs);
      return found && { quickCheck: findings(found.said), foreignKeys: found.foreignKeys };
    },
    checkpoint: async () => {
      if (options.readOnly) throw new StoreError("store.read_only", "The store was opened for reading only");
      return withConnection({ ...options, create: false }, async (connection): Promise<CheckpointResult> => {
        const { busy, log, checkpointed } = await checkpoint(connection, patienceMs);
        return {
          busy: busy !== 0,
          logFrames: Math.max(0, log),
          checkpointedFrames: Math.max(0, checkpointed),
          walBytes: fileSize(`${options.path}-wal`) ?? 0,
        };
      });
    },
    sentinel,
    isFrozen: () => existsSync(sentinel),
    freeze: async () => {
      if (existsSync(sentinel)) return;
      const found = `A check found this database damaged at ${timestampOf(clock.nowMs())}.`;
      try {
        writeFileSync(sentinel, `${found} Nothing is promoted until this file is removed.\n`, { mode: 0o600 });
      } catch (cause) {
        throw new StoreError("store.unavailable", `${sentinel} cannot be written`, { cause });
      }
    },
  };
}
