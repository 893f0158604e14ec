import type { IndexStats } from "../ports/search-store.ts";
import type { QueryGroup } from "./query-groups.ts";

/** Documents are counted up to here: the exact number of a word in more of them changes nothing. */
export const DOCUMENT_COUNT_CAP = 20_001;

/** A word in more than this share of the claims tells little, as long as the query has a rarer one. */
const COMMON_RATIO = 0.2;
const COMMON_MIN_DOCUMENTS = 50;
/** Postings one query may touch: the cost of a search follows the rows matched, not the rows wanted. */
export const MAX_POSTINGS = 5_000;

const LEAST_CLAIMS = 100;

const NAME_EMPHASIS = 1.5;

/** A word of the query that rows are scored by. */
export interface WeightedGroup extends QueryGroup {
  /** Claims that hold it, counted up to the cap; 0 = it is in none. */
  readonly documents: number;
  /** Inverse document frequency, > 0. */
  readonly weight: number;
  /** How many times over it counts when it is judged whether a row answers the question: whoever names something means it. */
  readonly emphasis: number;
}

export interface SelectedQuery {
  /** In the order of the query; words that no claim holds count too, words too common do not. */
  readonly groups: readonly WeightedGroup[];
  /** `groups`, and after them the common words of which the exact count is known: they weigh little, but they weigh. */
  readonly scored: readonly WeightedGroup[];
  /** Places in `scored` of the words that each term stands for. */
  readonly byTerm: ReadonlyMap<string, readonly number[]>;
  /** What candidates are looked up by, each term once; empty = no claim can match. */
  readonly searchTerms: readonly string[];
  /** Claims that hold the search terms, word by word: more than `MAX_POSTINGS` when the rarest word alone is in more. */
  readonly postings: number;
  /** How many words the search terms stand for. */
  readonly searchGroups: number;
  /** Weight of all scored words that some claim holds. */
  readonly reachableWeight: number;
  /** Weight of all `groups` with their emphasis. */
  readonly askedWeight: number;
  /** Weight of a word that no claim holds: the largest there is. */
  readonly absentWeight: number;
  /** Words that select no claim. */
  readonly common: readonly string[];
  /** Claims in the index. */
  readonly claims: number;
  /** Terms of an average claim. */
  readonly averageTerms: number;
}

type CountedGroup = QueryGroup & { readonly documents: number };

/** Chooses the words that select and score: the informative ones, rarest first, as far as the postings allow. */
export function selectGroups(
  groups: readonly QueryGroup[],
  counts: ReadonlyMap<string, number>,
  stats: IndexStats,
): SelectedQuery {
  const counted = groups.map((group) => ({ ...group, documents: documentsOf(group, counts) }));
  const claims = counted.reduce((most, group) => Math.max(most, group.documents), stats.claims);
  const left = new Set(withinPostings(withoutCommon(counted, claims)));
  const isLeft = (group: CountedGroup | undefined): boolean => group !== undefined && left.has(group);
  const weighted = counted.map((group) => ({
    ...group,
    weight: inverseDocumentFrequency(group.documents, claims),
    emphasis: group.isName ? NAME_EMPHASIS : 1,
  }));
  const kept = weighted.filter((_, at) => isLeft(counted[at]));
  const searched = kept.filter((group) => group.documents > 0);
  const scored = [...kept, ...weighted.filter((group, at) => !isLeft(counted[at]) && group.documents <= MAX_POSTINGS)];
  return {
    groups: kept,
    scored,
    byTerm: placesByTerm(scored),
    searchTerms: [...new Set(searched.flatMap((group) => group.terms))],
    postings: searched.reduce((sum, { documents }) => sum + documents, 0),
    searchGroups: searched.length,
    reachableWeight: weightOf(scored.filter((group) => group.documents > 0)),
    askedWeight: kept.reduce((sum, { weight, emphasis }) => sum + weight * emphasis, 0),
    absentWeight: inverseDocumentFrequency(0, claims),
    common: counted.filter((group) => !left.has(group)).map((group) => group.label),
    claims,
    averageTerms: claims === 0 ? 0 : stats.terms / claims,
  };
}

/** Claims that hold a word: of its alternatives the one in most. */
export function documentsOf(group: QueryGroup, counts: ReadonlyMap<string, number>): number {
  return group.terms.reduce((most, term) => Math.max(most, counts.get(term) ?? 0), 0);
}

function withoutCommon(groups: readonly CountedGroup[], claims: number): readonly CountedGroup[] {
  const hasRare = groups.some(({ documents }) => documents > 0 && documents <= COMMON_RATIO * claims);
  if (!hasRare) return groups;
  const most = Math.max(COMMON_MIN_DOCUMENTS, COMMON_RATIO * claims);
  return groups.filter(({ documents }) => documents <= most);
}

/** Rarest first, equal ones in the order of the query; at least one word that some claim holds is taken. */
function withinPostings(groups: readonly CountedGroup[]): readonly CountedGroup[] {
  const rarestFirst = groups.toSorted((a, b) => a.documents - b.documents);
  let postings = 0;
  const end = rarestFirst.findIndex(({ documents }) => {
    const fits = postings === 0 || postings + documents <= MAX_POSTINGS;
    postings += documents;
    return !fits;
  });
  return end === -1 ? rarestFirst : rarestFirst.slice(0, end);
}

/**
 * BM25's idf in the form that is never negative (Robertson and Zaragoza 2009, §3.3, plus 1 inside the logarithm). A small
 * store counts as one of `LEAST_CLAIMS`: among a handful of claims each word is in a large share of them.
 */
function inverseDocumentFrequency(documents: number, claims: number): number {
  return Math.log(1 + (Math.max(claims, LEAST_CLAIMS) - documents + 0.5) / (documents + 0.5));
}

function weightOf(groups: readonly WeightedGroup[]): number {
  return groups.reduce((sum, { weight }) => sum + weight, 0);
}

function placesByTerm(groups: readonly QueryGroup[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [place, { terms }] of groups.entries()) {
    for (const term of terms) {
      const known = places.get(term);
      if (known === undefined) places.set(term, [place]);
      else known.push(place);
    }
  }
  return places;
}
