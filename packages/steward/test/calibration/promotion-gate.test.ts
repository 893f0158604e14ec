import { describe, expect, it } from "vitest";

import { evidenceGate, keepProbability } from "../../src/calibration/promotion-gate.ts";
import { validatorJob } from "../../src/validator/validator-job.ts";
import { evidence } from "../support/evidence.ts";
import type { Job } from "../../src/types.ts";
import { stewardWorld } from "../support/steward-world.ts";
import type { StewardWorld } from "../support/steward-world.ts";

const MIN_SCORE = 0.58;
const GATE = { promote: evidenceGate(MIN_SCORE) };

const SECTION = "## Restart the shop\n\ndocker compose restart shop-api && docker compose logs -f shop-api";
const LONG_TEXT =
  "Nightly exports of the shop fail when the archive disk is full; the job at 192.0.2.7 retries three times, then writes a marker file that the morning check reads.";
const BORROWED = { text: LONG_TEXT, subject: "server", predicate: "ip_address", objectValue: "192.0.2.7" };

/** A job for which the score alone decides. */
function byFormula(world: StewardWorld): Job {
  const { settings } = world.context;
  const maintenance = { ...settings.maintenance, promotionGate: "formula" as const };
  return { ...world.job(), context: { ...world.context, settings: { ...settings, maintenance } } };
}

describe("the gate beside the formula (G14)", () => {
  it.each([
    { name: "1 citation, 120 characters", text: "x".repeat(120), passes: true },
    { name: "1 citation, 24 characters", text: "x".repeat(24), passes: false },
    { name: "1 citation, 24 characters, tuple", text: "x".repeat(24), subject: "shop", passes: true },
    { name: "4 citations, 36 characters, tuple", text: "x".repeat(36), subject: "shop", citations: 4, passes: true },
  ])("leaves the worked examples as they are: $name", async ({ text, subject, citations = 1, passes }) => {
    const world = await stewardWorld();
    const tuple = subject === undefined ? {} : { subject, predicate: "port", objectValue: "8080" };
    const { id } = await world.ingest({ text, ...tuple, citations: evidence(citations) });

    await validatorJob(world.job(), GATE);

    expect((await world.claim(id)).status).toBe(passes ? "confirmed" : "candidate");
  });

  it("holds back a section cut out of a document that the formula would confirm", async () => {
    const world = await stewardWorld();
    const { id } = await world.ingest({ text: SECTION, citations: evidence(2) });

    await validatorJob(world.job(), GATE);
    const held = await world.claim(id);
    const told = (await world.events(id)).find(({ eventType }) => eventType === "validator");
    await validatorJob(byFormula(world));

    expect(held.status).toBe("candidate");
    expect(JSON.parse(told?.payloadJson ?? "{}")).toMatchObject({ gate_score: 0.5, citation_count: 2 });
    expect((await world.claim(id)).status).toBe("confirmed");
  });

  it("holds back a text whose tuple is an address that it mentions, and lets one through that states the address", async () => {
    const world = await stewardWorld();
    const borrowed = await world.ingest({ ...BORROWED, scope: "project:a" });
    const own = await world.ingest({ ...BORROWED, text: "The shop server is at 192.0.2.7", scope: "project:b" });

    await validatorJob(world.job(), GATE);

    expect((await world.claim(borrowed.id)).status).toBe("candidate");
    expect((await world.claim(own.id)).status).toBe("confirmed");
  });

  it("retires nothing that is confirmed", async () => {
    const world = await stewardWorld();
    const { id } = await world.ingest({ text: SECTION, citations: evidence(2) });
    await validatorJob(byFormula(world));

    await validatorJob(world.job(), { ...GATE, revalidation: [await world.claim(id)], policyMode: "cadence" });

    expect((await world.claim(id)).status).toBe("confirmed");
  });

  it.each([
    { text: "# of retries is in retry.ts", subject: undefined, predicate: undefined, probability: 0.731 },
    { text: "# Retries\n\nSee retry.ts", subject: undefined, predicate: undefined, probability: 0.5 },
    { text: "Retries (#12) back off for 5 s", subject: undefined, predicate: undefined, probability: 0.731 },
    { text: `## ${LONG_TEXT}`, subject: "server", predicate: "ip_address", probability: 0.119 },
  ])("weighs what speaks against a claim: $text", ({ probability, ...claim }) => {
    expect(keepProbability(claim)).toBeCloseTo(probability, 3);
  });
});
