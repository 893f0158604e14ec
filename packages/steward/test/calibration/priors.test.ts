import type { JsonObject } from "@memorymaster/core";
import { recordEvents } from "@memorymaster/core/jobs";
import { describe, expect, it } from "vitest";

import { confidencePriors, priorsOf } from "../../src/calibration/priors.ts";
import type { ValidationOutcome } from "../../src/calibration/priors.ts";
import { validatorJob } from "../../src/validator/validator-job.ts";
import { evidence, weakClaim } from "../support/evidence.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";

const outcomes = (claimType: string, validated: number, failed: number): readonly ValidationOutcome[] =>
  [...Array.from({ length: validated }, () => true), ...Array.from({ length: failed }, () => false)].map(
    (isValidated) => ({ claimType, isValidated }),
  );

const rowOf = (report: JsonObject, claimType: string): unknown =>
  (report["priors"] as readonly JsonObject[]).find((row) => row["claim_type"] === claimType);

describe("rates of validation (§18.1)", () => {
  it("tells attempts and rates of each type, most attempts first", () => {
    const report = priorsOf([...outcomes("fact", 1, 2), ...outcomes("decision", 3, 1)]);

    expect(report).toEqual({
      total_attempts: 7,
      total_validated: 4,
      global_empirical_validation_rate: 0.5714,
      default_recommended_initial_confidence: 0.5714,
      priors: [
        {
          claim_type: "decision",
          validation_attempts: 4,
          validated: 3,
          empirical_validation_rate: 0.75,
          recommended_initial_confidence: 0.6905,
        },
        {
          claim_type: "fact",
          validation_attempts: 3,
          validated: 1,
          empirical_validation_rate: 0.3333,
          recommended_initial_confidence: 0.4286,
        },
      ],
    });
  });

  it("does not make one lucky claim certain", () => {
    const report = priorsOf([...outcomes("gotcha", 1, 0), ...outcomes("fact", 5, 14)]);

    expect(rowOf(report, "gotcha")).toMatchObject({
      empirical_validation_rate: 1,
      recommended_initial_confidence: 0.5333,
    });
  });

  it("recommends the middle where nothing is known", () => {
    expect(priorsOf([])).toEqual({
      total_attempts: 0,
      total_validated: 0,
      global_empirical_validation_rate: 0,
      default_recommended_initial_confidence: 0.5,
      priors: [],
    });
  });
});

describe.each(STORE_KINDS)("the report on priors (G15), %s", (kind) => {
  it("counts each claim once and no looks that settled nothing", async () => {
    const world = await stewardWorld(kind);
    await world.ingest({ text: "The shop API listens on 8080", claimType: "fact", citations: evidence(2) });
    const weak = await world.ingest({ ...weakClaim("waiting"), claimType: "fact", confidence: 0.4 });
    await validatorJob(world.job());
    world.wait(1);
    await validatorJob(world.job());
    const looks = (await world.events(weak.id)).filter(({ eventType }) => eventType === "validator");

    expect(looks).toHaveLength(2);
    expect(await confidencePriors(world.context, { windowDays: 30 })).toEqual({
      generated_at: "2026-03-02T12:00:00+00:00",
      window_days: 30,
      window_start: "2026-01-31T12:00:00+00:00",
      window_end: "2026-03-02T12:00:00+00:00",
      source: "events",
      event_type: "validator",
      success_statuses: ["confirmed"],
      success_details: ["revalidation_passed"],
      ...priorsOf(outcomes("fact", 1, 0)),
    });
  });
});

describe("the report on priors", () => {
  it("goes by the newest outcome of a claim, and calls claims without a type uncategorized", async () => {
    const world = await stewardWorld();
    const { id } = await world.ingest({ text: "The shop API listens on 8080", citations: evidence(2) });
    await validatorJob(world.job());
    const passed = await confidencePriors(world.context);
    world.wait(1);
    await validatorJob(world.job(), { revalidation: [await world.claim(id)], policyMode: "cadence", minScore: 0.99 });
    const staled = await confidencePriors(world.context);

    expect(rowOf(passed, "uncategorized")).toMatchObject({ validation_attempts: 1, validated: 1 });
    expect(rowOf(staled, "uncategorized")).toMatchObject({ validation_attempts: 1, validated: 0 });
  });

  it("counts a claim that passed again", async () => {
    const world = await stewardWorld();
    const { id } = await world.ingest({ text: "The shop API listens on 8080", citations: evidence(2) });
    await validatorJob(world.job());
    world.wait(10);
    await validatorJob(world.job(), { revalidation: [await world.claim(id)], policyMode: "cadence" });

    expect(await confidencePriors(world.context, { windowDays: 5 })).toMatchObject({
      total_attempts: 1,
      total_validated: 1,
    });
  });

  it("finds an outcome behind more looks than one page holds", async () => {
    const world = await stewardWorld();
    const { id } = await world.ingest({ text: "The shop API listens on 8080", citations: evidence(2) });
    await validatorJob(world.job());
    world.wait(1);
    const look = {
      claimId: id,
      eventType: "validator",
      fromStatus: "confirmed",
      toStatus: "confirmed",
      details: "validation_pending_more_evidence",
      payload: { score: 0.5, citation_count: 2, run_id: "run-2" },
      createdAt: "2026-03-02T12:00:00+00:00",
    } as const;
    await world.store.transaction(() =>
      recordEvents(
        world.store,
        Array.from({ length: 1001 }, () => look),
      ),
    );

    expect(await confidencePriors(world.context)).toMatchObject({ total_attempts: 1, total_validated: 1 });
  });

  it("forgets what lies before the window", async () => {
    const world = await stewardWorld();
    await world.ingest({ text: "The shop API listens on 8080", citations: evidence(2) });
    await validatorJob(world.job());
    world.wait(91);

    expect(await confidencePriors(world.context)).toMatchObject({ window_days: 90, total_attempts: 0, priors: [] });
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses a window of %d days", async (windowDays) => {
    const { context } = await stewardWorld();

    await expect(confidencePriors(context, { windowDays })).rejects.toMatchObject({
      code: "input.invalid",
      details: { field: "window_days" },
    });
  });
});
