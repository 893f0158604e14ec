import { resolveClaim } from "../claims/resolve-claim.ts";
import { InvalidInputError, NotFoundError } from "../errors/errors.ts";
import type { MemoryEvent } from "../events/event.ts";
import { proposalDetails } from "../events/proposal.ts";
import type { ClaimRef, MemoryContext } from "../memory-types.ts";
import { PROPOSAL_KINDS } from "../ports/proposal-store.ts";
import { describeProposals } from "./describe-proposals.ts";
import type { ProposalViewers } from "./describe-proposals.ts";
import { findResolutions } from "./find-resolutions.ts";
import type { Proposal } from "./types.ts";

function notFound(message: string): NotFoundError {
  return new NotFoundError("proposal.not_found", message);
}

async function eventById(context: MemoryContext, viewers: ProposalViewers, id: number): Promise<MemoryEvent> {
  if (!Number.isSafeInteger(id) || id < 1) {
    throw new InvalidInputError(
      "input.invalid",
      "A proposal is named by the id of its event, a positive whole number",
      {
        details: { field: "proposal_event_id" },
      },
    );
  }
  const { items } = await context.store.events.list(
    viewers.viewer,
    { ids: [id], scopes: viewers.scopes },
    { limit: 1 },
  );
  const [event] = items;
  if (event === undefined) throw notFound(`Proposal ${id} does not exist`);
  return event;
}

/** The newest pending proposal about a claim, else the newest of all. */
async function eventByClaim(context: MemoryContext, viewers: ProposalViewers, ref: ClaimRef): Promise<MemoryEvent> {
  const { store } = context;
  const { id } = await resolveClaim(store, viewers.target, ref);
  const [pending] = await store.proposals.list(viewers.viewer, 1, { targetClaimId: id, settled: false });
  if (pending !== undefined) return eventById(context, viewers, pending.eventId);
  const filter = {
    claimId: id,
    scopes: viewers.scopes,
    eventType: "policy_decision",
    details: PROPOSAL_KINDS.map(proposalDetails),
  };
  const { items } = await store.events.list(viewers.viewer, filter, { limit: 1 });
  const [event] = items;
  if (event === undefined) throw notFound(`There is no proposal about claim ${id}`);
  return event;
}

/**
 * The proposal that a caller names by its event or by its claim, as it stands.
 *
 * @throws NotFoundError `proposal.not_found`, also when either of its claims is hidden; `claim.not_found`
 * @throws InvalidInputError `input.invalid` when not exactly one of them is given
 */
export async function findProposal(
  context: MemoryContext,
  viewers: ProposalViewers,
  named: { readonly proposalEventId?: number | undefined; readonly claim?: ClaimRef | undefined },
): Promise<Proposal> {
  const { proposalEventId, claim } = named;
  if ((proposalEventId === undefined) === (claim === undefined)) {
    throw new InvalidInputError("input.invalid", "A proposal is named by its event or by its claim: give one of them", {
      details: { field: "proposal_event_id" },
    });
  }
  const event =
    proposalEventId === undefined
      ? await eventByClaim(context, viewers, claim ?? "")
      : await eventById(context, viewers, proposalEventId);
  const claimId = event.claimId ?? 0;
  const open = await context.store.proposals.listOpen([claimId]);
  const isOpen = open.some(({ eventId }) => eventId === event.id);
  const resolutions = isOpen ? undefined : await findResolutions(context.store, viewers.target, { claimId });
  const [proposal] = await describeProposals(context, viewers, [
    { event, isOpen, resolution: resolutions?.get(event.id) },
  ]);
  if (proposal === undefined) throw notFound(`Proposal ${event.id} does not exist`);
  return proposal;
}
