import type { Claim } from "../claims/claim.ts";
import type { JsonObject, NewEvent } from "../events/event.ts";
import { proposalDetails } from "../events/proposal.ts";
import type { NewCitation } from "../ports/claim-store.ts";
import { PAYLOAD_SEALED } from "../redaction/seal-original.ts";
import type { FoundConflict } from "./find-conflicts.ts";
import type { ForcedVolatility } from "./mutable-state-governance.ts";
import type { Replacement } from "./replacement.ts";

type EventBody = Pick<NewEvent, "eventType" | "fromStatus" | "toStatus" | "details" | "payload" | "content">;

function about(claim: Claim, createdAt: string, body: EventBody): NewEvent {
  return { claimId: claim.id, tenantId: claim.tenantId, createdAt, ...body };
}

export function ingestEvent(claim: Claim, citationCount: number): NewEvent {
  return about(claim, claim.createdAt, {
    eventType: "ingest",
    toStatus: "candidate",
    details: "claim_ingested",
    payload: { citation_count: citationCount },
  });
}

export function redactionEvent(claim: Claim, findings: readonly string[]): NewEvent {
  return about(claim, claim.createdAt, {
    eventType: "policy_decision",
    details: "sensitive_redaction_applied",
    payload: { findings },
  });
}

export function sealedEvent(claim: Claim, fields: readonly string[]): NewEvent {
  return about(claim, claim.createdAt, {
    eventType: "policy_decision",
    details: PAYLOAD_SEALED,
    payload: { fields },
  });
}

export function volatilityEvent(claim: Claim, forced: ForcedVolatility): NewEvent {
  return about(claim, claim.createdAt, {
    eventType: "policy_decision",
    details: "mutable_state:forced_high_volatility",
    payload: {
      rule: forced.rule,
      requested_volatility: forced.requested,
      effective_volatility: forced.effective,
      reason: forced.reason,
    },
  });
}

const REVIEW_ITEM: JsonObject = { proposal_type: "review_queue_item", apply_requested: false };

/** Asks a person whether two claims contradict each other; filed on the older one. Names the claims, quotes neither. */
export function conflictProposal(claim: Claim, conflict: FoundConflict): NewEvent {
  const older = conflict.older.claim;
  return about(older, claim.createdAt, {
    eventType: "policy_decision",
    details: proposalDetails("conflicted"),
    payload: {
      ...REVIEW_ITEM,
      source: conflict.code.replace("_", "-"),
      decision: "conflicted",
      proposed_status: "conflicted",
      priority: claim.confidence,
      reasons: [{ code: conflict.code, detail: `${older.humanId} ${claim.humanId}` }],
      related_claim_id: claim.id,
      candidate_id: `ingest:${claim.id}`,
      claim_version: older.version,
    },
  });
}

function replacementReasons(claim: Claim, replacement: Replacement): readonly JsonObject[] {
  const { target, code, filer, crossIdentity } = replacement;
  const intent = { code, detail: `${target.humanId} ${claim.humanId}` };
  if (!crossIdentity) return [intent];
  const detail =
    `${filer.sourceAgent} in ${filer.scope} (${filer.visibility}) has no standing over the claim of ` +
    `${target.sourceAgent} in ${target.scope} (${target.visibility})`;
  return [intent, { code: "cross_identity_supersession", detail }];
}

/** Asks a person whether a claim replaces another one; filed on the other one, whose state stays. */
export function replacementProposal(claim: Claim, replacement: Replacement, createdAt: string): NewEvent {
  return about(replacement.target, createdAt, {
    eventType: "policy_decision",
    details: proposalDetails("superseded_candidate"),
    payload: {
      ...REVIEW_ITEM,
      source: "direct-ingest",
      decision: "superseded_candidate",
      proposed_status: "superseded",
      priority: claim.confidence,
      cross_identity: replacement.crossIdentity,
      reasons: replacementReasons(claim, replacement),
      replaced_by_claim_id: claim.id,
      candidate_id: `ingest:${claim.id}`,
      claim_version: replacement.target.version,
    },
  });
}

export function revivalEvent(archived: Claim, agent: string, createdAt: string): NewEvent {
  return about(archived, createdAt, {
    eventType: "transition",
    fromStatus: "archived",
    toStatus: "candidate",
    details: `reingest_revival:${agent}`,
    payload: { before: { archived_at: archived.archivedAt ?? null } },
  });
}

/** All that says what is cited goes into the erasable part. */
const CITED_FIELDS = {
  path: "path",
  lineStart: "line_start",
  lineEnd: "line_end",
  excerptHash: "excerpt_hash",
  gitBlob: "git_blob",
  commitId: "commit_id",
  fetchedAt: "fetched_at",
  contentHash: "content_hash",
} as const satisfies Partial<Record<keyof NewCitation, string>>;

export function citationEvent(
  claim: Claim,
  added: { readonly id: number; readonly citation: NewCitation },
  at: string,
): NewEvent {
  const { kind, checkStatus } = added.citation;
  const cited = Object.entries(CITED_FIELDS).flatMap(([key, name]) => {
    const value = added.citation[key as keyof typeof CITED_FIELDS];
    return value === undefined ? [] : [[name, value] as const];
  });
  return about(claim, at, {
    eventType: "citation",
    payload: {
      citation_id: added.id,
      outcome: "added",
      old: {},
      new: { kind, ...(checkStatus !== undefined && { check_status: checkStatus }) },
    },
    ...(cited.length > 0 && { content: Object.fromEntries(cited) }),
  });
}

/** An intake rejection belongs to no claim: none was stored. */
export function rejectionEvent(
  rejected: { readonly rule: string; readonly reason: string },
  stamp: { readonly tenantId: string | undefined; readonly createdAt: string },
): NewEvent {
  return {
    ...stamp,
    eventType: "policy_decision",
    details: `intake_rejected:${rejected.rule}`,
    payload: { rule: rejected.rule, reason: rejected.reason },
  };
}
