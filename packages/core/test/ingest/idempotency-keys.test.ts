import { describe, expect, it } from "vitest";

import type { ClaimInput } from "../../src/ingest/types.ts";
import { openContext } from "../support/open-context.ts";
import { allEvents, change, ingest } from "./ingest-steps.ts";

describe("an idempotency key", () => {
  const first: ClaimInput = { text: "CI runs on Jenkins", idempotencyKey: "k" };

  it("returns its claim without a new row, event or citation", async () => {
    const context = openContext();
    await ingest(context, first);

    const result = await ingest(context, first);

    expect([result.claim.id, result.deduplicated, result.warnings]).toEqual([1, true, []]);
    expect(await allEvents(context)).toHaveLength(1);
  });

  it("says when it was used for something else", async () => {
    const context = openContext();
    await ingest(context, first);

    const result = await ingest(context, {
      ...first,
      text: "CI runs on Buildkite",
      subject: "CI",
      citations: [{ source: "ci.yml" }],
    });

    expect([result.claim.text, result.warnings]).toEqual([
      "CI runs on Jenkins",
      ["idempotency_key_reused", "ignored_fields:subject,citations"],
    ]);
    expect(await allEvents(context)).toHaveLength(1);
  });

  it.each([
    ["superseded", { status: "superseded" }],
    ["outdated", { validUntil: "2026-01-02T03:04:05+00:00" }],
  ] as const)("returns its %s claim and says so", async (_, patch) => {
    const context = openContext();
    await ingest(context, first);
    await change(context, 1, patch);

    const result = await ingest(context, first);

    expect([result.claim.id, result.warnings]).toEqual([1, ["idempotency_key_reused"]]);
  });

  it("revives its archived claim when the content is the same, and only then", async () => {
    const context = openContext();
    await ingest(context, first);
    await change(context, 1, { status: "archived" });

    const other = await ingest(context, { ...first, text: "CI runs on Buildkite" });
    const same = await ingest(context, first);

    expect([other.revived, other.claim.status, same.revived, same.claim.status]).toEqual([
      false,
      "archived",
      true,
      "candidate",
    ]);
  });

  it("does not hide the content from one without a key, nor with another", async () => {
    const context = openContext();
    await ingest(context, first);

    const bare = await ingest(context, "CI runs on Jenkins");
    const other = await ingest(context, { ...first, idempotencyKey: "k2" });

    expect([bare.claim.id, other.claim.id, other.warnings]).toEqual([1, 1, ["ignored_fields:idempotency_key"]]);
  });

  it("belongs to its tenant, scope and, when the claim is not public, to its owner", async () => {
    const context = openContext();
    const tenant = { ...context, authority: { ...context.authority, tenantId: "acme" } };
    const mine = { ...first, visibility: "private", sourceAgent: "ana" } as const;

    const results = [
      await ingest(context, first),
      await ingest(context, { ...first, scope: "user" }),
      await ingest(context, mine),
      await ingest(context, { ...mine, sourceAgent: "luis" }),
      await ingest(tenant, first),
      await ingest(context, mine),
    ];

    expect(results.map(({ claim }) => claim.id)).toEqual([1, 2, 3, 4, 5, 3]);
    expect(results.map(({ claim }) => claim.contentHash)).toEqual([
      "hash-f034d8694344250f",
      results[1]?.claim.contentHash,
      "hash-f034d8694344250f",
      "hash-f034d8694344250f",
      results[4]?.claim.contentHash,
      "hash-f034d8694344250f",
    ]);
  });
});

describe("keys that callers gave and that read like derived ones", () => {
  it("never keep a claim without a key from being stored", async () => {
    const context = openContext();
    await ingest(context, { text: "CI runs on Jenkins", validUntil: "2026-01-01" });
    for (const suffix of [2, 3, 4]) {
      await ingest(context, { text: `Build ${suffix} passed`, idempotencyKey: `hash-f034d8694344250f~${suffix}` });
    }

    const { claim, deduplicated } = await ingest(context, "CI runs on Jenkins");

    expect([claim.id, claim.contentHash, deduplicated]).toEqual([5, "hash-f034d8694344250f~5", false]);
  });
});

describe("two writers at once", () => {
  it("store one row: the slower one gets the winner's", async () => {
    const context = openContext();
    await ingest(context, "CI runs on Jenkins");
    let looks = 0;
    const { claims } = context.store;
    const late = {
      ...claims,
      findIdentityMatches: async (...lookup: Parameters<typeof claims.findIdentityMatches>) => {
        looks += 1;
        return looks === 1 ? [] : claims.findIdentityMatches(...lookup);
      },
    };

    const result = await ingest({ ...context, store: { ...context.store, claims: late } }, "CI runs on Jenkins");

    expect([result.claim.id, result.deduplicated, looks]).toEqual([1, true, 2]);
  });

  it("take different numbers for the same human id and for the same content", async () => {
    const context = openContext();
    await ingest(context, { text: "CI runs on Jenkins", validUntil: "2026-01-01" });
    let looks = 0;
    const { claims } = context.store;
    const late = {
      ...claims,
      findIdentityMatches: async (...lookup: Parameters<typeof claims.findIdentityMatches>) => {
        looks += 1;
        return looks === 1 ? [] : claims.findIdentityMatches(...lookup);
      },
      takenHumanIds: async (...of: Parameters<typeof claims.takenHumanIds>) =>
        looks === 1 ? new Map<string, number>() : claims.takenHumanIds(...of),
    };

    const { claim } = await ingest({ ...context, store: { ...context.store, claims: late } }, "CI runs on Jenkins");

    expect([claim.id, claim.humanId.slice(-2), claim.contentHash]).toEqual([2, "~2", "hash-f034d8694344250f~2"]);
  });
});
