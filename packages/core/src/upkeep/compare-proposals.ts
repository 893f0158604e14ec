import type { OpenProposal } from "../ports/proposal-store.ts";
import type { ProposalIssue } from "./types.ts";

const contentOf = ({ targetClaimId, kind, candidateClaimId, createdAt }: OpenProposal): string =>
  [targetClaimId, kind, candidateClaimId, createdAt].join(" ");

const byEvent = (proposals: readonly OpenProposal[]): ReadonlyMap<number, string> =>
  new Map(proposals.map((proposal) => [proposal.eventId, contentOf(proposal)]));

/** Where the stored proposals are not those that the events leave open. */
export function compareProposals(
  open: readonly OpenProposal[],
  stored: readonly OpenProposal[],
): readonly ProposalIssue[] {
  const [expected, found] = [byEvent(open), byEvent(stored)];
  const lacking = [...expected].flatMap(([eventId, content]): readonly ProposalIssue[] => {
    const there = found.get(eventId);
    if (there === content) return [];
    return [{ eventId, reason: there === undefined ? "missing" : "changed" }];
  });
  const leftover = [...found.keys()].filter((eventId) => !expected.has(eventId));
  return [...lacking, ...leftover.map((eventId) => ({ eventId, reason: "leftover" as const }))];
}
