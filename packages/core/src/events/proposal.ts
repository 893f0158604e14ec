import { PROPOSAL_KINDS } from "../ports/proposal-store.ts";
import type { OpenProposal, ProposalKind } from "../ports/proposal-store.ts";
import type { JsonObject, MemoryEvent, NewEvent } from "./event.ts";
import { payloadOf } from "./payload-of.ts";

const PREFIX = "steward_proposal:";

/** How a proposal ends, by the details of the `audit` event that says so. */
export const RESOLUTIONS = {
  steward_proposal_approved: "approved",
  steward_proposal_rejected: "rejected",
  steward_proposal_expired: "expired",
} as const;

/** Details of the `audit` event of an approval that could not be carried out: the proposal stays open. */
export const APPLY_FAILED = "steward_proposal_apply_failed";

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
  event: Pick<NewEvent, "claimId" | "details" | "payload" | "createdAt"> & Pick<MemoryEvent, "eventType">,
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

/** The proposal that a stored event files. */
export function filedProposal(event: MemoryEvent): OpenProposal | undefined {
  // Most events are of another kind: their payload is not worth reading.
  if (event.details?.startsWith(PREFIX) !== true) return undefined;
  const proposal = proposalOf({ ...event, payload: payloadOf(event) });
  return proposal === undefined ? undefined : { eventId: event.id, ...proposal };
}

/** The proposal that an `audit` event is about, by the event that filed it. */
export function auditedProposal(event: MemoryEvent): number | undefined {
  return event.eventType === "audit" ? positiveInt(payloadOf(event), "proposal_event_id") : undefined;
}

/** What an event does to one of the open proposals. */
export interface ProposalEffect {
  /** The event that filed the proposal. */
  readonly eventId: number;
  readonly opens: boolean;
}

function isResolution(event: MemoryEvent): boolean {
  const { details = "" } = event;
  if (!Object.hasOwn(RESOLUTIONS, details)) return false;
  const { applied, apply_on_approve: toBeApplied } = payloadOf(event) ?? {};
  return details !== "steward_proposal_approved" || applied === true || toBeApplied !== true;
}

/**
 * What a stored event does to the open proposals: filing opens one, approval, rejection and expiry close it, an undo does
 * the opposite of what the undone event did.
 *
 * @param undone effect of the event that it undoes
 */
export function storedProposalEffect(
  event: MemoryEvent,
  undone: ProposalEffect | undefined,
): ProposalEffect | undefined {
  if (event.eventType === "undo") return undone === undefined ? undefined : { ...undone, opens: !undone.opens };
  if (filedProposal(event) !== undefined) return { eventId: event.id, opens: true };
  const eventId = isResolution(event) ? auditedProposal(event) : undefined;
  return eventId === undefined ? undefined : { eventId, opens: false };
}
