import type { Viewer } from "../access/viewer.ts";
import { UNIT_SEPARATOR } from "../claims/identity.ts";
import type { SearchStore } from "../ports/search-store.ts";
import { createBoundedCache } from "../text/bounded-cache.ts";
import { MAX_POSTINGS } from "./select-groups.ts";

/** A count of many documents stays good enough for so long; a small one is always read anew, so that a new fact is found. */
const KEPT_MS = 60_000;
const KEPT_TERMS = 2_048;

interface KnownCount {
  readonly documents: number;
  /** How far it was counted. */
  readonly cap: number;
  readonly untilMs: number;
}

type KnownCounts = ReturnType<typeof createBoundedCache<KnownCount>>;

const known = new WeakMap<SearchStore, KnownCounts>();

function knownOf(search: SearchStore): KnownCounts {
  const counts = known.get(search) ?? createBoundedCache<KnownCount>(KEPT_TERMS);
  known.set(search, counts);
  return counts;
}

export interface Counting {
  readonly viewer: Viewer;
  readonly cap: number;
  /** The present, in milliseconds since the epoch. */
  readonly nowMs: number;
  /** Of the content (`IndexStats`): what was counted in another one is not good any more. */
  readonly generation?: string | undefined;
}

/**
 * Documents that hold each term, never more than the cap; a term of none is absent. Counting costs what it counts, so
 * the counts of common words, and only those, are kept for a minute.
 */
export async function countDocuments(
  search: SearchStore,
  terms: readonly string[],
  { viewer, cap, nowMs, generation = "" }: Counting,
): Promise<ReadonlyMap<string, number>> {
  const kept = knownOf(search);
  const { tenantId, agent, grantedScopes, allowSensitive } = viewer;
  const bound = tenantId === undefined ? "" : JSON.stringify([tenantId, agent, grantedScopes, allowSensitive]);
  const keyOf = (term: string): string => [generation, bound, term].join(UNIT_SEPARATOR);
  const counts = new Map<string, number>();
  const wanted = terms.filter((term) => {
    const count = kept.get(keyOf(term));
    const isGood = count !== undefined && count.cap >= cap && count.untilMs > nowMs;
    if (isGood) counts.set(term, Math.min(count.documents, cap));
    return !isGood;
  });
  const fresh = wanted.length === 0 ? [] : await search.termCounts(viewer, wanted, cap);
  for (const [term, documents] of fresh) {
    counts.set(term, documents);
    if (documents > MAX_POSTINGS) kept.set(keyOf(term), { documents, cap, untilMs: nowMs + KEPT_MS });
  }
  return counts;
}
