import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import type { CaptureCursor, CaptureCursors, CaptureStream } from "@memorymaster/bridges";
import { sha256Hex, StoreError, timestampOf, UNIT_SEPARATOR } from "@memorymaster/core";

import { absolutePath } from "../choose-database.ts";
import { homeFolder, variable } from "../environment.ts";
import { makeFolder, spoolFolder } from "../spool/spool-folder.ts";
import type { Surroundings } from "../surroundings.ts";

const VARIABLE = "MEMORYMASTER_CAPTURE_STATE_DB";

/** A database that was made anew under an old name has nothing of what an earlier one took in. */
function databaseKey(surroundings: Surroundings): string {
  const { database } = surroundings;
  const file = database.kind === "sqlite" ? statSync(database.target, { throwIfNoEntry: false }) : undefined;
  return [basename(spoolFolder(surroundings) ?? ""), file?.ino, file?.birthtimeMs].join(UNIT_SEPARATOR);
}

/** The cursor in a file; none where the file is missing or broken, so that the work begins anew. */
function readCursor(path: string): CaptureCursor | undefined {
  try {
    const value = JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, unknown>>;
    const { transcript_path_hash: pathHash, prefix_hash: prefixHash, committed_offset: offset } = value;
    const isWhole = typeof pathHash === "string" && typeof prefixHash === "string" && typeof offset === "number";
    return isWhole ? { pathHash, prefixHash, offset } : undefined;
  } catch {
    return undefined;
  }
}

/** Whole or not at all: another process reads the old cursor or the new one. */
function replaceFile(path: string, text: string): void {
  const part = `${path}.${process.pid}.part`;
  writeFileSync(part, text, { mode: 0o600 });
  renameSync(part, path);
}

/**
 * Cursors of one database, each in a small file of its own, named by a hash; no path and no session stands in it. The
 * folder is named by `MEMORYMASTER_CAPTURE_STATE_DB`, default `~/.memorymaster/capture-cursors`.
 *
 * @throws StoreError `store.unavailable`, by `commit`, when the folder cannot be used
 */
export function createCaptureCursors(surroundings: Surroundings): CaptureCursors {
  const { env, clock } = surroundings;
  const named = variable(env, VARIABLE) ?? join(homeFolder(env), ".memorymaster", "capture-cursors");
  const folder = absolutePath(named, surroundings);
  const database = databaseKey(surroundings);
  const fileOf = ({ session, operation }: CaptureStream): string =>
    join(folder, `${sha256Hex([database, session, operation].join(UNIT_SEPARATOR))}.json`);
  return {
    get: async (stream) => readCursor(fileOf(stream)),
    commit: async (stream, { pathHash, prefixHash, offset }) => {
      const path = fileOf(stream);
      const known = readCursor(path);
      const isSame = known?.pathHash === pathHash && known.prefixHash === prefixHash;
      if (isSame && known.offset >= offset) return;
      const row = { transcript_path_hash: pathHash, prefix_hash: prefixHash, committed_offset: offset };
      try {
        makeFolder(folder);
        replaceFile(path, `${JSON.stringify({ ...row, updated_at: timestampOf(clock.nowMs()) })}\n`);
      } catch (error) {
        const { code = "failed" } = error as NodeJS.ErrnoException;
        const message = `The state of the capture cannot be kept in ${folder}: ${code}`;
        throw new StoreError("store.unavailable", message, { cause: error });
      }
    },
  };
}
