import { constants } from "node:os";

import { ForbiddenError, requireOperator } from "@memorymaster/core";
import type { CopyOptions, DatabaseFiles } from "@memorymaster/core";
import type { MemoryMaster } from "@memorymaster/runtime";

import type { Access, CommandContext, Outcome } from "../command.ts";
import { createProgress } from "../output/progress.ts";

export interface OpenFiles {
  readonly files: DatabaseFiles;
  readonly master: MemoryMaster;
}

/**
 * Opens the database for work on it as a file.
 *
 * @throws ForbiddenError `access.denied` for a team and for a caller bound to a tenant, since a file holds everybody's
 *   claims, and for a database that is no file
 */
export async function openFiles(context: CommandContext, access: Access): Promise<OpenFiles> {
  if (context.globals.tenant !== undefined) {
    throw new ForbiddenError("access.denied", "A copy holds the claims of every tenant: leave out --tenant");
  }
  const master = await context.open(access);
  requireOperator(master.authority, "configure");
  const { files } = master.store;
  if (files !== undefined) return { files, master };
  const message = `${master.database.path} is no file that can be copied here: use the tool of its server, as pg_dump`;
  throw new ForbiddenError("access.denied", message);
}

/** Runs a copy and shows how far it is; SIGINT and SIGTERM end it as if it had never begun. */
export async function copying(
  context: CommandContext,
  copy: (options: CopyOptions) => Promise<Outcome>,
): Promise<Outcome> {
  const abort = new AbortController();
  let signal: "SIGINT" | "SIGTERM" | undefined;
  const ignore = context.io.onInterrupt((received) => {
    signal = received;
    abort.abort();
  });
  const progress = createProgress(context.io, "pages copied");
  const onProgress = (done: number, total: number): void => progress.show(done, done / total);
  try {
    return await copy({ signal: abort.signal, onProgress });
  } catch (error) {
    if (signal === undefined) throw error;
    const failure = { code: "PARTIAL", message: "Interrupted" } as const;
    return { data: null, text: () => "nothing was changed", failure, exit: 128 + constants.signals[signal] };
  } finally {
    progress.end();
    ignore();
  }
}

/** A command line that works on the same database as this one. */
export function sameDatabase({ globals }: CommandContext, command: string): string {
  if (globals.stealth) return `memorymaster ${command} --stealth`;
  const { db } = globals;
  if (db === undefined) return `memorymaster ${command}`;
  return `memorymaster ${command} --db ${/^[\w./:@+-]+$/.test(db) ? db : `'${db.replaceAll("'", `'\\''`)}'`}`;
}
