import { describe, expect, it } from "vitest";

import { openContext } from "../support/open-context.ts";
import { change, eventsAfter, ingest } from "./ingest-steps.ts";

const LATER = 60_000;

describe("a fact that is true again", () => {
  it("is a new row beside its superseded one, and met by the next ingest", async () => {
    const context = openContext();
    const jenkins = await ingest(context, "CI runs on Jenkins");
    const buildkite = await ingest(context, "CI runs on Buildkite");
    context.clock.advance(LATER);
    await change(context, 1, { status: "superseded", replacedByClaimId: 2, validUntil: "2026-01-02T03:05:05+00:00" });

    const again = await ingest(context, "CI runs on Jenkins");
    const oncemore = await ingest(context, "CI runs on Jenkins");

    expect(
      [jenkins, buildkite, again, oncemore].map(({ claim, deduplicated }) => [
        claim.id,
        claim.contentHash,
        deduplicated,
      ]),
    ).toEqual([
      [1, "hash-f034d8694344250f", false],
      [2, buildkite.claim.contentHash, false],
      [3, "hash-f034d8694344250f~2", false],
      [3, "hash-f034d8694344250f~2", true],
    ]);
    expect([again.claim.idempotencyKey, again.claim.status]).toEqual(["hash-f034d8694344250f~2", "candidate"]);
  });

  it("is a new row beside an outdated one", async () => {
    const context = openContext();
    await ingest(context, { text: "Deploys are frozen", validFrom: "2025-01-01", validUntil: "2025-02-01" });

    const { claim, deduplicated } = await ingest(context, "Deploys are frozen");

    expect([claim.id, deduplicated, claim.humanId]).toEqual([2, false, "mm-1032~2"]);
  });

  it("takes the lowest free number", async () => {
    const context = openContext();
    const years = ["2020", "2021", "2022"];

    const hashes = [];
    for (const year of years) {
      const validity = { validFrom: `${year}-01-01`, validUntil: `${year}-02-01` };
      hashes.push((await ingest(context, { text: "Deploys are frozen", ...validity })).claim.contentHash);
    }

    expect(hashes.map((hash) => hash?.slice(-2))).toEqual([hashes[0]?.slice(-2), "~2", "~3"]);
  });

  it("is not swallowed by another text under a key that looks derived", async () => {
    const context = openContext();
    await ingest(context, { text: "Backups run at noon", idempotencyKey: "hash-f034d8694344250f" });

    const { claim } = await ingest(context, "CI runs on Jenkins");

    expect([claim.id, claim.idempotencyKey]).toEqual([2, "hash-f034d8694344250f~2"]);
  });
});

describe("an archived claim", () => {
  it("comes back as a candidate when the same agent says it again", async () => {
    const context = openContext();
    await ingest(context, { text: "CI runs on Jenkins", sourceAgent: "ana" });
    await change(context, 1, { status: "archived", archivedAt: "2026-01-02T03:04:05+00:00" });
    context.clock.advance(LATER);

    const result = await ingest(context, {
      text: "CI runs on Jenkins",
      sourceAgent: "ana",
      citations: [{ source: "ci.yml" }],
    });

    expect([
      result.claim.id,
      result.claim.status,
      result.claim.archivedAt,
      result.revived,
      result.deduplicated,
    ]).toEqual([1, "candidate", undefined, true, true]);
    expect(result.claim.citations.map(({ source }) => source)).toEqual(["library", "ci.yml"]);
    expect(await eventsAfter(context, 1)).toMatchObject([
      {
        claimId: 1,
        eventType: "transition",
        details: "reingest_revival:ana",
        payload: { before: { archived_at: "2026-01-02T03:04:05+00:00" } },
      },
      { claimId: 1, eventType: "citation" },
    ]);
  });

  it("comes back for anybody when nobody owns it", async () => {
    const context = openContext({ surface: "unknown" });
    await ingest(context, "CI runs on Jenkins");
    await change(context, 1, { status: "archived" });

    const { revived } = await ingest(context, { text: "CI runs on Jenkins", sourceAgent: "ana" });

    expect(revived).toBe(true);
  });

  it("is returned as it is when it belongs to another agent", async () => {
    const context = openContext();
    await ingest(context, { text: "CI runs on Jenkins", sourceAgent: "ana" });
    await change(context, 1, { status: "archived" });

    const result = await ingest(context, {
      text: "CI runs on Jenkins",
      sourceAgent: "luis",
      citations: [{ source: "ci.yml" }],
    });

    expect([result.claim.id, result.claim.status, result.revived, result.deduplicated]).toEqual([
      1,
      "archived",
      false,
      true,
    ]);
    expect(await eventsAfter(context, 1)).toEqual([]);
  });

  it("stays archived while a live claim says the same", async () => {
    const context = openContext();
    await ingest(context, { text: "CI runs on Jenkins", validUntil: "2027-01-01" });
    await ingest(context, { text: "CI runs on Jenkins", validUntil: "2028-01-01" });
    await change(context, 1, { status: "archived" });

    const { claim, revived } = await ingest(context, "CI runs on Jenkins");

    expect([claim.id, revived]).toEqual([2, false]);
  });

  it("is returned as another writer left it when that one was faster", async () => {
    const context = openContext();
    await ingest(context, "CI runs on Jenkins");
    await change(context, 1, { status: "archived" });
    const { claims } = context.store;
    const raced = { ...context.store, claims: { ...claims, update: async () => undefined } };

    const result = await ingest({ ...context, store: raced }, "CI runs on Jenkins");

    expect([result.claim.status, result.revived]).toEqual(["archived", false]);
    expect(await eventsAfter(context, 1)).toEqual([]);
  });
});
