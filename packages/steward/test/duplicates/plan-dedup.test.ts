import { describe, expect, it } from "vitest";

import { readClaim } from "../../src/duplicates/compare-claims.ts";
import { planDedup } from "../../src/duplicates/plan-dedup.ts";
import type { DedupPlan } from "../../src/duplicates/plan-dedup.ts";
import { stewardWorld } from "../support/steward-world.ts";

const BOUNDS = { threshold: 0.92, minTextOverlap: 0.3 };

async function planned(texts: readonly [string, string], second: readonly number[]): Promise<DedupPlan> {
  const world = await stewardWorld();
  const claims = [await world.ingest({ text: texts[0] }), await world.ingest({ text: texts[1] })];
  const vectors = [[1, 0], second].map((vector) => Float32Array.from(vector));
  const byId = new Map(claims.flatMap(({ id }, at) => (vectors[at] === undefined ? [] : [[id, vectors[at]] as const])));
  return planDedup(claims.map(readClaim), byId, BOUNDS);
}

describe("duplicates by meaning", () => {
  const paraphrase = ["Slow work of the shop goes to the queue", "Slow jobs of the shop go to a queue"] as const;

  it("near enough in meaning, with some words in common", async () => {
    const { duplicates } = await planned(paraphrase, [1, 0.1]);

    expect(duplicates.map(({ keep, archive }) => [keep.id, archive.id])).toEqual([[1, 2]]);
  });

  it.each([
    ["not near enough", paraphrase, [1, 1]],
    ["too few words in common", [paraphrase[0], "Deferred tasks wait in line for a worker"], [1, 0]],
    ["other values", ["The shop retries 3 times", "The shop always retries 5 times"], [1, 0]],
  ] as const)("not when %s", async (_, texts, vector) => {
    expect((await planned(texts, vector)).duplicates).toEqual([]);
  });
});
