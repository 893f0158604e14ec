import type { ProposalStore } from "../../ports/proposal-store.ts";
import type { Session } from "./session.ts";

export function createProposalStore(session: Session): ProposalStore {
  return {
    listOpen: async (targetClaimIds) =>
      [...session.read().proposals.values()].filter((proposal) => targetClaimIds.includes(proposal.targetClaimId)),
  };
}
