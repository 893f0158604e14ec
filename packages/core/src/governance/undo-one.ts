import type { Claim } from "../claims/claim.ts";
import type { ConflictError } from "../errors/errors.ts";
import type { JsonValue, MemoryEvent } from "../events/event.ts";
import { payloadOf } from "../events/payload-of.ts";
import { recordEvent } from "../events/record-event.ts";
import type { HistoryEntry } from "../ports/event-store.ts";
import { blockedUndo, namedEvents } from "./blocked-undo.ts";
import type { Effect } from "./event-effect.ts";
import { concernedClaims, laterChanges } from "./later-changes.ts";
import { requireUndoable } from "./require-undoable.ts";
import { restoreCitation } from "./restore-citation.ts";
import { restoreClaim, restorePointer } from "./restore-claim.ts";
import { restoreLink } from "./restore-link.ts";
import { restoreProposal } from "./restore-proposal.ts";
import { restoreWords } from "./restore-words.ts";
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
      ...(run.runId !== undefined && { run_id: run.runId }),
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
    const refusal = await undoOne(run, await requireEvent(run, id));
    if (refusal === undefined) undoIds.push(...run.undoEventIds.slice(-1));
  }
  return undoIds;
}

/** What came in new is put away, whatever it has become. */
function archiving({ status, confirmedBy }: Claim, now: string): Pick<Effect, "status" | "fields"> {
  const fields = { archived_at: now, ...(confirmedBy !== undefined && { confirmed_by: null }) };
  return { status: { from: "archived", to: status }, fields };
}

/** Why there is nothing left to undo. @throws ConflictError `undo.blocked` when later changes are in the way */
async function doneAlready(run: UndoRun, { event, effect }: Undone): Promise<ConflictError | undefined> {
  const { undoneBy, blockers } = await laterChanges(run.context.store, event, effect);
  if (undoneBy !== undefined) {
    const why = `event ${undoneBy} has undone it; undo event ${undoneBy} to do it again`;
    return blockedUndo(event, why, [{ id: undoneBy, claimId: event.claimId }]);
  }
  const { job } = run;
  const inTheWay = blockers.filter(({ id, runId }) => runId !== job?.runId || job === undefined || job.leftOut.has(id));
  if (inTheWay.length === 0) return undefined;
  throw blockedUndo(event, `${namedEvents(inTheWay)} changed the same later; undo that first`, inTheWay);
}

/**
 * Undoes one event with what belongs to it; its own undo event is the last.
 *
 * @returns the refusal of an event that is undone already: then nothing is written
 * @throws ConflictError `undo.blocked`
 */
export async function undoOne(run: UndoRun, entry: HistoryEntry): Promise<ConflictError | undefined> {
  const { event } = entry;
  const effect = requireUndoable(event);
  const undone: Undone = { ...entry, effect, told: { before: {}, restored: {}, payload: namesOf(event) } };
  // Before anything is said about them.
  for (const id of concernedClaims(effect)) await visibleClaim(run, id);
  const refusal = await doneAlready(run, undone);
  if (refusal !== undefined) return refusal;
  if (effect.arrived !== true) return apply(run, undone);
  const claim = await visibleClaim(run, effect.claimId);
  if (claim.status === "archived") return blockedUndo(event, `claim ${claim.id} is archived already`);
  return apply(run, { ...undone, effect: { ...effect, ...archiving(claim, run.now) } });
}

async function apply(run: UndoRun, undone: Undone): Promise<undefined> {
  const { status, appliedEventIds } = undone.effect;
  // Of one subject and predicate only one claim is confirmed: whoever steps back goes first.
  const takesRoom = status?.from === "confirmed";
  const early = takesRoom ? await undoApplied(run, appliedEventIds) : [];
  await restore(run, undone);
  const late = takesRoom ? [] : await undoApplied(run, appliedEventIds);
  await record(run, undone, [...early, ...late]);
}
