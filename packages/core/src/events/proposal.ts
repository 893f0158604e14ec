import { PROPOSAL_KINDS } from "../ports/proposal-store.ts";
import type { OpenProposal, ProposalKind } from "../ports/proposal-store.ts";
import type { JsonObject, NewEvent } from "./event.ts";

const PREFIX = "steward_proposal:";

/** Details of the event that files a proposal of this kind. */
export function proposalDetails(kind: ProposalKind): string {
  return `${PREFIX}${kind}`;
}

function positiveInt(payload: JsonObject | undefined, key: string): number | undefined {
  const value = payload?.[key];
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
}

/** The open proposal that an event files, or `undefined` when it files none. */
export function proposalOf(
  event: Pick<NewEvent, "claimId" | "eventType" | "details" | "payload" | "createdAt">,
): Omit<OpenProposal, "eventId"> | undefined {
  const details = event.details ?? "";
  if (event.eventType !== "policy_decision" || event.claimId === undefined || !details.startsWith(PREFIX)) {
    return undefined;
  }
  const kind = PROPOSAL_KINDS.find((known) => known === details.slice(PREFIX.length));
  if (kind === undefined) return undefined;
  return {
    targetClaimId: event.claimId,
    kind,
    candidateClaimId:
      positiveInt(event.payload, "replaced_by_claim_id") ?? positiveInt(event.payload, "related_claim_id"),
    createdAt: event.createdAt,
  };
}
