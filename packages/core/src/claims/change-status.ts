import type { EventType, JsonObject } from "../events/event.ts";
import { recordEvent } from "../events/record-event.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { ClaimPatch } from "../ports/claim-store.ts";
import type { Claim, ClaimStatus } from "./claim.ts";
import { assertTransition } from "./lifecycle.ts";
import { requireConfirmable } from "./require-confirmable.ts";
import { timestampOf } from "./time.ts";
import { valuesBefore } from "./tracked-fields.ts";
import { updateClaim } from "./update-claim.ts";

/** A step of the lifecycle that needs no second claim. */
export interface StatusChange {
  readonly to: Exclude<ClaimStatus, "superseded">;
  readonly eventType: EventType;
  readonly details?: string | undefined;
  /** What the event says besides `before`. */
  readonly payload?: JsonObject | undefined;
}

/** A claim as a change left it, and the event that tells of it. */
export interface RecordedChange {
  readonly claim: Claim;
  readonly eventId: number;
}

/** States in which a claim has just been looked at. */
const VALIDATING: ReadonlySet<ClaimStatus> = new Set(["confirmed", "stale", "conflicted"]);

/** What becomes of the fields that go with a status. */
export function statusPatch(claim: Claim, to: ClaimStatus, now: string): ClaimPatch {
  return {
    status: to,
    updatedAt: now,
    lastValidatedAt: VALIDATING.has(to) ? now : claim.lastValidatedAt,
    archivedAt: to === "archived" ? now : undefined,
    confirmedBy: undefined,
  };
}

/**
 * Takes one step of the lifecycle with its event. The caller has read the claim in the same transaction.
 *
 * @throws InvalidTransitionError `claim.invalid_transition`
 * @throws ConflictError `claim.version_conflict`; `claim.frozen`, `claim.duplicate` when it may not become confirmed
 */
export async function changeStatus(
  context: Pick<MemoryContext, "store" | "clock">,
  claim: Claim,
  change: StatusChange,
): Promise<RecordedChange> {
  assertTransition(claim.id, claim.status, change.to);
  if (change.to === "confirmed") await requireConfirmable(context.store, claim);
  const now = timestampOf(context.clock.nowMs());
  const patch = statusPatch(claim, change.to, now);
  const changed = await updateClaim(context.store, claim, patch);
  const eventId = await recordEvent(context.store, {
    claimId: claim.id,
    eventType: change.eventType,
    fromStatus: claim.status,
    toStatus: change.to,
    details: change.details,
    payload: { ...change.payload, before: valuesBefore(claim, patch) },
    tenantId: claim.tenantId,
    createdAt: now,
  });
  return { claim: changed, eventId };
}
