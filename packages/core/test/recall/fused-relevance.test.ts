import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fusedRelevance, likenesses } from "../../src/recall/fused-relevance.ts";
import type { VectorCandidate } from "../../src/vector/types.ts";
import { claimOf } from "./builders.ts";

const NOISE_FLOOR = 0.6;
const found = (...cosines: readonly number[]): readonly VectorCandidate[] =>
  cosines.map((cosine, id) => ({ claim: claimOf({ id }), cosine }));
const likenessOf = (...cosines: readonly number[]): readonly number[] => [
  ...likenesses(found(...cosines), NOISE_FLOOR).values(),
];

describe("likenesses", () => {
  it("measures from the similarity of unrelated texts while few claims are found", () => {
    expect(likenessOf(1, 0.6, 0.2, -0.5).map((one) => Number(one.toFixed(6)))).toEqual([1, 0.5, 0, 0]);
  });

  it("measures from the 20th nearest where that is nearer than unrelated texts are", () => {
    const usual = Array.from({ length: 19 }, () => 0.8);

    const [best, ...rest] = likenessOf(0.9, ...usual);

    expect(best).toBeCloseTo(0.5, 12);
    expect(rest.every((one) => one === 0)).toBe(true);
  });

  it("stays between 0 and 1, nearer never less", () => {
    const cosine = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(cosine, { maxLength: 40 }), (cosines) => {
        const all = likenessOf(...cosines.toSorted((a, b) => b - a));

        expect(all.every((one, at) => one >= 0 && one <= 1 + 1e-9 && one <= (all[at - 1] ?? 2))).toBe(true);
      }),
    );
  });
});

describe("fusedRelevance", () => {
  it("is the mean of words and meaning by their weights", () => {
    const weights = { lexical: 0.6, vector: 0.2, confidence: 0, freshness: 0 };

    expect(fusedRelevance(0.5, 0.1, weights)).toBeCloseTo(0.4, 12);
    expect(fusedRelevance(0, 1, weights)).toBeCloseTo(0.25, 12);
  });
});
