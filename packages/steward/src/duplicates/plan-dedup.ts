import { cosineSimilarity } from "@memorymaster/core";
import type { Claim } from "@memorymaster/core";

import { isGenericTuple } from "../conflicts/generic-tuple.ts";
import { mayBeSame, saysMore } from "./compare-claims.ts";
import { findPairs } from "./find-pairs.ts";
import type { ComparedPair } from "./find-pairs.ts";
import type { ReadClaim } from "./compare-claims.ts";

export interface DedupBounds {
  /** Cosine from which two texts mean the same, where meaning can be compared. */
  readonly threshold: number;
  /** Share of terms that they must have in common besides. */
  readonly minTextOverlap: number;
}

/** By claim id; absent = nothing compares meanings. */
export type Vectors = ReadonlyMap<number, Float32Array> | undefined;

export interface DuplicatePair {
  readonly keep: Claim;
  readonly archive: Claim;
  /** Cosine, else share of terms. */
  readonly similarity: number;
  readonly overlap: number;
}

export interface DedupPlan {
  readonly duplicates: readonly DuplicatePair[];
  readonly conflicts: readonly (ComparedPair & { readonly similarity: number })[];
  /** Claims that have to do with each other, perhaps in other words. */
  readonly related: readonly ComparedPair[];
}

/** Without a comparison of meanings, so much of the words must be the same. */
const SAME_WORDS = 0.8;
/** From here on two texts with the same values and names speak of the same thing. */
const RELATED = 0.5;
/** Links that one claim gets from one run at most. */
const MAX_RELATED = 3;

function similarityOf({ a, b, comparison }: ComparedPair, vectors: Vectors): number {
  const [left, right] = [vectors?.get(a.claim.id), vectors?.get(b.claim.id)];
  return left === undefined || right === undefined ? comparison.overlap : cosineSimilarity(left, right);
}

function isDuplicate(pair: ComparedPair, vectors: Vectors, { threshold, minTextOverlap }: DedupBounds): boolean {
  const { tuple, overlap, substitutes } = pair.comparison;
  if (!mayBeSame(pair.comparison)) return false;
  if (vectors === undefined) return overlap >= SAME_WORDS && !substitutes;
  return similarityOf(pair, vectors) >= threshold && (tuple === "same" || overlap >= minTextOverlap);
}

/** Rank of a claim to survive; the first difference decides. A confirmed one is not given up for one that is not. */
const RANKS: readonly ((claim: Claim) => number | string)[] = [
  ({ status }) => Number(status === "confirmed"),
  ({ confidence }) => confidence,
  ({ pinned }) => Number(pinned),
  ({ updatedAt }) => updatedAt,
  ({ id }) => -id,
];

function survivorOf(a: Claim, b: Claim): readonly [keep: Claim, archive: Claim] {
  const decisive = RANKS.find((rank) => rank(a) !== rank(b));
  const [keep, archive] = decisive !== undefined && decisive(b) > decisive(a) ? ([b, a] as const) : ([a, b] as const);
  return archive.pinned ? [archive, keep] : [keep, archive];
}

/** Each claim is archived once, and none that another was archived for: no chains. */
function chooseSurvivors(pairs: readonly DuplicatePair[]): readonly DuplicatePair[] {
  const archived = new Set<number>();
  const kept = new Set<number>();
  return pairs.filter(({ keep, archive }) => {
    const isTaken = archived.has(keep.id) || archived.has(archive.id) || kept.has(archive.id);
    if (isTaken || archive.pinned) return false;
    archived.add(archive.id);
    kept.add(keep.id);
    return true;
  });
}

/** Only the same attribute of the same thing, at the same time, can be in conflict. */
function isConflict({ a, comparison }: ComparedPair): boolean {
  return comparison.tuple === "rival" && comparison.sameNamespace && comparison.meet && !isGenericTuple(a.claim);
}

function isRelated({ comparison }: ComparedPair): boolean {
  const { tuple, opposed, apart, sameNames, meet, overlap } = comparison;
  const isAlike = (tuple === "same" || tuple === "open") && sameNames && !opposed && !apart;
  return isAlike && meet && overlap >= RELATED;
}

function fewEach(pairs: readonly ComparedPair[]): readonly ComparedPair[] {
  const counts = new Map<number, number>();
  return pairs.filter(({ a, b }) => {
    const ids = [a.claim.id, b.claim.id];
    if (ids.some((id) => (counts.get(id) ?? 0) >= MAX_RELATED)) return false;
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    return true;
  });
}

/** Pairs of which one can stand for both, the likest first. */
function duplicatesOf(pairs: readonly ComparedPair[], vectors: Vectors): readonly DuplicatePair[] {
  const found = pairs.flatMap((pair) => {
    const [keep, archive] = survivorOf(pair.a.claim, pair.b.claim);
    const [gone, stays] = archive === pair.a.claim ? [pair.a, pair.b] : [pair.b, pair.a];
    if (vectors === undefined && saysMore(gone, stays)) return [];
    return [{ keep, archive, similarity: similarityOf(pair, vectors), overlap: pair.comparison.overlap }];
  });
  return found.sort((x, y) => y.similarity - x.similarity || x.keep.id - y.keep.id || x.archive.id - y.archive.id);
}

/** What is to be done about claims that say the same, or different things of one attribute. Changes nothing. */
export function planDedup(claims: readonly ReadClaim[], vectors: Vectors, bounds: DedupBounds): DedupPlan {
  const lowest = vectors === undefined ? RELATED : Math.min(RELATED, bounds.minTextOverlap);
  const pairs = findPairs(claims, lowest);
  const conflicts = pairs.filter(isConflict);
  const disputed = new Set(conflicts.flatMap(({ a, b }) => [a.claim.id, b.claim.id]));
  const undisputed = pairs.filter(({ a, b }) => !disputed.has(a.claim.id) && !disputed.has(b.claim.id));
  const same = undisputed.filter((pair) => isDuplicate(pair, vectors, bounds));
  const duplicates = chooseSurvivors(duplicatesOf(same, vectors));
  const gone = new Set(duplicates.map(({ archive }) => archive.id));
  const related = undisputed
    .filter((pair) => isRelated(pair) && !gone.has(pair.a.claim.id) && !gone.has(pair.b.claim.id))
    .sort((x, y) => y.comparison.overlap - x.comparison.overlap);
  return {
    duplicates,
    conflicts: conflicts.map((pair) => ({ ...pair, similarity: similarityOf(pair, vectors) })),
    related: fewEach(related),
  };
}
