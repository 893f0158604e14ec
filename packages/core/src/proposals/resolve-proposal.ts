import { authorize } from "../access/authority.ts";
import type { Viewer } from "../access/viewer.ts";
import { timestampOf } from "../claims/time.ts";
import { reloadClaim } from "../claims/update-claim.ts";
import { InternalError, InvalidInputError, MemoryMasterError, StoreError } from "../errors/errors.ts";
import { APPLY_FAILED } from "../events/proposal.ts";
import { recordEvent } from "../events/record-event.ts";
import { checkActor } from "../governance/check-actor.ts";
import type { MemoryContext } from "../memory-types.ts";
import { applyProposal } from "./apply-proposal.ts";
import { proposalViewers } from "./describe-proposals.ts";
import { findProposal } from "./find-proposal.ts";
import type { Decision, Proposal, ResolveRequest, ResolveResult } from "./types.ts";

interface Deciding {
  readonly context: MemoryContext;
  readonly viewer: Viewer;
  readonly proposal: Proposal;
  readonly request: ResolveRequest;
  readonly actor: string;
}

interface Outcome {
  readonly status: Decision["status"];
  readonly appliedEventIds: readonly number[];
  readonly error: string | undefined;
}

function checkAction(action: unknown): void {
  if (action === "approve" || action === "reject") return;
  throw new InvalidInputError("input.invalid", "The action is approve or reject", { details: { field: "action" } });
}

/** Tries to carry the proposal out; what does not work leaves nothing behind. Faults of the store are no answer. */
async function attempt({ context, viewer, proposal }: Deciding): Promise<Outcome> {
  try {
    const appliedEventIds = await context.store.transaction(() => applyProposal(context, viewer, proposal));
    return { status: "approved", appliedEventIds, error: undefined };
  } catch (error) {
    const isAnswer =
      error instanceof MemoryMasterError && !(error instanceof StoreError) && !(error instanceof InternalError);
    if (!isAnswer) throw error;
    return { status: "apply_failed", appliedEventIds: [], error: error.message };
  }
}

async function outcomeOf(deciding: Deciding): Promise<Outcome> {
  const { action, apply } = deciding.request;
  if (action === "approve" && apply !== false) return attempt(deciding);
  return { status: action === "approve" ? "approved" : "rejected", appliedEventIds: [], error: undefined };
}

async function recordDecision(deciding: Deciding, { status, appliedEventIds, error }: Outcome): Promise<number> {
  const { context, viewer, proposal, request, actor } = deciding;
  const claim = await reloadClaim(context.store, viewer, proposal.claimId);
  const hasFailed = status === "apply_failed";
  return recordEvent(context.store, {
    claimId: claim.id,
    tenantId: claim.tenantId,
    createdAt: timestampOf(context.clock.nowMs()),
    eventType: "audit",
    details: hasFailed ? APPLY_FAILED : `steward_proposal_${status}`,
    payload: {
      source: "human_override",
      actor,
      proposal_event_id: proposal.eventId,
      proposal_decision: proposal.kind,
      proposed_status: proposal.proposedStatus,
      apply_on_approve: request.apply !== false,
      applied: appliedEventIds.length > 0,
      apply_error: error ?? null,
      applied_event_ids: appliedEventIds,
      // The next approval is bound to the claim that the person has now been told about.
      ...(hasFailed && { claim_version: claim.version }),
    },
  });
}

async function decide(deciding: Deciding): Promise<Decision> {
  const { proposal, request } = deciding;
  const outcome = await outcomeOf(deciding);
  const auditEventId = await recordDecision(deciding, outcome);
  return {
    resolved: outcome.status !== "apply_failed",
    action: request.action,
    proposalEventId: proposal.eventId,
    claimId: proposal.claimId,
    applied: outcome.appliedEventIds.length > 0,
    applyError: outcome.error,
    status: outcome.status,
    auditEventId,
  };
}

/**
 * Approves or rejects a proposal. An approval changes the claims and says so in one transaction; one that cannot be
 * carried out leaves a note of the failure and the proposal open. Of two decisions at once one wins.
 *
 * @throws NotFoundError `proposal.not_found`, `claim.not_found`
 * @throws InvalidInputError `input.invalid`, `input.missing`
 */
export async function resolveProposal(context: MemoryContext, request: ResolveRequest): Promise<ResolveResult> {
  authorize(context.authority, "steward");
  checkAction(request.action);
  const actor = checkActor(context, request.actor);
  const viewers = await proposalViewers(context, request.scopes);
  return context.store.transaction(async () => {
    const proposal = await findProposal(context, viewers, request);
    if (proposal.status === "pending") return decide({ context, viewer: viewers.viewer, proposal, request, actor });
    const reason = proposal.status === "settled" ? "already_settled" : "already_resolved";
    return { resolved: false, reason, proposal };
  });
}
