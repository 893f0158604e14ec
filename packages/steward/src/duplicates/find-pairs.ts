import { restOverlap, UNIT_SEPARATOR } from "@memorymaster/core";
import { foldedValue } from "@memorymaster/core/jobs";

import { compareClaims } from "./compare-claims.ts";
import type { Comparison, ReadClaim } from "./compare-claims.ts";

export interface ComparedPair {
  readonly a: ReadClaim;
  readonly b: ReadClaim;
  readonly comparison: Comparison;
}

/** Claims that share a key are compared with at most so many before them: a phrase of all claims would pair them all. */
const MAX_SHARING = 200;

const keyOf = (...parts: readonly string[]): string => parts.join(UNIT_SEPARATOR);

function tupleKeyOf({ claim: { subject, predicate }, namespace }: ReadClaim): string | undefined {
  if (subject === undefined || predicate === undefined) return undefined;
  return keyOf("tuple", foldedValue(subject), foldedValue(predicate), namespace);
}

function countTerms(claims: readonly ReadClaim[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { terms } of claims) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/**
 * Keys such that two claims of one namespace with the same values and at least that overlap share one: of two sets with
 * so much in common, some of the rarest terms are in both.
 *
 * @see Bayardo, Ma, Srikant: Scaling up all pairs similarity search (2007), prefix filtering
 */
function keysOf(one: ReadClaim, counts: ReadonlyMap<string, number>, minOverlap: number): readonly string[] {
  const { terms, values, namespace } = one;
  const byRarity = [...terms].sort((x, y) => (counts.get(x) ?? 0) - (counts.get(y) ?? 0) || (x < y ? -1 : 1));
  const prefix = byRarity.slice(0, terms.size - Math.ceil(minOverlap * terms.size) + 1);
  const said = keyOf(namespace, ...values);
  const tuple = tupleKeyOf(one);
  return [...prefix.map((term) => keyOf("term", term, said)), ...(tuple === undefined ? [] : [tuple])];
}

/** Sizes alone rule out most. */
function hasOverlap({ terms: a }: ReadClaim, { terms: b }: ReadClaim, least: number): boolean {
  return Math.min(a.size, b.size) >= least * Math.max(a.size, b.size) && restOverlap(a, b) >= least;
}

/** Pairs that share subject and predicate, or their values and at least that part of their terms. */
export function findPairs(claims: readonly ReadClaim[], minOverlap: number): readonly ComparedPair[] {
  const counts = countTerms(claims);
  const holders = new Map<string, ReadClaim[]>();
  return claims.flatMap((b) => {
    const before = new Set<ReadClaim>();
    for (const key of keysOf(b, counts, minOverlap)) {
      const sharing = holders.get(key);
      for (const a of sharing?.slice(-MAX_SHARING) ?? []) before.add(a);
      if (sharing === undefined) holders.set(key, [b]);
      else sharing.push(b);
    }
    const tuple = tupleKeyOf(b);
    return [...before]
      .filter((a) => hasOverlap(a, b, minOverlap) || (tuple !== undefined && tupleKeyOf(a) === tuple))
      .map((a) => ({ a, b, comparison: compareClaims(a, b) }));
  });
}
