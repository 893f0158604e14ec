import { canSee } from "../../access/viewer.ts";
import type { Viewer } from "../../access/viewer.ts";
import type { Claim } from "../../claims/claim.ts";
import type { MemoryEvent } from "../../events/event.ts";
import { filedProposal, storedProposalEffect } from "../../events/proposal.ts";
import type { ProposalEffect } from "../../events/proposal.ts";
import { isSettled } from "../../proposals/is-settled.ts";
import type { OpenProposal, ProposalFilter, ProposalStore } from "../../ports/proposal-store.ts";
import { violated } from "./constraints.ts";
import type { Session } from "./session.ts";
import type { Tables } from "./tables.ts";

/** An undo refers to an earlier event, perhaps an undo as well; one that claims otherwise undoes nothing. */
function effectOf(tables: Tables, event: MemoryEvent): ProposalEffect | undefined {
  const { id, undoesEventId } = event;
  const undone = undoesEventId !== undefined && undoesEventId < id ? tables.events.get(undoesEventId) : undefined;
  return storedProposalEffect(event, undone === undefined ? undefined : effectOf(tables, undone));
}

/** Opens or closes the proposal that a stored event opens or closes. */
export function keepProposals(tables: Tables, event: MemoryEvent): void {
  const effect = effectOf(tables, event);
  if (effect === undefined) return;
  const filing = tables.events.get(effect.eventId);
  const proposal = filing === undefined ? undefined : filedProposal(filing);
  if (effect.opens && proposal !== undefined) tables.proposals.set(effect.eventId, proposal);
  if (!effect.opens) tables.proposals.delete(effect.eventId);
}

const byEventId = (tables: Tables): readonly OpenProposal[] =>
  [...tables.proposals.values()].sort((a, b) => a.eventId - b.eventId);

type Condition = (proposal: OpenProposal, target: Claim, filter: ProposalFilter) => boolean;

const CONDITIONS: readonly Condition[] = [
  (_, { id }, { targetClaimId }) => targetClaimId === undefined || targetClaimId === id,
  (_, { scope }, { scopes }) => scopes === undefined || scopes.includes(scope),
  ({ kind }, { status }, { settled }) => settled === undefined || settled === isSettled(kind, status),
];

function isWanted(tables: Tables, viewer: Viewer, filter: ProposalFilter): (proposal: OpenProposal) => boolean {
  const seen = (id: number): Claim | undefined => {
    const claim = tables.claims.get(id)?.claim;
    return claim !== undefined && canSee(viewer, claim) ? claim : undefined;
  };
  return (proposal) => {
    const { targetClaimId, candidateClaimId } = proposal;
    const target = seen(targetClaimId);
    if (target === undefined || (candidateClaimId !== undefined && seen(candidateClaimId) === undefined)) return false;
    return CONDITIONS.every((holds) => holds(proposal, target, filter));
  };
}

export function createProposalStore(session: Session): ProposalStore {
  return {
    list: async (viewer, limit, filter = {}) => {
      const tables = session.read();
      return byEventId(tables)
        .toReversed()
        .filter(isWanted(tables, viewer, filter))
        .slice(0, limit);
    },
    listAll: async () => byEventId(session.read()),
    replaceAll: (proposals) =>
      session.write((tables) => {
        tables.proposals.clear();
        for (const proposal of proposals) {
          if (!tables.events.has(proposal.eventId)) violated("event_exists");
          tables.proposals.set(proposal.eventId, proposal);
        }
      }),
    listOpen: async (targetClaimIds) =>
      byEventId(session.read()).filter((proposal) => targetClaimIds.includes(proposal.targetClaimId)),
  };
}
