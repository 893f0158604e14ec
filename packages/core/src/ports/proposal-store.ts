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

export interface ProposalStore {
  /** Open proposals about these claims, oldest first. */
  listOpen(targetClaimIds: readonly number[]): Promise<readonly OpenProposal[]>;
}
