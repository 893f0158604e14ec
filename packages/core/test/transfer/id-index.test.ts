import fc from "fast-check";
import { expect, test } from "vitest";

import { createIdIndex } from "../../src/transfer/id-index.ts";

const hexOf = (id: number): string => id.toString(16).padStart(16, "0");

test("finds what was added and nothing else, whatever the gaps between the ids", () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), { maxLength: 50 });
  fc.assert(
    fc.property(ids, fc.integer({ min: 1, max: 100 }), (given, other) => {
      const index = createIdIndex(8);
      for (const id of given.toSorted((a, b) => a - b)) index.add(id, hexOf(id));

      expect(given.map((id) => index.get(id))).toEqual(given.map(hexOf));
      expect(index.get(other)).toBe(given.includes(other) ? hexOf(other) : undefined);
    }),
  );
});

test("grows with what is added", () => {
  const index = createIdIndex(8);
  for (let id = 1; id <= 5_000; id += 1) index.add(id, hexOf(id * 3));

  expect([1, 1_024, 1_025, 5_000, 5_001].map((id) => index.get(id))).toEqual([
    hexOf(3),
    hexOf(3_072),
    hexOf(3_075),
    hexOf(15_000),
    undefined,
  ]);
});
