import { authorize } from "../access/authority.ts";
import { governingViewer } from "../access/governing-viewer.ts";
import { timestampOf } from "../claims/time.ts";
import { InvalidInputError } from "../errors/errors.ts";
import type { MemoryContext } from "../memory-types.ts";
import { checkActor, checkReason } from "./check-actor.ts";
import { runOrRehearse } from "./run-or-rehearse.ts";
import type { UndoOptions, UndoResult } from "./types.ts";
import { undoJob } from "./undo-job.ts";
import { undoOne } from "./undo-one.ts";
import { requireEvent } from "./undo-run.ts";
import type { UndoRun } from "./undo-run.ts";

/**
 * Takes back what one event changed, by a new event; nothing is deleted. The undo of an undo does it again. With a
 * decision goes what it did besides: a confirmation that superseded another claim, the changes of an approved proposal.
 * With `run` the whole job of the event is taken back (`undoJob`).
 *
 * @throws NotFoundError `event.not_found`
 * @throws ConflictError `undo.blocked`: the event is undone already, is of a kind that is not undone, or later events in
 *   effect changed the same; `details.blocked` names them by claim. `claim.frozen` when a claim would be confirmed.
 */
export async function undoEvent(context: MemoryContext, eventId: number, options: UndoOptions): Promise<UndoResult> {
  authorize(context.authority, "steward");
  const actor = checkActor(context, options.actor);
  const reason = checkReason(options.reason);
  if (!Number.isSafeInteger(eventId) || eventId < 1) {
    throw new InvalidInputError("input.invalid", "An event is named by its id, a whole number of at least 1", {
      details: { field: "event" },
    });
  }
  const begin = (): UndoRun => ({
    context,
    viewer: governingViewer(context.authority),
    actor,
    reason,
    now: timestampOf(context.clock.nowMs()),
    undoEventIds: [],
    restored: [],
  });
  if (options.run === true) {
    const run = begin();
    return undoJob(run, (await requireEvent(run, eventId)).event, options);
  }
  const work = async (): Promise<UndoResult> => {
    const run = begin();
    const refusal = await undoOne(run, await requireEvent(run, eventId));
    if (refusal !== undefined) throw refusal;
    return { undoEventIds: options.dryRun === true ? [] : run.undoEventIds, restored: run.restored, blocked: [] };
  };
  return runOrRehearse(context.store, work, options);
}
