import type { JsonObject } from "../events/event.ts";
import type { Proposal, ProposalResolution, ResolveResult } from "./types.ts";

function resolutionToWire({ eventId, status, source, actor, applied, createdAt }: ProposalResolution): JsonObject {
  return {
    event_id: eventId,
    status,
    source: source ?? null,
    actor: actor ?? null,
    applied,
    created_at: createdAt,
  };
}

/** A proposal in every JSON that leaves the process. */
export function proposalToWire(proposal: Proposal): JsonObject {
  const replaces = proposal.kind === "superseded_candidate";
  return {
    proposal_event_id: proposal.eventId,
    claim_id: proposal.claimId,
    created_at: proposal.createdAt,
    proposal_decision: proposal.kind,
    proposed_status: proposal.proposedStatus,
    priority: proposal.priority ?? null,
    replaced_by_claim_id: (replaces ? proposal.candidateClaimId : undefined) ?? null,
    reasons: proposal.reasons.map(({ code, detail }) => ({ code, detail })),
    status: proposal.status,
    resolution: proposal.resolution === undefined ? null : resolutionToWire(proposal.resolution),
    payload: proposal.payload,
  };
}

/** A decision, or what had been decided before, in every JSON that leaves the process. */
export function resolveResultToWire(result: ResolveResult): JsonObject {
  if ("reason" in result) {
    return { ok: true, resolved: false, reason: result.reason, proposal: proposalToWire(result.proposal) };
  }
  return {
    ok: true,
    resolved: result.resolved,
    action: result.action,
    proposal_event_id: result.proposalEventId,
    claim_id: result.claimId,
    applied: result.applied,
    apply_error: result.applyError ?? null,
    status: result.status,
    audit_event_id: result.auditEventId,
  };
}
