import { describe, expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { readyReport } from "../../src/claims/ready.ts";
import type { ReadyRequest } from "../../src/claims/ready-types.ts";
import { readyToWire } from "../../src/claims/ready-wire.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import { change } from "../ingest/ingest-steps.ts";
import { everything, openContext, seed } from "../support/open-context.ts";

async function shown(context: MemoryContext, request?: ReadyRequest): Promise<unknown> {
  const { stale, conflicted, lowConfidence, totalAttention } = await readyReport(context, request);
  return {
    stale: [stale.count, stale.claims.map(({ id }) => id)],
    conflicted: [
      conflicted.count,
      conflicted.pairs.map(({ winner, loser }) => [winner.id, loser.id]),
      conflicted.unpaired.map(({ id }) => id),
    ],
    low: [lowConfidence.count, lowConfidence.claims.map(({ id }) => id)],
    total: totalAttention,
  };
}

const NOTHING = { stale: [0, []], conflicted: [0, [], []], low: [0, []], total: 0 };

describe("what needs attention", () => {
  test("is nothing in an empty store, and nothing about good claims", async () => {
    const context = openContext();
    expect(await shown(context)).toEqual(NOTHING);

    await seed(context, { text: "alpha", confidence: 0.5 }, { text: "beta", confidence: 0.1 });
    await change(context, 2, { status: "superseded" });

    expect(await shown(context)).toEqual(NOTHING);
  });

  test("are stale claims, conflicted ones, and weak ones that are neither, each counted once", async () => {
    const context = openContext();
    await seed(
      context,
      { text: "alpha", confidence: 0.1 },
      { text: "Retry budget is 5 calls", confidence: 0.2 },
      { text: "Retry budget is 6 calls", confidence: 0.3 },
      { text: "beta" },
      { text: "gamma", confidence: 0.49 },
      { text: "delta", confidence: 0.4 },
    );
    await change(context, 1, { status: "stale" });
    for (const id of [2, 3, 4]) await change(context, id, { status: "conflicted" });
    await change(context, 5, { status: "confirmed" });

    expect(await shown(context)).toEqual({
      stale: [1, [1]],
      conflicted: [3, [[3, 2]], [4]],
      low: [2, [5, 6]],
      total: 6,
    });
    expect(await shown(context, { confidenceThreshold: 0.45 })).toMatchObject({ low: [1, [6]], total: 5 });
    expect(await shown(context, { confidenceThreshold: 0 })).toMatchObject({ low: [0, []], total: 4 });
  });

  test("is counted whole and listed up to the limit", async () => {
    const context = openContext();
    const texts = Array.from({ length: 12 }, (_, index) => `word${String.fromCharCode(97 + index)}`);
    await seed(context, ...texts.map((text) => ({ text, confidence: 0.4 })));
    for (let id = 1; id <= 4; id += 1) await change(context, id, { status: "stale" });
    for (let id = 5; id <= 8; id += 1) await change(context, id, { status: "conflicted" });

    expect(await shown(context, { limit: 2 })).toEqual({
      stale: [4, [4, 3]],
      conflicted: [4, [], [8, 7]],
      low: [4, [12, 11]],
      total: 12,
    });
  });

  test("is that of the default read scopes and of visible claims", async () => {
    const context = openContext({ authority: { ...LOCAL_OPERATOR, principal: "luis", sensitiveBypass: true } });
    const weak = { confidence: 0.1 };
    await seed(
      context,
      { text: "alpha", scope: "user", ...weak },
      { text: "beta", scope: "project:other", ...weak },
      { text: "gamma", visibility: "private", sourceAgent: "ana", ...weak },
      { text: "delta", visibility: "sensitive", sourceAgent: "luis", ...weak },
    );

    expect(await shown(context)).toEqual({ ...NOTHING, low: [1, [1]], total: 1 });
  });

  test.each([[-0.1], [1.1], [Number.NaN]])("has no threshold of %d", async (confidenceThreshold) => {
    await expect(readyReport(openContext(), { confidenceThreshold })).rejects.toMatchObject({
      code: "input.invalid",
      details: { field: "confidence_threshold" },
    });
  });

  test("writes nothing", async () => {
    const context = openContext();
    await seed(context, { text: "alpha", confidence: 0.1 });
    const before = await everything(context);

    await readyReport(context);

    expect(await everything(context)).toEqual(before);
  });
});

test("a report leaves the process with pairs as two ids, two short texts and the reason", async () => {
  const context = openContext();
  const long = "x".repeat(200);
  await seed(context, { text: `Budget ${long} is 5` }, { text: `Budget ${long} is 6`, confidence: 0.9 });
  for (const id of [1, 2]) await change(context, id, { status: "conflicted" });

  expect(readyToWire(await readyReport(context))).toEqual({
    stale: { count: 0, claims: [] },
    conflicted: {
      count: 2,
      pairs: [
        {
          winner_id: 2,
          loser_id: 1,
          reason: "higher_confidence",
          key: ["near_twin", "project:demo"],
          winner_text: `Budget ${"x".repeat(113)}`,
          loser_text: `Budget ${"x".repeat(113)}`,
          winner_confidence: 0.9,
          loser_confidence: 0.5,
        },
      ],
      unpaired: [],
    },
    low_confidence: { count: 0, claims: [] },
    total_attention: 2,
  });
});
