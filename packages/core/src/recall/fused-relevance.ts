import type { RetrievalWeights } from "../config/settings.ts";
import type { VectorCandidate } from "../vector/types.ts";

/** What so many claims are as near to is common to them, and tells none of them apart. */
export const BACKGROUND_RANK = 20;

const similarity = (cosine: number): number => (cosine + 1) / 2;

/**
 * Likeness of meaning by claim id, 0..1: how much nearer a claim is than the 20th nearest, and than unrelated texts are.
 * Within one field all texts are near to a question about it; only what stands out of them answers it.
 *
 * @param found nearest first
 * @param noiseFloor see `Embedder.noiseFloor`
 */
export function likenesses(found: readonly VectorCandidate[], noiseFloor: number): ReadonlyMap<number, number> {
  const background = Math.max(noiseFloor, similarity(found[BACKGROUND_RANK - 1]?.cosine ?? -1));
  const above = (cosine: number): number => Math.max(0, similarity(cosine) - background);
  return new Map(found.map(({ claim, cosine }) => [claim.id, above(cosine) && above(cosine) / (1 - background)]));
}

/** Relevance of a claim by its words and its meaning, each 0..1. */
export function fusedRelevance(lexical: number, vector: number, weights: RetrievalWeights): number {
  return (weights.lexical * lexical + weights.vector * vector) / (weights.lexical + weights.vector);
}
