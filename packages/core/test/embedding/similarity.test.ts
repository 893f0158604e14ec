import { expect, test } from "vitest";

import { cosineSimilarity, maxPooledScore, unitVector } from "../../src/embedding/similarity.ts";

test("cosine similarity compares directions and not lengths", () => {
  expect(cosineSimilarity([1, 2], [10, 20])).toBeCloseTo(1, 12);
  expect(cosineSimilarity([1, 0], [0, 3])).toBe(0);
  expect(cosineSimilarity([1, 1], [-2, -2])).toBeCloseTo(-1, 12);
  expect(cosineSimilarity([0, 0], [1, 1])).toBe(0);
});

test("vectors of different length are refused", () => {
  const parts = { code: "input.invalid", details: { dims: [2, 3] } };

  expect(() => cosineSimilarity([1, 2], [1, 2, 3])).toThrow(expect.objectContaining(parts));
});

test("a text scores as its best chunk", () => {
  const chunks = [
    [0, 1],
    [3, 4],
    [-1, 0],
  ];

  expect(maxPooledScore([1, 0], chunks)).toBeCloseTo(0.6, 12);
  expect(maxPooledScore([1, 0], [])).toBeUndefined();
});

test("a vector without a direction has no unit vector", () => {
  expect(unitVector([3, 4])).toEqual(Float32Array.of(0.6, 0.8));
  expect(unitVector([0, 0])).toBeUndefined();
  expect(unitVector([1, Number.NaN])).toBeUndefined();
});
