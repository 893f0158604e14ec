import { describe, expect, it } from "vitest";

import { runCycle } from "../../src/cycle/run-cycle.ts";
import type { CycleResult } from "../../src/cycle/run-cycle.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";
import type { StewardWorld } from "../support/steward-world.ts";

const KEYS = [
  "policy",
  "extractor",
  "dedupe",
  "near_twins",
  "deterministic",
  "validator",
  "decay",
  "staleness",
  "entity_edge_decay",
  "compactor",
  "archive",
  "proposals",
  "budget",
  "integrity",
  "qdrant_reconcile",
  "spool_drain",
  "recompute_tiers",
  "integrity_metrics",
];

const WELL_FOUNDED = "The ledger service listens on port 4001 in every environment, as its own configuration file says";

const failed = (result: CycleResult): readonly string[] =>
  Object.entries(result).flatMap(([key, value]) => (JSON.stringify(value).includes('"error"') ? [key] : []));

async function eventCount({ store }: StewardWorld): Promise<number> {
  return (await store.events.scan(0, 10_000)).length;
}

describe.each(STORE_KINDS)("a cycle (%s)", (kind) => {
  it("G1: has one key for each step, and confirms what is well founded", async () => {
    const world = await stewardWorld(kind);
    const claim = await world.ingest({ text: WELL_FOUNDED });

    const result = await runCycle(world.context);

    expect(Object.keys(result)).toEqual(KEYS);
    expect(failed(result)).toEqual([]);
    expect(result["validator"]).toMatchObject({ confirmed: 1 });
    expect((await world.claim(claim.id)).status).toBe("confirmed");
    expect((await world.memory.events.verify()).valid).toBe(true);
  });

  it("G14: an empty store gives zeros", async () => {
    const world = await stewardWorld(kind);
    const result = await runCycle(world.context);
    expect(failed(result)).toEqual([]);
    expect(result["validator"]).toMatchObject({ processed: 0 });
  });

  it("F1, L30: a cycle that finds nothing new writes its own last word and nothing else", async () => {
    const world = await stewardWorld(kind);
    await world.ingest({ text: WELL_FOUNDED });
    await world.ingest({ text: "Tea is at four" });
    for (let round = 0; round < 12; round += 1) await runCycle(world.context);
    const before = await eventCount(world);

    await runCycle(world.context);

    expect(await eventCount(world)).toBe(before + 1);
  });

  it("G7: a step that fails says so under its key, and the later ones run", async () => {
    const world = await stewardWorld(kind);
    await world.ingest({ text: WELL_FOUNDED });
    const jobs = { ...world.store.jobs, selectDecaying: () => Promise.reject(new TypeError("broken")) };

    const result = await runCycle({ ...world.context, store: { ...world.store, jobs } });

    expect(failed(result)).toEqual(["decay"]);
    expect(result["decay"]).toEqual({ error: "broken" });
    expect(result["recompute_tiers"]).toMatchObject({ core: 1 });
    expect(result["integrity_metrics"]).toMatchObject({ failed_steps: ["decay"] });
  });

  it("a second cycle at the same time says who runs, and changes nothing", async () => {
    const world = await stewardWorld(kind);
    await world.ingest({ text: WELL_FOUNDED });
    let second: CycleResult | undefined;

    const first = await runCycle(world.context, {
      onStep: (step) => {
        if (step === "validating") void runCycle(world.context).then((result) => (second = result));
      },
    });

    expect(second ?? (await runCycle(world.context))).toMatchObject({ skipped: "cycle_in_progress" });
    expect(first["validator"]).toMatchObject({ confirmed: 1 });
    expect((await runCycle(world.context))["validator"]).toMatchObject({ processed: 0 });
  });

  it("ends between two steps when it is told to, and the lease is free", async () => {
    const abort = new AbortController();
    const world = await stewardWorld(kind, { signal: abort.signal });
    await world.ingest({ text: WELL_FOUNDED });

    const result = await runCycle(world.context, {
      onStep: (step) => {
        if (step === "validating") abort.abort();
      },
    });

    expect(result["aborted"]).toBe("stopped");
    expect(result["decay"]).toBeUndefined();
    const again = await runCycle({ ...world.context, signal: undefined });
    expect(again["validator"]).toMatchObject({ confirmed: 1 });
  });

  it.each([
    [{ batchLimit: 0 }, "batch_limit"],
    [{ minScore: 2 }, "min_score"],
    [{ minCitations: -1 }, "min_citations"],
    [{ policyMode: "sometimes" as never }, "policy_mode"],
  ])("refuses %j before any work", async (options, field) => {
    const world = await stewardWorld(kind);
    await expect(runCycle(world.context, options)).rejects.toMatchObject({ details: { field } });
    expect(await eventCount(world)).toBe(0);
  });
});

describe("a cycle on a file", () => {
  it("L25, F28: a batch as large as what came in since the last one leaves nothing behind", async () => {
    const world = await stewardWorld("SQLite file");
    const items = Array.from({ length: 275 }, (_, at) => ({
      line: at,
      input: {
        text: `Service number ${at} of the shop answers on a port of its own, as the manual of the shop says`,
        scope: "project:shop",
        citations: [{ source: "docs/shop.md", locator: `L${at + 1}` }],
      },
    }));
    await world.memory.claims.ingestMany(items);

    await runCycle(world.context, { batchLimit: 2000 });

    expect((await world.memory.claims.stats()).byStatus).toEqual({ confirmed: 275 });
  });
});
