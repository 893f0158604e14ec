import type { ClaimStatus } from "../claims/claim.ts";
import type { ProposalKind } from "../ports/proposal-store.ts";

/** Where a proposal wants its claim. */
export const PROPOSED_STATUS: Readonly<Record<ProposalKind, ClaimStatus>> = {
  superseded_candidate: "superseded",
  conflicted: "conflicted",
  stale: "stale",
};

/** States that no proposal leads out of. */
export const RETIRED_STATUSES: readonly ClaimStatus[] = ["superseded", "archived"];

/** Whether nothing is left to decide about the claim of a proposal. */
export function isSettled(kind: ProposalKind, status: ClaimStatus): boolean {
  return status === PROPOSED_STATUS[kind] || RETIRED_STATUSES.includes(status);
}
