import { authorize } from "../access/authority.ts";
import { governingViewer } from "../access/governing-viewer.ts";
import type { Viewer } from "../access/viewer.ts";
import { ConflictError, InvalidInputError } from "../errors/errors.ts";
import type { ClaimRef, MemoryContext, TransitionOptions } from "../memory-types.ts";
import { changeStatus } from "./change-status.ts";
import { checkTrimmedText } from "./check-text.ts";
import { CLAIM_STATUSES } from "./claim.ts";
import type { Claim, ClaimStatus } from "./claim.ts";
import { LIMITS } from "./limits.ts";
import { resolveClaim } from "./resolve-claim.ts";
import { supersedeClaim } from "./supersede.ts";
import { reloadClaim } from "./update-claim.ts";

export interface TransitionRequest extends TransitionOptions {
  readonly to: ClaimStatus;
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
