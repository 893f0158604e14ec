import { authorize } from "../access/authority.ts";
import { LIMITS } from "../claims/limits.ts";
import { pageLimit } from "../claims/page-limit.ts";
import { timestampOf } from "../claims/time.ts";
import type { MemoryContext } from "../memory-types.ts";
import { describeProposals, proposalViewers } from "./describe-proposals.ts";
import type { ProposalViewers } from "./describe-proposals.ts";
import { findResolutions } from "./find-resolutions.ts";
import type { ListProposalsRequest, Proposal, ProposalList, ProposalResolution } from "./types.ts";

const DEFAULT_LIMIT = 100;
const DAY_MS = 86_400_000;
/** How long a resolved proposal is listed after its end. */
const RESOLVED_DAYS = 400;

/** What a list is made of. */
interface Listing {
  readonly context: MemoryContext;
  readonly viewers: ProposalViewers;
  readonly limit: number;
}

/** Proposals by their events, and how those ended that did. */
interface Chosen {
  readonly eventIds: readonly number[];
  readonly resolutions: ReadonlyMap<number, ProposalResolution>;
}

const newestFirst = (a: { readonly eventId: number }, b: { readonly eventId: number }): number => b.eventId - a.eventId;

/** The newest of these, as many as the list may take; those with a hidden claim do not count. */
async function described({ context, viewers, limit }: Listing, { eventIds, resolutions }: Chosen): Promise<Proposal[]> {
  const { store } = context;
  const newest = eventIds.toSorted((a, b) => b - a);
  const size = Math.min(limit, LIMITS.listLimit);
  const proposals: Proposal[] = [];
  for (let at = 0; at < newest.length && proposals.length < limit; at += size) {
    const ids = newest.slice(at, at + size);
    const { items } = await store.events.list(viewers.viewer, { ids, scopes: viewers.scopes }, { limit: size });
    const filed = items.map((event) => {
      const resolution = resolutions.get(event.id);
      return { event, resolution, isOpen: resolution === undefined };
    });
    proposals.push(...(await describeProposals(context, viewers, filed)));
  }
  return proposals.sort(newestFirst);
}

async function openIds({ context, viewers, limit }: Listing, settled: boolean): Promise<readonly number[]> {
  const { viewer, scopes } = viewers;
  const open = await context.store.proposals.list(viewer, limit, { scopes, settled });
  return open.map(({ eventId }) => eventId);
}

/** Resolutions that stand: an undo opens the proposal again. */
async function standing({ context, viewers }: Listing): Promise<ReadonlyMap<number, ProposalResolution>> {
  const { store, clock } = context;
  const since = timestampOf(clock.nowMs() - RESOLVED_DAYS * DAY_MS);
  const found = await findResolutions(store, viewers.target, { since });
  const open = await store.proposals.listOpen([...new Set([...found.values()].map(({ claimId }) => claimId))]);
  const openAgain = new Set(open.map(({ eventId }) => eventId));
  return new Map([...found].filter(([eventId]) => !openAgain.has(eventId)));
}

/** Settled and resolved proposals. */
async function ended(listing: Listing): Promise<readonly Proposal[]> {
  const resolutions = await standing(listing);
  const eventIds = [...(await openIds(listing, true)), ...resolutions.keys()];
  return described(listing, { eventIds, resolutions });
}

/**
 * Proposals about visible claims, newest first. What is pending is read from the table of open proposals, so that no
 * number of newer events hides an old one.
 */
export async function listProposals(context: MemoryContext, request: ListProposalsRequest = {}): Promise<ProposalList> {
  authorize(context.authority, "query");
  const { limit = DEFAULT_LIMIT, includeResolved = false } = request;
  if (limit <= 0) return { items: [], hasMore: false };
  const viewers = await proposalViewers(context, request.scopes);
  const size = pageLimit(limit);
  const listing: Listing = { context, viewers, limit: size + 1 };
  const pending = await described(listing, { eventIds: await openIds(listing, false), resolutions: new Map() });
  const all = includeResolved ? [...pending, ...(await ended(listing))] : pending;
  return { items: all.slice(0, size).sort(newestFirst), hasMore: all.length > size };
}
