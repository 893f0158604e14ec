import { constants } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";

import type { UndoOptions } from "@memorymaster/core";

import type { CommandContext, Outcome } from "../command.ts";
import { confirm } from "../input/confirm.ts";
import { paintFor } from "../output/paint.ts";
import { createProgress } from "../output/progress.ts";

type Watching = Pick<UndoOptions, "signal" | "onProgress">;

/** Undoes a job, or tells what that would do. */
export type UndoJob = (dryRun: boolean, watching: Watching) => Promise<Outcome>;

/** Runs work and shows how far it is; the first SIGINT or SIGTERM ends it after the transaction that is running. */
export async function watched(
  { io }: CommandContext,
  work: (watching: Watching) => Promise<Outcome>,
): Promise<Outcome> {
  const abort = new AbortController();
  let received: "SIGINT" | "SIGTERM" | undefined;
  const ignore = io.onInterrupt((signal) => {
    received = signal;
    abort.abort();
  });
  const progress = createProgress(io, "events");
  const onProgress: Watching["onProgress"] = async (done, total) => {
    progress.show(done, total === undefined ? undefined : done / total);
    // A file is worked on without a pause in which a signal could come through.
    await nextTurn();
  };
  try {
    const outcome = await work({ signal: abort.signal, onProgress });
    if (received === undefined) return outcome;
    const message = "Interrupted: what is reported as undone is undone, and the same command completes it";
    return { ...outcome, failure: { code: "PARTIAL", message }, exit: 128 + constants.signals[received] };
  } finally {
    progress.end();
    ignore();
  }
}

/** Shows what the undo of a job would do, and does it when a person agrees. */
export async function undoOnceConfirmed(context: CommandContext, undoIt: UndoJob): Promise<Outcome> {
  const planned = await watched(context, (watching) => undoIt(true, watching));
  if (planned.exit !== undefined) return planned;
  const { io, globals } = context;
  const question = `${planned.text(paintFor(io.stderr, io, globals.color))}\nUndo the job?`;
  if (await confirm(io, question)) return watched(context, (watching) => undoIt(false, watching));
  return { ...planned, failure: { code: "NOT_CONFIRMED", message: "Nothing was changed: --yes confirms it" } };
}
