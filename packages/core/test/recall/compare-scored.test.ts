import { describe, expect, it } from "vitest";
import { compareScored } from "../../src/recall/compare-scored.ts";
import { scoredOf } from "./builders.ts";

describe("compareScored", () => {
  it("orders by score, lexical score, confidence, freshness, last change and id, each descending", () => {
    const best = [
      scoredOf({ final: 0.6 }, { id: 1 }),
      scoredOf({ lexical: { bm25: 0, coverage: 0, proximity: 0, phrase: 0, total: 0.6, standing: 1 } }, { id: 2 }),
      scoredOf({}, { id: 3, confidence: 0.6 }),
      scoredOf({ freshness: 0.6 }, { id: 4 }),
      scoredOf({}, { id: 5, updatedAt: "2026-01-03T00:00:00+00:00" }),
      scoredOf({}, { id: 7 }),
      scoredOf({}, { id: 6 }),
    ];

    const sorted = best.toReversed().toSorted(compareScored);

    expect(sorted.map(({ claim }) => claim.id)).toEqual([1, 2, 3, 4, 5, 7, 6]);
  });

  it("takes figures that look the same in an answer for the same", () => {
    const a = scoredOf({ freshness: 0.5 + 1e-9 }, { id: 1 });
    const b = scoredOf({ freshness: 0.5 }, { id: 2 });

    expect([a, b].toSorted(compareScored).map(({ claim }) => claim.id)).toEqual([2, 1]);
  });
});
