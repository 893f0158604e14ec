import type { OpenProposal } from "../ports/proposal-store.ts";
import type { MemoryEvent } from "./event.ts";
import { filedProposal, storedProposalEffect } from "./proposal.ts";
import type { ProposalEffect } from "./proposal.ts";

/** Follows the events of a whole store and knows which proposals are open. */
export interface ProposalFold {
  /** Takes the next event; ids rise. */
  add(event: MemoryEvent): void;
  /** Open after the events so far, by event id. */
  open(): readonly OpenProposal[];
}

/** Keeps in memory what concerns proposals, and nothing of other events. */
export function createProposalFold(): ProposalFold {
  const filed = new Map<number, OpenProposal>();
  const open = new Set<number>();
  const effects = new Map<number, ProposalEffect>();
  return {
    add: (event) => {
      const undone = event.undoesEventId === undefined ? undefined : effects.get(event.undoesEventId);
      const effect = storedProposalEffect(event, undone);
      if (effect === undefined) return;
      effects.set(event.id, effect);
      const proposal = filedProposal(event);
      if (proposal !== undefined) filed.set(event.id, proposal);
      if (effect.opens) open.add(effect.eventId);
      else open.delete(effect.eventId);
    },
    open: () => [...open].sort((a, b) => a - b).flatMap((eventId) => filed.get(eventId) ?? []),
  };
}

/** The open proposals that events in id order leave: the truth that the stored ones are compared with and rebuilt from. */
export function foldProposals(events: Iterable<MemoryEvent>): readonly OpenProposal[] {
  const fold = createProposalFold();
  for (const event of events) fold.add(event);
  return fold.open();
}
