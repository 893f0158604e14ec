import { timestampOf } from "@memorymaster/core";
import type { ClaimStatus } from "@memorymaster/core";

import type { Job } from "../types.ts";
import { compareClaims, readClaim } from "./compare-claims.ts";
import type { Comparison, ReadClaim } from "./compare-claims.ts";

/** Postings that one search may touch, rows it looks at, and matches it gives. */
const MAX_POSTINGS = 5_000;
const MAX_CANDIDATES = 20;
const MATCHES = 5;

export interface TextMatch {
  readonly other: ReadClaim;
  readonly comparison: Comparison;
}

/** The rarest terms whose postings a search can afford; at least one that occurs at all. */
function affordable(terms: readonly string[], counts: ReadonlyMap<string, number>): readonly string[] {
  const rarestFirst = terms.filter((term) => counts.has(term)).sort((a, b) => count(a) - count(b));
  let postings = 0;
  const taken = rarestFirst.filter((term) => (postings += count(term)) <= MAX_POSTINGS);
  return taken.length > 0 ? taken : rarestFirst.slice(0, 1);

  function count(term: string): number {
    return counts.get(term) ?? 0;
  }
}

async function candidateIds(
  { context, viewer }: Job,
  claims: readonly ReadClaim[],
  statuses: readonly ClaimStatus[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const { store, clock, signal } = context;
  const all = new Set(claims.flatMap(({ indexed }) => indexed));
  const counts = await store.search.termCounts(viewer, [...all], MAX_POSTINGS + 1);
  const validAt = timestampOf(clock.nowMs());
  const found = new Map<number, readonly number[]>();
  for (const { claim, indexed } of claims) {
    signal?.throwIfAborted();
    const terms = affordable(indexed, counts);
    if (terms.length === 0) continue;
    const filter = { statuses, scopes: [claim.scope], validAt, atPresent: true };
    const rows = await store.search.candidates(viewer, { terms, filter, limit: MAX_CANDIDATES });
    found.set(
      claim.id,
      rows.flatMap(({ id }) => (id === claim.id ? [] : [id])),
    );
  }
  return found;
}

/**
 * For each claim those of its namespace that share most words with it, the likest first, at most five; none for claims
 * that share no word with another one.
 *
 * @param statuses of the claims found
 */
export async function findTextMatches(
  job: Job,
  claims: readonly ReadClaim[],
  statuses: readonly ClaimStatus[],
): Promise<ReadonlyMap<number, readonly TextMatch[]>> {
  const ids = await candidateIds(job, claims, statuses);
  const found = await job.context.store.claims.getMany(job.viewer, [...new Set([...ids.values()].flat())], false);
  const others = new Map(found.map((claim) => [claim.id, readClaim(claim)]));
  return new Map(
    claims.map((one) => {
      const matches = (ids.get(one.claim.id) ?? [])
        .flatMap((id) => others.get(id) ?? [])
        .map((other) => ({ other, comparison: compareClaims(one, other) }))
        .filter(({ comparison }) => comparison.sameNamespace)
        .sort((a, b) => b.comparison.overlap - a.comparison.overlap || a.other.claim.id - b.other.claim.id);
      return [one.claim.id, matches.slice(0, MATCHES)];
    }),
  );
}
