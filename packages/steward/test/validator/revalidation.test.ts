import type { Claim, MemoryEvent } from "@memorymaster/core";
import { changeStatus } from "@memorymaster/core/jobs";
import { describe, expect, it } from "vitest";

import { selectDue } from "../../src/policy/select-due.ts";
import { validatorJob } from "../../src/validator/validator-job.ts";
import type { ValidatorOptions } from "../../src/validator/validator-job.ts";
import { portClaim, weakClaim } from "../support/evidence.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";
import type { StewardWorld } from "../support/steward-world.ts";

async function revalidate(world: StewardWorld, options: ValidatorOptions = {}): Promise<Record<string, unknown>> {
  const { selected } = await selectDue(world.job(), { mode: "cadence", limit: 50 });
  return { ...(await validatorJob(world.job(), { revalidation: selected, policyMode: "cadence", ...options })) };
}

async function confirmed(world: StewardWorld, input: Parameters<StewardWorld["ingest"]>[0]): Promise<Claim> {
  const { id } = await world.ingest(input);
  await validatorJob(world.job(), { minScore: 0 });
  return world.claim(id);
}

describe.each(STORE_KINDS)("claims that are due (%s)", (kind) => {
  it("a healthy one is told of, stamped, and no longer due", async () => {
    const world = await stewardWorld(kind);
    const { id, updatedAt } = await confirmed(world, portClaim("5432"));
    world.wait(5);

    const first = await revalidate(world);
    const second = await revalidate(world);

    expect([first, second]).toMatchObject([
      { processed: 1, candidate_processed: 0, revalidation_processed: 1, revalidated_healthy: 1 },
      { processed: 0, revalidated_healthy: 0 },
    ]);
    expect(await world.claim(id)).toMatchObject({
      status: "confirmed",
      lastValidatedAt: "2026-03-06T12:00:00+00:00",
      updatedAt,
    });
    expect((await world.events(id)).at(-1)).toMatchObject({ eventType: "validator", details: "revalidation_passed" });
  });

  it("one whose evidence is not enough becomes stale", async () => {
    const world = await stewardWorld(kind);
    const { id } = await confirmed(world, weakClaim("tea"));
    world.wait(5);

    expect(await revalidate(world)).toMatchObject({ staled: 1, pending: 0 });
    expect((await world.events(id)).at(-1)).toMatchObject({
      fromStatus: "confirmed",
      toStatus: "stale",
      details: "revalidation_below_threshold score=0.566 citations=1",
    });
  });

  it("L18: a pinned one stays what it is", async () => {
    const world = await stewardWorld(kind);
    const { id } = await confirmed(world, weakClaim("tea"));
    await world.memory.claims.pin(id, true);
    world.wait(5);

    expect(await revalidate(world)).toMatchObject({ staled: 0, pending: 1 });
    expect((await world.claim(id)).status).toBe("confirmed");
  });

  it("G15: of one that a person has confirmed the person is asked, once; the confidence stays", async () => {
    const world = await stewardWorld(kind);
    const { id } = await world.ingest(weakClaim("tea"));
    await world.memory.claims.confirm([id], { actor: "ana" });
    world.wait(5);
    const rule = { promote: () => ({ promote: false, score: 0.1 }) };

    const results = [await revalidate(world, rule), await revalidate(world, rule)];
    await world.memory.governance.resolve({ action: "reject", claim: id, actor: "ana" });
    results.push(await revalidate(world, rule));

    expect(results).toMatchObject([{ pending: 1 }, { pending: 1 }, { pending: 1 }]);
    expect(await world.claim(id)).toMatchObject({ status: "confirmed", confirmedBy: "ana", confidence: 0.9 });
    const filed = (await world.events(id)).filter(({ details }) => details === "steward_proposal:stale");
    expect(filed).toHaveLength(1);
  });

  it("a stale one with enough evidence is confirmed again", async () => {
    const world = await stewardWorld(kind);
    const { id } = await confirmed(world, portClaim("5432"));
    await world.memory.claims.transition(id, "stale");
    world.wait(5);

    expect(await revalidate(world)).toMatchObject({ confirmed: 1 });
    expect((await world.claim(id)).status).toBe("confirmed");
  });

  it("one whose last check of formats failed is not confirmed again", async () => {
    const world = await stewardWorld(kind);
    const claim = await confirmed(world, portClaim("99999"));
    await world.store.transaction(() =>
      changeStatus(world.context, claim, {
        to: "stale",
        eventType: "deterministic_validator",
        details: "format_failed",
      }),
    );
    world.wait(5);
    const isHardFailed = ({ details }: MemoryEvent): boolean => details === "format_failed";

    expect(await revalidate(world, { isHardFailed })).toMatchObject({ confirmed: 0, pending: 1 });
    expect((await world.claim(claim.id)).status).toBe("stale");
    world.wait(5);
    expect(await revalidate(world)).toMatchObject({ confirmed: 1 });
  });

  it("a conflict that lasts is told of once for each claim that it is with", async () => {
    const world = await stewardWorld(kind);
    await confirmed(world, portClaim("5432"));
    const { id } = await confirmed(world, portClaim("5433"));
    const results = [];
    for (let run = 0; run < 3; run += 1) {
      world.wait(5);
      results.push(await revalidate(world));
    }

    expect(results.map((result) => result["conflicted"])).toEqual([1, 1, 1]);
    const told = (await world.events(id)).filter(({ eventType }) => eventType === "validator");
    expect(told.map(({ details }) => details)).toEqual(["conflicts_with_confirmed_claim:1"]);
    expect((await world.claim(id)).lastValidatedAt).toBe("2026-03-16T12:00:00+00:00");
  });

  it("one that a person is asked about keeps the version that the question names", async () => {
    const world = await stewardWorld(kind);
    const { id, version } = await confirmed(world, portClaim("5432"));
    await world.ingest({ text: "From spring on the ledger of the shop is kept in a spreadsheet", supersedes: id });
    world.wait(5);

    expect(await revalidate(world)).toMatchObject({ blocked_pending_supersession: 1, revalidation_processed: 1 });
    expect(await world.claim(id)).toMatchObject({ status: "confirmed", version });
    expect(await world.memory.governance.resolve({ action: "approve", claim: id, actor: "ana" })).toMatchObject({
      applied: true,
    });
  });

  it("F36: in legacy mode nothing is looked at anew", async () => {
    const world = await stewardWorld(kind);
    await confirmed(world, portClaim("5432"));
    world.wait(5);

    expect(await revalidate(world, { policyMode: "legacy" })).toMatchObject({ processed: 0 });
  });
});
