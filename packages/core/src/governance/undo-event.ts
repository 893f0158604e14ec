import { authorize } from "../access/authority.ts";
import { governingViewer } from "../access/governing-viewer.ts";
import { timestampOf } from "../claims/time.ts";
import { InvalidInputError } from "../errors/errors.ts";
import type { JsonValue, MemoryEvent } from "../events/event.ts";
import { payloadOf } from "../events/payload-of.ts";
import { recordEvent } from "../events/record-event.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { HistoryEntry } from "../ports/event-store.ts";
import { blockedUndo, namedEvents } from "./blocked-undo.ts";
import { checkActor, checkReason } from "./check-actor.ts";
import { concernedClaims, laterChanges } from "./later-changes.ts";
import { requireUndoable } from "./require-undoable.ts";
import { restoreCitation } from "./restore-citation.ts";
import { restoreClaim, restorePointer } from "./restore-claim.ts";
import { restoreLink } from "./restore-link.ts";
import { restoreProposal } from "./restore-proposal.ts";
import { restoreWords } from "./restore-words.ts";
import { runOrRehearse } from "./run-or-rehearse.ts";
import type { ReversibleOptions, UndoResult } from "./types.ts";
import { requireEvent, visibleClaim } from "./undo-run.ts";
import type { Undone, UndoRun } from "./undo-run.ts";

/** What an event names beside its values; its undo names the same, so that it can be read the same way. */
const NAMED = ["replaced_by_claim_id", "target_id", "link_type"] as const;

function namesOf(event: MemoryEvent): Record<string, JsonValue> {
  const payload = payloadOf(event) ?? {};
  return Object.fromEntries(NAMED.flatMap((name) => (payload[name] === undefined ? [] : [[name, payload[name]]])));
}

async function restore(run: UndoRun, undone: Undone): Promise<void> {
  const { claimId } = undone.effect;
  await restoreClaim(run, undone, await visibleClaim(run, claimId));
  await restorePointer(run, undone, claimId);
  await restoreLink(run, undone);
  await restoreCitation(run, undone);
  await restoreWords(run, undone);
  await restoreProposal(run, undone);
}

async function record(
  run: UndoRun,
  { event, effect, told }: Undone,
  appliedEventIds: readonly number[],
): Promise<void> {
  const { claimId, status } = effect;
  const { before, restored, payload, words } = told;
  const id = await recordEvent(run.context.store, {
    claimId,
    eventType: "undo",
    fromStatus: status?.to,
    toStatus: status?.from,
    details: run.reason,
    payload: {
      ...payload,
      undoes_event_id: event.id,
      undone_type: event.eventType,
      actor: run.actor,
      before,
      restored,
      ...(appliedEventIds.length > 0 && { applied_event_ids: appliedEventIds }),
    },
    content: words,
    tenantId: event.tenantId,
    createdAt: run.now,
  });
  const claim = await visibleClaim(run, claimId);
  run.undoEventIds.push(id);
  run.restored.push({ claimId, fromStatus: status?.to ?? claim.status, toStatus: claim.status, fields: restored });
}

/** Undoes, newest first, what the same decision did besides; what was undone by itself already stays. */
async function undoApplied(run: UndoRun, ids: readonly number[]): Promise<readonly number[]> {
  const undoIds: number[] = [];
  for (const id of ids.toReversed()) {
    const entry = await requireEvent(run, id);
    const effect = requireUndoable(entry.event);
    const { undoneBy } = await laterChanges(run.context.store, entry.event, effect);
    if (undoneBy !== undefined) continue;
    await undoOne(run, entry);
    undoIds.push(...run.undoEventIds.slice(-1));
  }
  return undoIds;
}

/** Undoes one event with what belongs to it; its own undo event is the last. */
async function undoOne(run: UndoRun, entry: HistoryEntry): Promise<void> {
  const { event } = entry;
  const effect = requireUndoable(event);
  const undone: Undone = { ...entry, effect, told: { before: {}, restored: {}, payload: namesOf(event) } };
  // Before anything is said about them.
  for (const id of concernedClaims(effect)) await visibleClaim(run, id);
  const { undoneBy, blockers } = await laterChanges(run.context.store, event, effect);
  if (undoneBy !== undefined) {
    const why = `event ${undoneBy} has undone it; undo event ${undoneBy} to do it again`;
    throw blockedUndo(event, why, [{ id: undoneBy, claimId: event.claimId }]);
  }
  if (blockers.length > 0) {
    throw blockedUndo(event, `${namedEvents(blockers)} changed the same later; undo that first`, blockers);
  }
  // Of one subject and predicate only one claim is confirmed: whoever steps back goes first.
  const takesRoom = effect.status?.from === "confirmed";
  const early = takesRoom ? await undoApplied(run, effect.appliedEventIds) : [];
  await restore(run, undone);
  const late = takesRoom ? [] : await undoApplied(run, effect.appliedEventIds);
  await record(run, undone, [...early, ...late]);
}

/**
 * Takes back what one event changed, by a new event; nothing is deleted. The undo of an undo does it again. With a
 * decision goes what it did besides: a confirmation that superseded another claim, the changes of an approved proposal.
 *
 * @throws NotFoundError `event.not_found`
 * @throws ConflictError `undo.blocked`: the event is undone already, is of a kind that is not undone, or later events in
 *   effect changed the same; `details.blocked` names them by claim. `claim.frozen` when a claim would be confirmed.
 */
export async function undoEvent(
  context: MemoryContext,
  eventId: number,
  options: ReversibleOptions,
): Promise<UndoResult> {
  authorize(context.authority, "steward");
  const actor = checkActor(context, options.actor);
  const reason = checkReason(options.reason);
  if (!Number.isSafeInteger(eventId) || eventId < 1) {
    throw new InvalidInputError("input.invalid", "An event is named by its id, a whole number of at least 1", {
      details: { field: "event" },
    });
  }
  const work = async (): Promise<UndoResult> => {
    const run: UndoRun = {
      context,
      viewer: governingViewer(context.authority),
      actor,
      reason,
      now: timestampOf(context.clock.nowMs()),
      undoEventIds: [],
      restored: [],
    };
    await undoOne(run, await requireEvent(run, eventId));
    return { undoEventIds: options.dryRun === true ? [] : run.undoEventIds, restored: run.restored, blocked: [] };
  };
  return runOrRehearse(context.store, work, options);
}
