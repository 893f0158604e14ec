import type { Viewer } from "../access/viewer.ts";
import type { Claim } from "../claims/claim.ts";
import type { ClaimFilter } from "../ports/claim-store.ts";
import type { Candidate, CandidateRequest, SearchStore } from "../ports/search-store.ts";
import type { Store } from "../ports/store.ts";
import { coarseStats } from "./coarse-stats.ts";
import { isValid } from "./meets-filter.ts";
import type { RecallFilter } from "./meets-filter.ts";
import { countDocuments } from "./count-documents.ts";
import { queryGroups } from "./query-groups.ts";
import type { QueryGroup } from "./query-groups.ts";
import type { SelectedQuery } from "./select-groups.ts";
import { DOCUMENT_COUNT_CAP, documentsOf, MAX_POSTINGS, selectGroups } from "./select-groups.ts";

/** Several words are looked up deeper than the limit: the store's own rank may put the best row far behind. */
const DEPTH_RATIO = 12;
const MIN_DEPTH = 60;
/** Pinned claims that may follow an answer, unless its limit allows more. */
const MAX_PINNED = 100;

export interface CandidateSearch {
  readonly viewer: Viewer;
  readonly filter: RecallFilter;
  /** What is not admitted counts as not there. Default: everything is. */
  readonly admits?: ((claim: Pick<Claim, "scope" | "visibility">) => boolean) | undefined;
  readonly query: SelectedQuery;
  /** Rows wanted in the end, 1..1,000. */
  readonly limit: number;
  /** Candidates to look up at least, since more of them may go than usual. Default: as many as the limit asks for. */
  readonly depth?: number | undefined;
  /** Whether pinned claims of the scopes take part without matching. */
  readonly pinnedToo: boolean;
}

export interface QueriedIndex {
  readonly search: SearchStore;
  /** The present, in milliseconds since the epoch. */
  readonly nowMs: number;
}

/** Analyses the query and weighs its words by how many claims have each: of a tenant's those that the caller sees. */
export async function selectQuery(index: QueriedIndex, viewer: Viewer, text: string): Promise<SelectedQuery> {
  const groups = queryGroups(text);
  if (groups.length === 0) return selectGroups(groups, new Map(), { claims: 0, terms: 0 });
  const stats = await index.search.indexStats();
  const { search, nowMs } = index;
  const counts = await countGroups(groups, (terms, cap) =>
    countDocuments(search, terms, { nowMs, generation: stats.generation, viewer, cap }),
  );
  return selectGroups(groups, counts, viewer.tenantId === undefined ? stats : coarseStats(stats));
}

/**
 * Documents of each term. Counting costs what it counts, so it stops right above the postings of a query: a word in
 * more of them is left out beside any rarer one. Only when no word is rarer do the exact numbers decide.
 */
export async function countGroups(
  groups: readonly QueryGroup[],
  count: (terms: readonly string[], cap: number) => Promise<ReadonlyMap<string, number>>,
): Promise<ReadonlyMap<string, number>> {
  const terms = [...new Set(groups.flatMap((group) => group.terms))];
  const counts = await count(terms, MAX_POSTINGS + 1);
  const documents = groups.map((group) => documentsOf(group, counts)).filter((number) => number > 0);
  const isDecided = documents.length === 0 || documents.some((number) => number <= MAX_POSTINGS);
  return isDecided ? counts : count(terms, DOCUMENT_COUNT_CAP);
}

/** Every claim that may stand in the answer, once each; the store has applied what the caller may see. */
export async function findCandidates(store: Store, search: CandidateSearch): Promise<readonly Candidate[]> {
  const [byText, pinned] = await Promise.all([
    textCandidates(store, search, search.filter),
    search.pinnedToo ? pinnedClaims(store, search) : [],
  ]);
  const known = new Set(byText.map(({ id }) => id));
  return [...byText, ...pinned.filter(({ id }) => !known.has(id))].filter(search.admits ?? (() => true));
}

/** Ids of claims that match but are not valid at the time asked for. */
export async function findExpired(store: Store, search: CandidateSearch): Promise<readonly number[]> {
  const claims = await textCandidates(store, search, { ...search.filter, validAt: undefined });
  return claims.filter((claim) => !isValid(claim, search.filter)).map(({ id }) => id);
}

async function textCandidates(
  store: Store,
  { viewer, query, limit, depth: least = 0 }: CandidateSearch,
  filter: ClaimFilter,
): Promise<readonly Candidate[]> {
  const depth = Math.max(least, depthOf(query, limit));
  return matching(query, depth, (wanted) => store.search.candidates(viewer, { ...wanted, filter }));
}

/** How many matches to look at for an answer of so many rows. */
export function depthOf({ searchGroups }: SelectedQuery, limit: number): number {
  return Math.max(MIN_DEPTH, searchGroups === 1 ? limit : DEPTH_RATIO * limit);
}

/** The matches of a query, no more than `depth`. */
export async function matching<Found>(
  { searchTerms, postings }: SelectedQuery,
  depth: number,
  find: (wanted: Omit<CandidateRequest, "filter">) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  if (searchTerms.length === 0) return [];
  const wanted = { terms: searchTerms, limit: depth };
  if (postings <= MAX_POSTINGS) return find(wanted);
  // A word in so many of them tells them apart so little that the newest serve as well, as long as there are enough.
  const newest = await find({ ...wanted, newest: MAX_POSTINGS });
  return newest.length === depth ? newest : find(wanted);
}

async function pinnedClaims(store: Store, { viewer, filter, limit }: CandidateSearch): Promise<readonly Candidate[]> {
  const page = await store.claims.list(
    viewer,
    { ...filter, pinned: true, hasWords: true },
    { limit: Math.max(limit, MAX_PINNED) },
  );
  return page.items;
}
