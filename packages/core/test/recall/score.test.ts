import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ClaimStatus } from "../../src/claims/claim.ts";
import { CLAIM_STATUSES } from "../../src/claims/claim.ts";
import { SETTINGS_DEFAULTS } from "../../src/config/settings.ts";
import { score } from "../../src/recall/score.ts";
import { claimOf } from "./builders.ts";

/** One half-life of a claim of medium volatility after it was written: freshness 0.5. */
const KNOBS = {
  ...SETTINGS_DEFAULTS,
  weights: SETTINGS_DEFAULTS.retrievalWeights,
  nowMs: Date.parse("2026-01-05T03:04:05Z"),
};

describe("score", () => {
  it("is the relevance times the factor of the state when confidence and freshness are in the middle", () => {
    expect(score(claimOf(), 0.770833, KNOBS)).toEqual({
      boost: { confidence: 0, freshness: 0, pinned: 0 },
      statusFactor: 0.85,
      freshness: 0.5,
      final: 0.655208,
    });
  });

  it.each<[ClaimStatus, number]>([
    ["confirmed", 0.5],
    ["candidate", 0.425],
    ["conflicted", 0.35],
    ["stale", 0.3],
    ["superseded", 0.5],
  ])("gives a %s claim of relevance 0.5 the score %d", (status, expected) => {
    expect(score(claimOf({ status }), 0.5, KNOBS).final).toBe(expected);
  });

  it("adds confidence, freshness and pin to the boost", () => {
    const claim = claimOf({
      confidence: 0.9,
      pinned: true,
      updatedAt: "2026-01-05T03:04:05+00:00",
      status: "confirmed",
    });

    const { boost, final } = score(claim, 0.5, KNOBS);

    expect(boost.confidence).toBeCloseTo(0.08, 12);
    expect(boost.freshness).toBeCloseTo(0.05, 12);
    expect(boost.pinned).toBe(0.03);
    expect(final).toBe(0.58);
  });

  it("uses the half-life of the claim's volatility", () => {
    const freshOf = (volatility: "low" | "high"): number => score(claimOf({ volatility }), 1, KNOBS).freshness;

    expect(freshOf("low")).toBeCloseTo(2 ** (-72 / 168), 12);
    expect(freshOf("high")).toBeCloseTo(2 ** (-72 / 24), 12);
  });

  it("does not read access counts and tier", () => {
    const often = claimOf({ accessCount: 100, tier: "core", lastAccessed: "2026-01-05T03:04:05+00:00" });

    expect(score(often, 0.5, KNOBS)).toEqual(score(claimOf(), 0.5, KNOBS));
  });

  it("is 0 without relevance and never below 0, whatever else speaks for or against a claim", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CLAIM_STATUSES),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 5, noNaN: true }),
        (status, confidence, weight) => {
          const knobs = { ...KNOBS, weights: { lexical: 1, confidence: weight, freshness: weight, vector: 0 } };
          const claim = claimOf({ status, confidence, pinned: true });

          expect(score(claim, 0, knobs).final).toBe(0);
          expect(score(claim, 0.5, knobs).final).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
