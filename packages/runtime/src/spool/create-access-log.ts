import { closeSync, fstatSync, ftruncateSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { accessNoteLine, randomIds, timestampOf } from "@memorymaster/core";
import type { AccessLog, Store } from "@memorymaster/core";

import type { Surroundings } from "../surroundings.ts";
import { drainSpool } from "./drain-spool.ts";
import { makeFolder } from "./spool-folder.ts";

/** Appends a whole line or nothing: a part of one would spoil the next too. */
function append(path: string, line: string): void {
  const file = openSync(path, "a", 0o600);
  const { size } = fstatSync(file);
  try {
    writeFileSync(file, line);
  } catch (error) {
    ftruncateSync(file, size);
    throw error;
  } finally {
    closeSync(file);
  }
}

/**
 * Notes in files of the folder, one for each process and day. What goes wrong there is said once, and keeps no reader
 * from its answer.
 */
export function createAccessLog({ clock, logger }: Surroundings, folder: string, store: Store): AccessLog {
  let isWarned = false;
  return {
    note: (uids) => {
      const nowMs = clock.nowMs();
      const at = timestampOf(nowMs);
      const line = accessNoteLine({ at, uids }, randomIds.uid(nowMs));
      if (line === undefined) return;
      try {
        makeFolder(folder);
        append(join(folder, `${process.pid}-${at.slice(0, 10)}.jsonl`), line);
      } catch (error) {
        const { code = "failed" } = error as NodeJS.ErrnoException;
        if (!isWarned) logger.log("warning", `The use of claims cannot be noted in ${folder}: ${code}`);
        isWarned = true;
      }
    },
    drain: () => drainSpool({ folder, store, clock }),
  };
}
