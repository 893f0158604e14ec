import { authorize } from "../access/authority.ts";
import { governingViewer } from "../access/governing-viewer.ts";
import type { Viewer } from "../access/viewer.ts";
import { ConflictError, InvalidInputError } from "../errors/errors.ts";
import type { EventType, JsonObject } from "../events/event.ts";
import { recordEvents } from "../events/record-events.ts";
import type { ClaimRef, MemoryContext, TransitionOptions } from "../memory-types.ts";
import type { ClaimPatch } from "../ports/claim-store.ts";
import type { Store } from "../ports/store.ts";
import { checkTrimmedText } from "./check-text.ts";
import { CLAIM_STATUSES } from "./claim.ts";
import type { Claim, ClaimStatus } from "./claim.ts";
import { namespaceKey } from "./identity.ts";
import { assertTransition } from "./lifecycle.ts";
import { LIMITS } from "./limits.ts";
import { resolveClaim } from "./resolve-claim.ts";
import { supersedeClaim } from "./supersede.ts";
import { timestampOf } from "./time.ts";
import { reloadClaim, updateClaim } from "./update-claim.ts";

export interface TransitionRequest extends TransitionOptions {
  readonly to: ClaimStatus;
}

/** A step of the lifecycle that needs no second claim. */
export interface StatusChange {
  readonly to: Exclude<ClaimStatus, "superseded">;
  readonly eventType: EventType;
  readonly details?: string | undefined;
  /** What the event says besides `before`. */
  readonly payload?: JsonObject | undefined;
}

/** States in which a claim has just been looked at. */
const VALIDATING: ReadonlySet<ClaimStatus> = new Set(["confirmed", "stale", "conflicted"]);

/** Fields that a change of status writes, by their names in events. */
const TRACKED = {
  last_validated_at: "lastValidatedAt",
  archived_at: "archivedAt",
  confirmed_by: "confirmedBy",
} as const satisfies Readonly<Record<string, keyof Claim & keyof ClaimPatch>>;

function patchFor(claim: Claim, to: ClaimStatus, now: string): ClaimPatch {
  return {
    status: to,
    updatedAt: now,
    lastValidatedAt: VALIDATING.has(to) ? now : claim.lastValidatedAt,
    archivedAt: to === "archived" ? now : undefined,
    confirmedBy: undefined,
  };
}

function valuesBefore(claim: Claim, patch: ClaimPatch): JsonObject {
  const changed = Object.entries(TRACKED).filter(([, field]) => claim[field] !== patch[field]);
  return Object.fromEntries(changed.map(([name, field]) => [name, claim[field] ?? null]));
}

async function requireFreeTuple(store: Store, claim: Claim): Promise<void> {
  const { subject, predicate } = claim;
  if (subject === undefined || predicate === undefined) return;
  const none = { idempotencyKeys: [], contentHashes: [], nearHashes: [], twinHashes: [] };
  const matches = await store.claims.findIdentityMatches({ ...none, tuples: [{ subject, predicate }] });
  const holder = matches.find(
    (match) =>
      match.claim.status === "confirmed" &&
      match.claim.id !== claim.id &&
      namespaceKey(match.claim) === namespaceKey(claim) &&
      match.claim.subject === subject &&
      match.claim.predicate === predicate,
  )?.claim;
  if (holder === undefined) return;
  throw new ConflictError("claim.duplicate", `${holder.humanId} is confirmed for the same subject and predicate`, {
    details: { id: claim.id, confirmed_id: holder.id, confirmed_human_id: holder.humanId },
  });
}

/**
 * Takes one step of the lifecycle with its event. The caller has read the claim in the same transaction.
 *
 * @throws InvalidTransitionError `claim.invalid_transition`
 * @throws ConflictError `claim.version_conflict`; `claim.duplicate` when the tuple has a confirmed claim already
 */
async function changeStatus(context: MemoryContext, claim: Claim, change: StatusChange): Promise<Claim> {
  assertTransition(claim.id, claim.status, change.to);
  if (change.to === "confirmed") await requireFreeTuple(context.store, claim);
  const now = timestampOf(context.clock.nowMs());
  const patch = patchFor(claim, change.to, now);
  const changed = await updateClaim(context.store, claim, patch);
  await recordEvents(context.store, [
    {
      claimId: claim.id,
      eventType: change.eventType,
      fromStatus: claim.status,
      toStatus: change.to,
      details: change.details,
      payload: { ...change.payload, before: valuesBefore(claim, patch) },
      tenantId: claim.tenantId,
      createdAt: now,
    },
  ]);
  return changed;
}

function checkRequest(request: TransitionRequest): void {
  if (!CLAIM_STATUSES.includes(request.to)) {
    throw new InvalidInputError("input.invalid", `The status is one of ${CLAIM_STATUSES.join(", ")}`, {
      details: { field: "status" },
    });
  }
  if (request.replacedBy !== undefined && request.to !== "superseded") {
    throw new InvalidInputError("input.invalid", "Only a superseded claim is replaced by another one", {
      details: { field: "replaced_by" },
    });
  }
}

interface Step {
  readonly claim: Claim;
  readonly request: TransitionRequest;
  readonly viewer: Viewer;
}

async function replacementOf(context: MemoryContext, { claim, request, viewer }: Step): Promise<Claim> {
  if (request.replacedBy === undefined) {
    throw new InvalidInputError("input.missing", `Claim ${claim.id} is superseded by another claim: name it`, {
      details: { field: "replaced_by" },
    });
  }
  return resolveClaim(context.store, viewer, request.replacedBy);
}

/** A superseded claim stays with the replacement it has. */
async function requireSameReplacement(context: MemoryContext, step: Step): Promise<void> {
  if (step.request.replacedBy === undefined) return;
  const wanted = await replacementOf(context, step);
  if (wanted.id === step.claim.replacedByClaimId) return;
  throw new ConflictError("claim.version_conflict", `Claim ${step.claim.id} has been replaced by another claim`, {
    details: { id: step.claim.id, replaced_by_claim_id: step.claim.replacedByClaimId },
  });
}

async function takeStep(context: MemoryContext, step: Step): Promise<void> {
  const { claim, request } = step;
  const details = checkTrimmedText(request.reason, { field: "reason", max: LIMITS.eventDetails });
  if (claim.status === request.to) {
    await requireSameReplacement(context, step);
  } else if (request.to === "superseded") {
    await supersedeClaim(context, { old: claim, replacement: await replacementOf(context, step) }, details);
  } else {
    await changeStatus(context, claim, { to: request.to, eventType: "transition", details });
  }
}

/**
 * Moves a claim along the lifecycle in one transaction with exactly one event; its present status writes nothing.
 *
 * @returns the claim as it is now, with citations
 */
export async function transitionClaim(
  context: MemoryContext,
  ref: ClaimRef,
  request: TransitionRequest,
): Promise<Claim> {
  authorize(context.authority, "steward");
  checkRequest(request);
  const viewer = governingViewer(context.authority);
  return context.store.transaction(async () => {
    const claim = await resolveClaim(context.store, viewer, ref);
    await takeStep(context, { claim, request, viewer });
    return reloadClaim(context.store, viewer, claim.id);
  });
}
