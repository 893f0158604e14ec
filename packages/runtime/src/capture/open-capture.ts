import type { CaptureCursors } from "@memorymaster/bridges";
import { requireOperator } from "@memorymaster/core";

import type { MemoryMaster } from "../open-memory-master.ts";
import type { OpenOptions } from "../open-options.ts";
import { readSurroundings } from "../surroundings.ts";
import { createCaptureCursors } from "./capture-cursors.ts";
import { folderScope } from "./folder-scope.ts";

/** What a capture of transcripts needs besides the memory. */
export interface Capture {
  readonly cursors: CaptureCursors;
  /** Scope of what is said in a session that began in this folder. */
  readonly scopeOf: (cwd: string | undefined) => Promise<string>;
}

/**
 * The capture into an opened memory.
 *
 * @param options those that the memory was opened with
 * @throws ForbiddenError `access.denied` for everyone but the local operator
 */
export function openCapture(options: OpenOptions, master: MemoryMaster): Capture {
  requireOperator(master.authority, "ingest");
  // What the configuration says about itself was logged when the memory was opened.
  const surroundings = readSurroundings({ ...options, writeLog: () => undefined });
  return { cursors: createCaptureCursors(surroundings), scopeOf: folderScope(surroundings, master.store) };
}
