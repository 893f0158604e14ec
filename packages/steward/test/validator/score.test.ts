import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { evidenceScore, validationScore } from "../../src/validator/score.ts";
import type { ScoredFields } from "../../src/validator/score.ts";

const THRESHOLD = 0.58;

function claimOf(parts: { citations: number; length: number; tuple?: boolean; confidence?: number }): ScoredFields {
  const part = parts.tuple === true ? "part" : undefined;
  return {
    text: "x".repeat(parts.length),
    subject: part,
    predicate: part,
    objectValue: part,
    confidence: parts.confidence ?? 0.5,
    citations: Array.from({ length: parts.citations }, (_, at) => ({
      id: at + 1,
      claimId: 1,
      source: "a.md",
      kind: "file",
      createdAt: "2026-03-01T12:00:00+00:00",
    })),
  };
}

const anyClaim = fc
  .record({
    citations: fc.nat(6),
    length: fc.integer({ min: 1, max: 300 }),
    tuple: fc.boolean(),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(claimOf);

describe("the score of a claim", () => {
  it.each([
    { citations: 1, length: 120, tuple: false, raw: 0.62, score: 0.59 },
    { citations: 1, length: 24, tuple: false, raw: 0.57, score: 0.5525 },
    { citations: 1, length: 24, tuple: true, raw: 0.67, score: 0.6275 },
    { citations: 4, length: 36, tuple: true, raw: 1, score: 0.875 },
    { citations: 9, length: 900, tuple: true, raw: 1, score: 0.875 },
  ])("$citations citations, $length characters, tuple $tuple: $score", ({ raw, score, ...parts }) => {
    expect(evidenceScore(claimOf(parts))).toBeCloseTo(raw, 10);
    expect(validationScore(claimOf(parts))).toBeCloseTo(score, 10);
  });

  it("counts characters, not the halves of which some are made", () => {
    expect(evidenceScore({ ...claimOf({ citations: 1, length: 1 }), text: "🛒🛒🛒" })).toBeCloseTo(0.47 + 3 / 240, 10);
  });

  it("goes to the worth of the evidence when it becomes the confidence again and again", () => {
    fc.assert(
      fc.property(anyClaim, (claim) => {
        let { confidence } = claim;
        for (let run = 0; run < 20; run += 1) confidence = validationScore({ ...claim, confidence });
        expect(confidence).toBeCloseTo(evidenceScore(claim), 9);
      }),
    );
  });

  it("promotes nobody by waiting: evidence below the threshold that did not pass once never passes", () => {
    fc.assert(
      fc.property(anyClaim, fc.integer({ min: 1, max: 30 }), (claim, runs) => {
        fc.pre(evidenceScore(claim) < THRESHOLD && validationScore(claim) < THRESHOLD);
        let { confidence } = claim;
        for (let run = 0; run < runs; run += 1) confidence = validationScore({ ...claim, confidence });
        expect(confidence).toBeLessThan(THRESHOLD);
      }),
    );
  });
});
