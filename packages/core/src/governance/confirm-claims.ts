import { authorize } from "../access/authority.ts";
import type { Viewer } from "../access/viewer.ts";
import { statusPatch } from "../claims/change-status.ts";
import type { Claim } from "../claims/claim.ts";
import { assertTransition } from "../claims/lifecycle.ts";
import { findTupleHolder, requireNotFrozen } from "../claims/require-confirmable.ts";
import { supersedeClaim } from "../claims/supersede.ts";
import { timestampOf } from "../claims/time.ts";
import { trackedValues, valuesBefore } from "../claims/tracked-fields.ts";
import { reloadClaim, updateClaim } from "../claims/update-claim.ts";
import { ConflictError } from "../errors/errors.ts";
import { recordEvent } from "../events/record-event.ts";
import type { ClaimRef, MemoryContext } from "../memory-types.ts";
import { checkActor, checkReason } from "./check-actor.ts";
import { governEach } from "./govern-each.ts";
import type { ConfirmOptions, GovernedRow } from "./types.ts";

/** What a person's word is worth at least. */
const PERSON_CONFIDENCE = 0.9;

const ALWAYS_TOLD = ["confidence", "confirmed_by", "last_validated_at"] as const;

interface Confirmation {
  readonly viewer: Viewer;
  readonly actor: string;
  readonly reason: string | undefined;
  readonly supersede: boolean;
}

/** Makes room for the claim where another one is confirmed for its subject and predicate; returns the event that did. */
async function replaceHolder(
  context: MemoryContext,
  claim: Claim,
  { supersede, reason }: Confirmation,
): Promise<number | undefined> {
  const holder = await findTupleHolder(context.store, claim);
  if (holder === undefined) return undefined;
  if (supersede) return (await supersedeClaim(context, { old: holder, replacement: claim }, reason)).eventId;
  throw new ConflictError(
    "claim.duplicate",
    `${holder.humanId} (claim ${holder.id}) is confirmed for the same subject and predicate; ` +
      "confirm with supersede to replace it",
    { details: { id: claim.id, confirmed_id: holder.id, confirmed_human_id: holder.humanId } },
  );
}

async function writeConfirmation(
  context: MemoryContext,
  claim: Claim,
  { actor, reason, appliedEventId }: Confirmation & { readonly appliedEventId: number | undefined },
): Promise<number> {
  const now = timestampOf(context.clock.nowMs());
  const patch = {
    ...statusPatch(claim, "confirmed", now),
    confidence: Math.max(claim.confidence, PERSON_CONFIDENCE),
    confirmedBy: actor,
  };
  await updateClaim(context.store, claim, patch);
  return recordEvent(context.store, {
    claimId: claim.id,
    eventType: "confirm",
    fromStatus: claim.status,
    toStatus: "confirmed",
    payload: {
      actor,
      actor_kind: "person",
      ...(reason !== undefined && { reason }),
      before: { ...trackedValues(claim, ALWAYS_TOLD), ...valuesBefore(claim, patch) },
      ...(appliedEventId !== undefined && { applied_event_ids: [appliedEventId] }),
    },
    tenantId: claim.tenantId,
    createdAt: now,
  });
}

async function confirmClaim(
  context: MemoryContext,
  claim: Claim,
  confirmation: Confirmation,
): Promise<number | undefined> {
  if (claim.status === "confirmed" && claim.confirmedBy !== undefined) return undefined;
  if (claim.status !== "confirmed") assertTransition(claim.id, claim.status, "confirmed");
  requireNotFrozen(context.store);
  const appliedEventId = await replaceHolder(context, claim, confirmation);
  const present =
    appliedEventId === undefined ? claim : await reloadClaim(context.store, confirmation.viewer, claim.id);
  return writeConfirmation(context, present, { ...confirmation, appliedEventId });
}

/**
 * Confirms claims on a person's word: confidence at least 0.9, and no job moves them by score any more. What a person
 * has confirmed already is left as it is; a claim confirmed by a job gets the person's name.
 *
 * Rows fail with InvalidTransitionError `claim.invalid_transition` (superseded, archived), ConflictError
 * `claim.duplicate` (another claim is confirmed for the same subject and predicate) and `claim.frozen`.
 */
export async function confirmClaims(
  context: MemoryContext,
  refs: readonly ClaimRef[],
  options: ConfirmOptions,
): Promise<readonly GovernedRow[]> {
  authorize(context.authority, "steward");
  const actor = checkActor(context, options.actor);
  const reason = checkReason(options.reason);
  return governEach(context, refs, {
    govern: (claim, viewer) =>
      confirmClaim(context, claim, { viewer, actor, reason, supersede: options.supersede === true }),
  });
}
