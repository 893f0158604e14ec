import { writeFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { validatorJob } from "../../src/validator/validator-job.ts";
import { evidence, portClaim, weakClaim } from "../support/evidence.ts";
import { patchedJob } from "../support/patched-job.ts";
import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";

const NOTHING = {
  processed: 0,
  candidate_processed: 0,
  revalidation_processed: 0,
  confirmed: 0,
  conflicted: 0,
  superseded: 0,
  archived_duplicates: 0,
  pending: 0,
  skill_pending_approval: 0,
  blocked_pending_supersession: 0,
  staled: 0,
  revalidated_healthy: 0,
  observation_checked: 0,
  observation_confirmed: 0,
  observation_archived: 0,
  observation_errors: 0,
  errors: 0,
  skipped: 0,
};

describe.each(STORE_KINDS)("the validator (%s)", (kind) => {
  it("G14: answers with zeros in an empty store", async () => {
    const world = await stewardWorld(kind);

    expect(await validatorJob(world.job())).toEqual(NOTHING);
  });

  it("confirms a candidate whose evidence is enough, with score and citations in the event", async () => {
    const world = await stewardWorld(kind);
    const { id } = await world.ingest(portClaim("5432"));

    const result = await validatorJob(world.job());

    expect(result).toEqual({ ...NOTHING, processed: 1, candidate_processed: 1, confirmed: 1 });
    expect(await world.claim(id)).toMatchObject({
      status: "confirmed",
      confidence: expect.closeTo(0.665, 9) as number,
    });
    const [confidence, promotion] = (await world.events(id)).slice(-2);
    expect(confidence).toMatchObject({ eventType: "confidence", details: "validator_score=0.665;citations=1" });
    expect(promotion).toMatchObject({
      eventType: "validator",
      fromStatus: "candidate",
      toStatus: "confirmed",
      details: "validated score=0.665 citations=1",
      runId: "run-1",
    });
    expect(JSON.parse(promotion?.payloadJson ?? "")).toMatchObject({ score: 0.665, citation_count: 1 });
  });

  it("L30: keeps a weak candidate and says so once, until evidence or score are others", async () => {
    const world = await stewardWorld(kind);
    const { id, updatedAt } = await world.ingest(weakClaim("tea"));
    for (let run = 0; run < 20; run += 1) await validatorJob(world.job());
    const settled = (await world.events(id)).length;

    const result = await validatorJob(world.job());

    expect(result).toEqual({ ...NOTHING, processed: 1, candidate_processed: 1, pending: 1 });
    expect(await world.claim(id)).toMatchObject({ status: "candidate", version: 1, updatedAt });
    const events = await world.events(id);
    expect(events).toHaveLength(settled);
    const scores = events
      .filter(({ eventType }) => eventType === "validator")
      .map(({ details, payloadJson }) => [details, (JSON.parse(payloadJson ?? "") as { score: number }).score]);
    expect(scores[0]).toEqual(["validation_pending_more_evidence", 0.553]);
    expect(scores.at(-1)).toEqual(["validation_pending_more_evidence", 0.57]);
    expect(new Set(scores.map(([, score]) => score)).size).toBe(scores.length);
  });

  it("confirms nothing without the citations that are asked for", async () => {
    const world = await stewardWorld(kind);
    const { id } = await world.ingest(portClaim("5432", 2));

    const held = await validatorJob(world.job(), { minCitations: 3 });
    const passed = await validatorJob(world.job(), { minCitations: 2 });

    expect([held["pending"], passed["confirmed"]]).toEqual([1, 1]);
    expect((await world.claim(id)).status).toBe("confirmed");
  });

  it("G8, F19: the newest of two claims wins, whichever was changed last", async () => {
    const world = await stewardWorld(kind);
    const older = await world.ingest(portClaim("5432"));
    world.wait(1);
    const newer = await world.ingest(portClaim("5433"));
    world.wait(1);
    await world.store.transaction(() =>
      world.store.claims.update(older.id, older.version, { updatedAt: "2026-03-03T12:00:00+00:00" }),
    );

    const result = await validatorJob(world.job());

    expect(result).toMatchObject({ confirmed: 1, conflicted: 1 });
    expect((await world.claim(newer.id)).status).toBe("confirmed");
    expect((await world.claim(older.id)).status).toBe("conflicted");
  });

  it("G8: takes all candidates in turn, however small its batches are", async () => {
    const world = await stewardWorld(kind);
    for (let number = 1; number <= 5; number += 1) await world.ingest(weakClaim(`tea ${number}`));
    await world.ingest({ ...portClaim("5432"), subject: "older database" });
    for (let number = 6; number <= 9; number += 1) await world.ingest(weakClaim(`tea ${number}`));
    const confirmed: unknown[] = [];

    for (let run = 0; run < 3; run += 1) confirmed.push((await validatorJob(world.job({ limit: 4 })))["confirmed"]);

    expect(confirmed).toEqual([0, 1, 0]);
  });

  it("F33: never decides about observations", async () => {
    const world = await stewardWorld(kind);
    const { id } = await world.ingest({ ...portClaim("5432", 4), claimType: "observation" });

    const result = await validatorJob(world.job(), { promote: () => ({ promote: true, score: 1 }) });

    expect(result).toEqual({ ...NOTHING, pending: 1, observation_checked: 1 });
    expect(await world.claim(id)).toMatchObject({ status: "candidate", confidence: 0.5 });
    expect((await world.events(id)).map(({ eventType }) => eventType)).toEqual(["ingest"]);
  });

  it("leaves skills to a person and says so once", async () => {
    const world = await stewardWorld(kind);
    const { id } = await world.ingest({ ...portClaim("5432", 4), claimType: "skill" });

    const first = await validatorJob(world.job());
    await validatorJob(world.job());

    expect(first).toMatchObject({ confirmed: 0, pending: 1, skill_pending_approval: 1 });
    const told = (await world.events(id)).filter(({ eventType }) => eventType === "validator");
    expect(told.map(({ details }) => details)).toEqual(["skill_requires_explicit_approval"]);
  });

  it("respects a promotion that a person has undone", async () => {
    const world = await stewardWorld(kind);
    const { id } = await world.ingest(portClaim("5432"));
    await validatorJob(world.job());
    const promotion = (await world.events(id)).at(-1);
    await world.memory.governance.undo(promotion?.id ?? 0, { actor: "ana" });

    const again = await validatorJob(world.job());

    expect(again).toMatchObject({ confirmed: 0, pending: 1, errors: 0 });
    expect((await world.claim(id)).status).toBe("candidate");
  });

  it("F13: a claim that another writer changes meanwhile is skipped, and the others go on", async () => {
    const world = await stewardWorld(kind);
    const first = await world.ingest(portClaim("5432"));
    const second = await world.ingest({ ...portClaim("8080"), subject: "web server" });
    const job = patchedJob(world.job(), ({ jobs }) => ({
      jobs: {
        ...jobs,
        writeConfidences: async (changes) => {
          await world.memory.claims.archive([second.id], { actor: "ana" });
          return jobs.writeConfidences(changes);
        },
      },
    }));

    const result = await validatorJob(job);

    expect(result).toMatchObject({ processed: 2, confirmed: 1, skipped: 1, errors: 0 });
    expect((await world.claim(first.id)).status).toBe("confirmed");
    expect((await world.claim(second.id)).status).toBe("archived");
  });
});

describe("a gate of one's own", () => {
  it("G14: decides instead of the formula, for claims with enough citations", async () => {
    const world = await stewardWorld();
    const weak = await world.ingest(weakClaim("tea"));
    const strong = await world.ingest(portClaim("5432"));
    const likesTea = (text: string) => ({ promote: text.includes("tea"), score: 0.8 });

    const result = await validatorJob(world.job(), { promote: ({ claim }) => likesTea(claim.text) });
    const uncited = await validatorJob(world.job(), { promote: () => ({ promote: true, score: 1 }), minCitations: 2 });

    expect(result).toMatchObject({ confirmed: 1, pending: 1 });
    expect(uncited).toMatchObject({ confirmed: 0, pending: 1 });
    expect((await world.claim(weak.id)).status).toBe("confirmed");
    const pending = (await world.events(strong.id)).find(({ eventType }) => eventType === "validator");
    expect(JSON.parse(pending?.payloadJson ?? "")).toMatchObject({ score: 0.665, gate_score: 0.8 });
  });

  it("leaves to the formula what it has no word for", async () => {
    const world = await stewardWorld();
    await world.ingest(portClaim("5432"));

    expect(await validatorJob(world.job(), { promote: () => undefined })).toMatchObject({ confirmed: 1 });
  });
});

describe("a damaged database", () => {
  it("G12: has nothing confirmed while the freeze lasts", async () => {
    const world = await stewardWorld("SQLite file");
    const { id } = await world.ingest({ ...portClaim("5432"), citations: evidence(4) });
    writeFileSync(`${world.store.files?.path ?? ""}.integrity-failed`, "");

    const result = await validatorJob(world.job());

    expect(result).toEqual({ ...NOTHING, frozen: 1 });
    expect(await world.claim(id)).toMatchObject({ status: "candidate", confidence: 0.5 });
  });
});
