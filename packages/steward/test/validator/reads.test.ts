import { expect, it } from "vitest";

import { validatorJob } from "../../src/validator/validator-job.ts";
import { portClaim } from "../support/evidence.ts";
import { countingJob } from "../support/patched-job.ts";
import { stewardWorld } from "../support/steward-world.ts";
import type { StewardWorld } from "../support/steward-world.ts";

async function fill(world: StewardWorld, count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, number) => ({
    text: `Shelf ${number}`,
    subject: `shelf ${number}`,
    predicate: "holds",
    scope: "project:shop",
    citations: [{ source: "docs/shelves.md" }],
  }));
  await world.memory.claims.ingestMany(items.map((input, line) => ({ line, input })));
}

async function callsFor(count: number): Promise<Readonly<Record<string, number>>> {
  const world = await stewardWorld("SQLite file");
  await world.ingest({ ...portClaim("5432"), confidence: 1 });
  await validatorJob(world.job());
  await fill(world, count);
  const { job, calls } = countingJob(world.job({ limit: count }));
  const result = await validatorJob(job);
  expect(result).toMatchObject({ processed: count, pending: count });
  return Object.fromEntries(calls);
}

it("P10: a run over 1,000 candidates asks the store no more often than one over 10", async () => {
  const [few, many] = [await callsFor(10), await callsFor(1000)];

  expect(many).toEqual(few);
  expect(Object.values(many).reduce((sum, calls) => sum + calls, 0)).toBeLessThanOrEqual(12);
}, 60_000);
