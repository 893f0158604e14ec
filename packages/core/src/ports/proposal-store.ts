import type { Viewer } from "../access/viewer.ts";

export const PROPOSAL_KINDS = ["superseded_candidate", "conflicted", "stale"] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** A question to a person that is still open. Derived from events, so that it can be rebuilt. */
export interface OpenProposal {
  readonly eventId: number;
  readonly targetClaimId: number;
  readonly kind: ProposalKind;
  /** The replacement or the related claim. */
  readonly candidateClaimId: number | undefined;
  readonly createdAt: string;
}

export interface ProposalFilter {
  /** The claim that the proposals are about. */
  readonly targetClaimId?: number | undefined;
  /** Of the claims that the proposals are about; absent = all. */
  readonly scopes?: readonly string[] | undefined;
  /** Whether the claim is already where the proposal wants it, or retired, so that nothing is left to decide. */
  readonly settled?: boolean | undefined;
}

export interface ProposalStore {
  /** Open proposals of which both claims are visible, newest first. */
  list(viewer: Viewer, limit: number, filter?: ProposalFilter): Promise<readonly OpenProposal[]>;
  /** Every open proposal, by event id. */
  listAll(): Promise<readonly OpenProposal[]>;
  /** Makes these the open proposals: the repair of a derived table. */
  replaceAll(proposals: readonly OpenProposal[]): Promise<void>;
  /** Open proposals about these claims, oldest first. */
  listOpen(targetClaimIds: readonly number[]): Promise<readonly OpenProposal[]>;
}
