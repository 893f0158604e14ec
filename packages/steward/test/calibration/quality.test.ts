import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { feedbackStats, qualityOf, qualityScores } from "../../src/calibration/quality.ts";
import { evidence } from "../support/evidence.ts";
import { stewardWorld } from "../support/steward-world.ts";
import type { StewardWorld } from "../support/steward-world.ts";

const NOW = Date.parse("2026-03-31T12:00:00Z");
const daysAgo = (days: number): string => `${new Date(NOW - days * 86_400_000).toISOString().slice(0, 19)}+00:00`;

async function used(world: StewardWorld, text: string, times: number): Promise<number> {
  const { id, uid } = await world.ingest({ text, citations: evidence(1) });
  const at = "2026-03-01T12:00:00+00:00";
  await world.store.claims.recordAccesses(Array.from({ length: times }, () => ({ uid, at })));
  return id;
}

describe("the quality of a claim (core §9)", () => {
  it.each([
    { name: "new, never used", count: 0, accessed: undefined, created: 1, score: 0.5, fresh: "0.0", stale: "0.0" },
    { name: "old, never used", count: 0, accessed: undefined, created: 31, score: 0.4, fresh: "0.0", stale: "0.1" },
    { name: "30 days, never used", count: 0, accessed: undefined, created: 30, score: 0.5, fresh: "0.0", stale: "0.0" },
    { name: "used of late", count: 2, accessed: 6, created: 90, score: 0.76, fresh: "0.1", stale: "0.0" },
    { name: "used a week ago", count: 2, accessed: 7, created: 90, score: 0.66, fresh: "0.0", stale: "0.0" },
    { name: "used very often", count: 900, accessed: 1, created: 90, score: 1, fresh: "0.1", stale: "0.0" },
  ])("$name: $score", ({ count, accessed, created, score, fresh, stale }) => {
    const lastAccessed = accessed === undefined ? undefined : daysAgo(accessed);

    const quality = qualityOf({ accessCount: count, lastAccessed, createdAt: daysAgo(created) }, NOW);

    expect(quality.score).toBeCloseTo(score, 10);
    expect(quality.factors).toBe(`ret=${count},acc=${count},fresh=${fresh},stale=${stale}`);
  });

  it("lies between 0 and 1 and never falls with use", () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(400), (accessCount, age) => {
        const claim = { createdAt: daysAgo(age), lastAccessed: undefined };
        const { score } = qualityOf({ ...claim, accessCount }, NOW);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(qualityOf({ ...claim, accessCount: accessCount + 1 }, NOW).score).toBeGreaterThanOrEqual(score);
      }),
    );
  });
});

describe("quality of a store", () => {
  it("tells the most used claims first and changes nothing", async () => {
    const world = await stewardWorld();
    const seldom = await used(world, "The shop API listens on 8080", 1);
    const often = await used(world, "Refunds go through the ledger service", 3);
    await used(world, "Invoices are numbered by year", 0);
    const before = await world.claim(often);

    const report = await qualityScores(world.context, { limit: 2 });

    const common = { last_scored: "2026-03-01T12:00:00+00:00" };
    expect(report).toEqual({
      scored: 3,
      quality_scores: [
        {
          claim_id: often,
          quality_score: 0.84,
          retrieval_count: 3,
          factors: "ret=3,acc=3,fresh=0.1,stale=0.0",
          ...common,
        },
        {
          claim_id: seldom,
          quality_score: 0.68,
          retrieval_count: 1,
          factors: "ret=1,acc=1,fresh=0.1,stale=0.0",
          ...common,
        },
      ],
    });
    expect(await world.claim(often)).toEqual(before);
  });

  it("counts answers and the average, archived claims left out", async () => {
    const world = await stewardWorld();
    await used(world, "The shop API listens on 8080", 1);
    await used(world, "Refunds go through the ledger service", 3);
    const gone = await used(world, "Invoices are numbered by year", 9);
    await world.memory.claims.archive([gone], { actor: "ana" });

    expect(await feedbackStats(world.context)).toEqual({ feedback_rows: 4, claims_scored: 2, avg_quality: 0.76 });
  });

  it("is empty where there are no claims", async () => {
    const { context } = await stewardWorld();

    expect(await feedbackStats(context)).toEqual({ feedback_rows: 0, claims_scored: 0, avg_quality: 0 });
    expect(await qualityScores(context)).toEqual({ scored: 0, quality_scores: [] });
  });

  it("refuses a limit of 0", async () => {
    const { context } = await stewardWorld();

    await expect(qualityScores(context, { limit: 0 })).rejects.toMatchObject({ code: "input.invalid" });
  });
});
