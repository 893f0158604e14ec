import { fileProposal, recordEvents } from "@memorymaster/core/jobs";
import { describe, expect, it } from "vitest";

import { backlogPlan } from "../../src/review/backlog-plan.ts";
import { reviewQueue, reviewQueueToWire } from "../../src/review/review-queue.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";
import type { StewardWorld } from "../support/steward-world.ts";
import { unlike } from "./unlike.ts";

async function stocked(world: StewardWorld): Promise<void> {
  for (const name of ["fine", "stale", "conflicted", "asked", "weak", "solid", "broken"]) {
    await world.ingest({ text: `This claim is ${name}`, confidence: name === "weak" ? 0.3 : 0.8 });
  }
  for (const id of [1, 2, 3, 4, 7]) await world.memory.claims.transition(id, "confirmed");
  await world.memory.claims.transition(2, "stale");
  await world.memory.claims.transition(3, "conflicted");
  const target = await world.claim(4);
  const draft = { target, kind: "stale", source: "test", reasons: [], priority: 0.5 } as const;
  await world.store.transaction(() => fileProposal(world.context, world.job().viewer, draft));
  const [citation] = (await world.claim(7)).citations;
  await world.store.jobs.stampCitations([
    { citationId: citation?.id ?? 0, checkStatus: "changed", checkedAt: target.createdAt },
  ]);
  const payload = { citation_id: citation?.id ?? 0, outcome: "changed", old: {}, new: {} };
  const event = { claimId: 7, eventType: "citation", payload, createdAt: target.createdAt } as const;
  await world.store.transaction(() => recordEvents(world.store, [event]));
}

const brief = async (world: StewardWorld, options = {}): Promise<readonly string[]> =>
  (await reviewQueue(world.context, options)).map(({ claim, reason }) => `${claim.id} ${reason}`);

describe.each(STORE_KINDS)("the review queue (%s)", (kind) => {
  it("holds what needs a person, most urgent first, and no healthy claim", async () => {
    const world = await stewardWorld(kind);
    await stocked(world);

    expect(await brief(world)).toEqual([
      "3 status=conflicted",
      "4 proposal=stale",
      "2 status=stale",
      "5 status=candidate",
      "7 citation=changed",
    ]);
    expect(await brief(world, { limit: 2 })).toHaveLength(2);
    expect(await brief(world, { excludeStale: true, excludeConflicted: true })).toEqual([
      "4 proposal=stale",
      "5 status=candidate",
      "7 citation=changed",
    ]);
  });

  it("weighs state, confidence and age as specified", async () => {
    const world = await stewardWorld(kind);
    await stocked(world);
    world.wait(2);

    const { rows, items } = reviewQueueToWire(await reviewQueue(world.context, { limit: 1 }));

    expect(rows).toBe(1);
    expect(items).toEqual([
      {
        claim_id: 3,
        status: "conflicted",
        subject: null,
        predicate: null,
        object_value: null,
        confidence: 0.8,
        updated_at: (await world.claim(3)).updatedAt,
        reason: "status=conflicted",
        priority: Number((0.55 + 0.35 * 0.2 + 0.2 * Math.exp(-1)).toFixed(6)),
        citations_count: 1,
      },
    ]);
  });

  it("takes the highest weight of several reasons, and tells them all", async () => {
    const world = await stewardWorld(kind);
    const old = await world.ingest({ text: "CI runs on Jenkins" });
    await world.memory.claims.transition(old.id, "confirmed");
    await world.memory.claims.transition(old.id, "stale");
    await world.ingest({ text: "Builds happen in Buildkite", supersedes: old.id });

    expect(await brief(world)).toContain(`${old.id} proposal=superseded_candidate status=stale`);
  });

  it("reaches an urgent claim behind more than one page of others", async () => {
    const world = await stewardWorld(kind);
    const inputs = Array.from({ length: 1100 }, (_, at) => ({
      line: at + 1,
      input: { text: unlike(at), confidence: 0.4, scope: "project:shop", citations: [{ source: "a.md" }] },
    }));
    await world.memory.claims.ingestMany(inputs);
    const last = await world.ingest({ text: "The shop opens at nine", confidence: 0 });

    const queue = await reviewQueue(world.context, { limit: 3 });

    expect(queue[0]?.claim.id).toBe(last.id);
  });

  it("drops sensitive claims, and shows them to none but whom the operator lets", async () => {
    const world = await stewardWorld(kind);
    await world.ingest({ text: "The deploy key is [REDACTED:github_token]", confidence: 0.1 });

    expect(await brief(world)).toEqual([]);
    await expect(brief(world, { allowSensitive: true })).rejects.toMatchObject({ code: "access.sensitive" });
  });

  it("plans the work on the backlog and does none of it", async () => {
    const world = await stewardWorld(kind);
    for (let number = 1; number <= 7; number += 1) await world.ingest({ text: `Rule ${number} of the shop` });

    expect(await backlogPlan(world.context, { scanLimit: 5, dailyCapacity: 2, batchSize: 4 })).toEqual({
      dry_run: true,
      candidate_count: 5,
      scan_limit: 5,
      truncated: true,
      daily_capacity: 2,
      batch_size: 4,
      review_batches: 2,
      minimum_days: 3,
      automatic_transitions: 0,
      candidate_ids: [1, 2, 3, 4, 5],
    });
    expect(await backlogPlan(world.context)).toMatchObject({
      candidate_count: 7,
      truncated: false,
      scan_limit: 25_000,
    });
    await expect(backlogPlan(world.context, { batchSize: 0 })).rejects.toMatchObject({
      code: "input.invalid",
      details: { field: "batch_size" },
    });
  });
});
