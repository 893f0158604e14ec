import type { Claim } from "../claims/claim.ts";
import { findTupleHolder, requireNotFrozen } from "../claims/require-confirmable.ts";
import { pointBack, replacementFault } from "../claims/supersede.ts";
import { updateClaim } from "../claims/update-claim.ts";
import type { ClaimPatch } from "../ports/claim-store.ts";
import { blockedUndo, namedEvents } from "./blocked-undo.ts";
import type { Effect } from "./event-effect.ts";
import { laterEvents } from "./later-changes.ts";
import { presentValues, RESTORABLE_FIELDS } from "./restorable-fields.ts";
import type { RestorableField } from "./restorable-fields.ts";
import { tell, visibleClaim } from "./undo-run.ts";
import type { Undone, UndoRun } from "./undo-run.ts";

function patchOf(claim: Claim, { status, fields }: Pick<Effect, "status" | "fields">, now: string): ClaimPatch {
  const values = Object.entries(fields).map(([name, value]) => [
    RESTORABLE_FIELDS[name as RestorableField],
    value ?? undefined,
  ]);
  const isPinAlone = status === undefined && Object.keys(fields).every((name) => name === "pinned");
  return {
    ...(Object.fromEntries(values) as Partial<ClaimPatch>),
    ...(status !== undefined && { status: status.from }),
    updatedAt: isPinAlone ? claim.updatedAt : now,
  };
}

/** At most one claim is confirmed for a subject and predicate, and none while promotions are frozen. */
async function requireRoom({ context }: UndoRun, { event }: Undone, claim: Claim): Promise<void> {
  requireNotFrozen(context.store);
  const holder = await findTupleHolder(context.store, claim);
  if (holder === undefined) return;
  const later = await laterEvents(context.store, [holder.id], event.id);
  const taking = later.filter(({ toStatus }) => toStatus === "confirmed").slice(0, 1);
  const since = taking.length === 0 ? "" : ` since ${namedEvents(taking)}`;
  const why = `${holder.humanId} (claim ${holder.id}) is confirmed for the same subject and predicate${since}`;
  throw blockedUndo(event, why, taking);
}

/** The claim in a line of replacements that was replaced by `id`, if any. */
async function leadsBackTo(run: UndoRun, from: Claim, id: number): Promise<Claim | undefined> {
  let claim = from;
  while (claim.replacedByClaimId !== undefined && claim.replacedByClaimId !== id) {
    claim = await visibleClaim(run, claim.replacedByClaimId);
  }
  return claim.replacedByClaimId === id ? claim : undefined;
}

/**
 * A claim that is superseded again needs its replacement as it was when it was replaced: one that was retired meanwhile
 * would leave nothing, and one that has been replaced by the claim itself a circle.
 */
async function requireReplacement(run: UndoRun, { event }: Undone, claim: Claim): Promise<void> {
  if (claim.replacedByClaimId === undefined) throw blockedUndo(event, `claim ${claim.id} would have no replacement`);
  const replacement = await visibleClaim(run, claim.replacedByClaimId);
  const fault = replacementFault({ old: claim, replacement });
  if (fault === undefined) return;
  const successor = (await leadsBackTo(run, replacement, claim.id)) ?? replacement;
  const later = await laterEvents(run.context.store, [successor.id], event.id);
  const retiring = later.filter(({ fromStatus, toStatus }) => fromStatus !== toStatus).slice(0, 1);
  if (retiring.length === 0) return;
  throw blockedUndo(event, `claim ${successor.id} is ${successor.status} since ${namedEvents(retiring)}`, retiring);
}

type Change = Readonly<Record<"before" | "after", Claim>>;

async function checkRestored(run: UndoRun, undone: Undone, change: Change): Promise<void> {
  const { before, after } = change;
  const { event, effect } = undone;
  const { status, fields } = effect;
  const isOther = status !== undefined && before.status !== status.to;
  if (isOther || (after.confirmedBy !== undefined && after.status !== "confirmed")) {
    throw blockedUndo(event, `claim ${before.id} is not in the state that the event left`);
  }
  if (after.status === before.status) return;
  if (after.status === "confirmed") await requireRoom(run, undone, after);
  if (after.status === "superseded" && fields.replaced_by_claim_id !== undefined) {
    await requireReplacement(run, undone, after);
  }
}

/** Values to set back: all of them are as the event left them, but for the tier, which follows use without an event. */
function unmovedFields({ event, effect }: Undone, claim: Claim): Effect["fields"] {
  const { fields, left } = effect;
  if (left === undefined) return fields;
  const present = presentValues(claim, Object.keys(fields) as RestorableField[]);
  const moved = new Set(Object.keys(fields).filter((name) => present[name] !== left[name]));
  if ([...moved].some((name) => name !== "tier")) {
    throw blockedUndo(event, `claim ${claim.id} is not in the state that the event left`);
  }
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !moved.has(name)));
}

/**
 * Sets status and values of the claim's own row back.
 *
 * @throws ConflictError `undo.blocked` when the rules of the lifecycle, but for its direction, forbid what would be
 */
export async function restoreClaim(run: UndoRun, undone: Undone, claim: Claim): Promise<void> {
  const { status } = undone.effect;
  const fields = unmovedFields(undone, claim);
  const names = Object.keys(fields) as RestorableField[];
  if (status === undefined && names.length === 0) return;
  const patch = patchOf(claim, { status, fields }, run.now);
  const after: Claim = { ...claim, ...patch };
  await checkRestored(run, undone, { before: claim, after });
  await updateClaim(run.context.store, claim, patch);
  tell(undone, presentValues(claim, names), presentValues(after, names));
  if (undone.told.payload["replaced_by_claim_id"] === undefined) await turnPointers(run, { before: claim, after });
}

/** What came from another store tells of the replaced claim alone: the replacement points back at it, or no more. */
async function turnPointers(run: UndoRun, { before, after }: Change): Promise<void> {
  const [former, present] = [before.replacedByClaimId, after.replacedByClaimId];
  if (former === present) return;
  const turn = async (id: number | undefined, from: number | undefined, to: number | undefined): Promise<void> => {
    const replacement = id === undefined ? undefined : await visibleClaim(run, id);
    if (replacement === undefined || replacement.supersedesClaimId !== from) return;
    const { updatedAt } = replacement;
    await updateClaim(run.context.store, replacement, { supersedesClaimId: to, updatedAt });
  };
  await turn(former, before.id, undefined);
  // One that replaced several has the others linked, and keeps its pointer for the one that it was.
  const links = present === undefined ? [] : await run.context.store.links.listOf(before.id, "supersedes");
  if (!links.some(({ sourceId, targetId }) => sourceId === present && targetId === before.id)) {
    await turn(present, undefined, before.id);
  }
}

/** Turns the replacement's pointer away from the claim, or to it again: as a supersession does, unless it was moved. */
export async function restorePointer(run: UndoRun, undone: Undone, claimId: number): Promise<void> {
  const { pointer } = undone.effect;
  if (pointer === undefined) return;
  const { wasSet, former } = pointer;
  const replacement = await visibleClaim(run, pointer.replacementId);
  const pointed = replacement.supersedesClaimId;
  if (wasSet) {
    if (pointed === claimId) await turnPointer(run, undone, { replacement, to: former });
  } else if (pointed === undefined || pointed === former) {
    await turnPointer(run, undone, { replacement, to: claimId });
  } else if (pointed !== claimId) {
    const linkId = await pointBack(run.context.store, { old: await visibleClaim(run, claimId), replacement }, run.now);
    if (linkId !== undefined) tell(undone, { link_id: null }, { link_id: linkId });
  }
}

async function turnPointer(
  { context }: UndoRun,
  undone: Undone,
  { replacement, to }: { readonly replacement: Claim; readonly to: number | undefined },
): Promise<void> {
  const { supersedesClaimId: pointed, updatedAt } = replacement;
  await updateClaim(context.store, replacement, { supersedesClaimId: to, updatedAt });
  tell(undone, { supersedes_claim_id: pointed ?? null }, { supersedes_claim_id: to ?? null });
}
