import type { Claim } from "@memorymaster/core";
import { describe, expect, it } from "vitest";

import { decayJob } from "../../src/decay/decay-job.ts";
import { validatorJob } from "../../src/validator/validator-job.ts";
import { evidence, portClaim } from "../support/evidence.ts";
import { patchedJob } from "../support/patched-job.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";
import type { StewardWorld } from "../support/steward-world.ts";

/** A confirmed claim of confidence 0.875, or the one given. */
async function confirmed(
  world: StewardWorld,
  subject: string,
  fields: { confidence?: number; volatility?: Claim["volatility"] } = {},
): Promise<Claim> {
  const { confidence, volatility = "medium" } = fields;
  const { id } = await world.ingest({ ...portClaim("5432"), subject, citations: evidence(4), volatility });
  await validatorJob(world.job());
  const claim = await world.claim(id);
  if (confidence !== undefined) {
    await world.store.jobs.writeConfidences([{ id, version: claim.version, confidence }]);
  }
  return world.claim(id);
}

describe.each(STORE_KINDS)("decay (%s)", (kind) => {
  it("G14: answers with zeros in an empty store", async () => {
    const world = await stewardWorld(kind);

    expect(await decayJob(world.job())).toEqual({ processed: 0, decayed: 0, to_stale: 0, errors: 0, skipped: 0 });
  });

  it("G6: takes what the days have cost, and never touches the time of change", async () => {
    const world = await stewardWorld(kind);
    const { id, updatedAt, version } = await confirmed(world, "database", { confidence: 0.9 });
    world.wait(10);

    const first = await decayJob(world.job());
    const again = await decayJob(world.job());

    expect([first, again]).toMatchObject([
      { processed: 1, decayed: 1, to_stale: 0 },
      { processed: 0, decayed: 0, to_stale: 0 },
    ]);
    expect(await world.claim(id)).toMatchObject({
      status: "confirmed",
      confidence: expect.closeTo(0.7, 9) as number,
      lastDecayedAt: "2026-03-11T12:00:00+00:00",
      updatedAt,
      version,
    });
  });

  it("adds up small losses instead of writing them", async () => {
    const world = await stewardWorld(kind);
    const { id } = await confirmed(world, "database", { confidence: 0.9, volatility: "low" });
    const before = (await world.events(id)).length;
    for (let hours = 1; hours <= 25; hours += 1) {
      world.wait(1 / 24);
      await decayJob(world.job());
    }

    // 0.005 a day reach 0.001 after 4.8 hours: at the hours 5, 10, 15, 20 and 25.
    expect((await world.claim(id)).confidence).toBeCloseTo(0.9 - (25 / 24) * 0.005, 9);
    expect((await world.events(id)).length - before).toBe(5);
  });

  it("lets a claim below the threshold go stale, a person's word or not", async () => {
    const world = await stewardWorld(kind);
    const own = await confirmed(world, "database", { confidence: 0.5, volatility: "high" });
    const person = await confirmed(world, "cache", { volatility: "high" });
    await world.memory.claims.confirm([person.id], { actor: "ana" });
    world.wait(4);

    const early = await decayJob(world.job());
    world.wait(10);
    const late = await decayJob(world.job());

    expect([early, late]).toMatchObject([
      { decayed: 2, to_stale: 1 },
      { decayed: 1, to_stale: 1 },
    ]);
    expect((await world.events(own.id)).at(-1)).toMatchObject({
      eventType: "decay",
      fromStatus: "confirmed",
      toStatus: "stale",
      details: "confidence fell below threshold: 0.300",
      runId: "run-1",
    });
    expect(await world.claim(person.id)).toMatchObject({ status: "stale", confirmedBy: undefined });
  });

  it("L18: leaves pinned claims alone", async () => {
    const world = await stewardWorld(kind);
    const { id } = await confirmed(world, "database", { confidence: 0.4 });
    await world.memory.claims.pin(id, true);
    world.wait(300);

    expect(await decayJob(world.job())).toMatchObject({ processed: 0 });
    expect(await world.claim(id)).toMatchObject({ status: "confirmed", confidence: 0.4 });
  });

  it("F31: a time ahead is told of once for its value, and the others decay", async () => {
    const world = await stewardWorld(kind);
    world.wait(20);
    const ahead = await confirmed(world, "cache");
    world.wait(-20);
    const other = await confirmed(world, "database");
    world.wait(10);

    const results = [await decayJob(world.job()), await decayJob(world.job())];

    expect(results).toMatchObject([
      { processed: 2, decayed: 1, errors: 0 },
      { processed: 1, decayed: 0, errors: 0 },
    ]);
    expect((await world.claim(other.id)).confidence).toBeCloseTo(0.675, 9);
    expect((await world.claim(ahead.id)).confidence).toBe(ahead.confidence);
    const told = (await world.events(ahead.id)).filter(({ eventType }) => eventType === "decay");
    expect(told.map(({ details }) => details)).toEqual(["skipped: future updated_at=2026-03-21T12:00:00+00:00"]);
  });

  it("G6: of three claims one with a bad time is skipped with one event, and two decay", async () => {
    const world = await stewardWorld(kind);
    for (const subject of ["database", "cache", "queue"]) await confirmed(world, subject);
    world.wait(10);
    const job = patchedJob(world.job(), ({ jobs }) => ({
      jobs: {
        ...jobs,
        selectDecaying: async (viewer, selection) => {
          const claims = await jobs.selectDecaying(viewer, selection);
          return claims.map((claim) => (claim.subject === "cache" ? { ...claim, updatedAt: "2026-13-45" } : claim));
        },
      },
    }));

    const results = [await decayJob(job), await decayJob(job)];

    expect(results).toMatchObject([
      { processed: 3, decayed: 2, errors: 0 },
      { processed: 1, decayed: 0, errors: 0 },
    ]);
    const told = (await world.events(2)).filter(({ eventType }) => eventType === "decay");
    expect(told.map(({ details }) => details)).toEqual(["skipped: malformed updated_at"]);
  });

  it("G6: a step that fails takes no confidence either, and the others go on", async () => {
    const world = await stewardWorld(kind);
    const first = await confirmed(world, "database", { confidence: 0.4 });
    const second = await confirmed(world, "cache", { confidence: 0.4 });
    world.wait(10);
    const job = patchedJob(world.job(), ({ claims }) => ({
      claims: {
        ...claims,
        update: async (id, version, patch) => (id === first.id ? undefined : claims.update(id, version, patch)),
      },
    }));

    expect(await decayJob(job)).toEqual({ processed: 2, decayed: 1, to_stale: 1, errors: 1, skipped: 0 });
    expect(await world.claim(first.id)).toMatchObject({ status: "confirmed", confidence: 0.4 });
    expect((await world.claim(second.id)).status).toBe("stale");
  });

  it("G8: what has nothing left to lose does not stand before the others for ever", async () => {
    const world = await stewardWorld(kind);
    const empty = await confirmed(world, "cache", { confidence: 0 });
    world.wait(1);
    const other = await confirmed(world, "database");
    world.wait(10);
    const before = (await world.events(empty.id)).length;

    for (let run = 0; run < 2; run += 1) await decayJob(world.job({ limit: 1 }));

    expect((await world.claim(other.id)).confidence).toBeCloseTo(0.675, 9);
    expect(await world.events(empty.id)).toHaveLength(before);
  });

  it("says in a rehearsal what it would do, and writes nothing", async () => {
    const world = await stewardWorld(kind);
    world.wait(20);
    const ahead = await confirmed(world, "queue");
    world.wait(-20);
    const keeps = await confirmed(world, "database", { confidence: 0.9 });
    const fades = await confirmed(world, "cache", { confidence: 0.5, volatility: "high" });
    world.wait(4);
    const before = (await world.memory.events.list()).total;

    const result = await decayJob(world.job(), { dryRun: true });

    expect(result).toMatchObject({
      processed: 3,
      decayed: 2,
      to_stale: 1,
      dry_run: true,
      planned_transitions: [
        {
          claim_id: fades.id,
          from_status: "confirmed",
          to_status: "stale",
          reason: "confidence fell below threshold: 0.300",
        },
      ],
      skipped_future: [{ claim_id: ahead.id, reason: "skipped: future updated_at=2026-03-21T12:00:00+00:00" }],
    });
    expect(result["planned_decay"]).toContainEqual({
      claim_id: keeps.id,
      from_status: "confirmed",
      to_status: "confirmed",
      old_confidence: 0.9,
      new_confidence: expect.closeTo(0.82, 9) as number,
      age_days: 4,
      decay_rate: 0.02,
    });
    expect((await world.memory.events.list()).total).toBe(before);
    expect(await world.claim(fades.id)).toEqual(fades);
  });
});
