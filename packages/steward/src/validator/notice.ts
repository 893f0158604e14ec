import { timestampOf } from "@memorymaster/core";
import type { JsonObject, MemoryEvent, NewEvent } from "@memorymaster/core";
import { payloadOf } from "@memorymaster/core/jobs";
import type { Job } from "../types.ts";
import type { Assessed, Verdict } from "./decide.ts";
import { rounded } from "./score.ts";

/** What every event of the validator says. */
export function evidenceOf({ score, citationCount, gateScore }: Assessed): JsonObject {
  return {
    score: rounded(score),
    citation_count: citationCount,
    ...(gateScore !== undefined && { gate_score: rounded(gateScore) }),
  };
}

export const scoreText = ({ score, citationCount }: Assessed): string =>
  `score=${score.toFixed(3)} citations=${citationCount}`;

/** An event that tells of no change, written when it says something new. */
interface Notice {
  readonly details: string;
  readonly payload: JsonObject;
  /** Payload keys that make it another one than the last. */
  readonly newBy: readonly string[];
  /** Details of earlier ones that say the same. */
  readonly alike?: readonly string[];
}

function noticeOf(verdict: Verdict, assessed: Assessed): Notice | undefined {
  const { claim } = assessed;
  const evidence = evidenceOf(assessed);
  switch (verdict.kind) {
    case "unapproved":
      return { details: "skill_requires_explicit_approval", payload: evidence, newBy: [] };
    case "blocked":
      return {
        details: "promotion_blocked_pending_supersession",
        payload: { ...evidence, claim_status: claim.status, proposal_event_id: verdict.proposal.eventId },
        newBy: ["proposal_event_id"],
      };
    case "weak":
      return {
        details: "validation_pending_more_evidence",
        payload: { ...evidence, revalidation: claim.status !== "candidate" },
        newBy: ["score", "citation_count"],
      };
    case "healthy":
      return {
        details: "revalidation_passed",
        payload: { ...evidence, revalidation: true },
        newBy: ["score", "citation_count"],
      };
    case "rivalled":
      return {
        details: `revalidation_remains_conflicted:${verdict.holder.id}`,
        payload: { ...evidence, revalidation: true, related_claim_id: verdict.holder.id },
        newBy: [],
        alike: [conflictReason(verdict.holder.id)],
      };
    case "held":
    case "duplicate":
    case "promotable":
      return undefined;
  }
}

export const conflictReason = (holderId: number): string => `conflicts_with_confirmed_claim:${holderId}`;

function wasTold({ details, payload, newBy, alike = [] }: Notice, last: MemoryEvent | undefined): boolean {
  if (last === undefined || ![details, ...alike].includes(last.details ?? "")) return false;
  const said = payloadOf(last);
  return newBy.every((key) => said?.[key] === payload[key]);
}

/** The event for a verdict that changes nothing; absent when the last one said the same. */
export function noticeEvent(
  { context, runId }: Job,
  { verdict, assessed }: { readonly verdict: Verdict; readonly assessed: Assessed },
  last: MemoryEvent | undefined,
): NewEvent | undefined {
  const notice = noticeOf(verdict, assessed);
  if (notice === undefined || wasTold(notice, last)) return undefined;
  const { claim } = assessed;
  return {
    claimId: claim.id,
    tenantId: claim.tenantId,
    createdAt: timestampOf(context.clock.nowMs()),
    eventType: "validator",
    fromStatus: claim.status,
    toStatus: claim.status,
    details: notice.details,
    payload: { ...notice.payload, run_id: runId },
  };
}
