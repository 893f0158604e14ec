import type { Claim, ClaimStatus } from "../claims/claim.ts";
import type { JsonObject } from "../events/event.ts";
import type { ProposalKind } from "../ports/proposal-store.ts";

/** `settled` = nobody decided, but the claim is already where the proposal wants it, or retired. */
export type ProposalStatus = "pending" | "approved" | "rejected" | "expired" | "settled";

export interface ProposalReason {
  readonly code: string;
  /** Human ids, scopes and agents; of a near-twin the values that differ, `15 → 16`, as the two claims read now. */
  readonly detail: string;
}

/** How a proposal ended. */
export interface ProposalResolution {
  /** The `audit` event: what `undo` takes back. */
  readonly eventId: number;
  readonly status: "approved" | "rejected" | "expired";
  /** `human_override` or `policy`. */
  readonly source: string | undefined;
  readonly actor: string | undefined;
  readonly applied: boolean;
  readonly createdAt: string;
}

/** A question to a person about one claim. */
export interface Proposal {
  /** The event that filed it. */
  readonly eventId: number;
  readonly claimId: number;
  readonly kind: ProposalKind;
  readonly proposedStatus: ClaimStatus;
  /** 0..1: confidence of the claim that gave rise to it. */
  readonly priority: number | undefined;
  /** The replacement, or the claim that contradicts this one. */
  readonly candidateClaimId: number | undefined;
  readonly reasons: readonly ProposalReason[];
  readonly status: ProposalStatus;
  readonly resolution: ProposalResolution | undefined;
  /** As filed. */
  readonly payload: JsonObject;
  readonly createdAt: string;
  /** The two claims, for showing; absent when their words are not for this caller. */
  readonly claim: Claim | undefined;
  readonly candidate: Claim | undefined;
}

export interface ListProposalsRequest {
  /** Up to 1,000, default 100; 0 or less = none. */
  readonly limit?: number | undefined;
  /** Also settled ones, and those that ended within the last 400 days. Pending ones come first when the limit cuts. */
  readonly includeResolved?: boolean | undefined;
  /** Of the claims that they are about; absent = wherever the caller may read, empty = the default read scopes. */
  readonly scopes?: readonly string[] | undefined;
}

export interface ProposalList {
  /** Newest first. */
  readonly items: readonly Proposal[];
  readonly hasMore: boolean;
}

/** Names a proposal by the event that filed it, or by its claim: the newest pending one, else the newest. */
export interface ResolveRequest {
  readonly action: "approve" | "reject";
  readonly proposalEventId?: number | undefined;
  readonly claim?: number | string | undefined;
  /** Whether an approval changes the claim. Default true. */
  readonly apply?: boolean | undefined;
  /** Who decides. */
  readonly actor: string;
  /** As in `ListProposalsRequest`: a proposal about a claim elsewhere does not exist. */
  readonly scopes?: readonly string[] | undefined;
}

/** A decision that was written; `apply_failed` = the approval could not be carried out and the proposal stays open. */
export interface Decision {
  readonly resolved: boolean;
  readonly action: "approve" | "reject";
  readonly proposalEventId: number;
  readonly claimId: number;
  readonly applied: boolean;
  readonly applyError: string | undefined;
  readonly status: "approved" | "rejected" | "apply_failed";
  /** The `audit` event of the decision: what `undo` takes back. */
  readonly auditEventId: number;
}

/** Nothing was left to decide, and nothing was written. */
export interface AlreadyDecided {
  readonly resolved: false;
  readonly reason: "already_resolved" | "already_settled";
  readonly proposal: Proposal;
}

export type ResolveResult = Decision | AlreadyDecided;
