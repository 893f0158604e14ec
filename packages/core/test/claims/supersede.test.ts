import { describe, expect, test } from "vitest";

import type { Claim } from "../../src/claims/claim.ts";
import { transitionClaim } from "../../src/claims/transition.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import { EVERYTHING, everything, openContext, seed } from "../support/open-context.ts";
import type { TestContext } from "../support/open-context.ts";

const LATER = "2026-01-02T04:04:05+00:00";

async function withClaims(...texts: readonly string[]): Promise<TestContext> {
  const context = openContext();
  await seed(context, ...texts.map((text) => ({ text })));
  context.clock.advance(3_600_000);
  return context;
}

const read = async (context: MemoryContext, ...ids: readonly number[]): Promise<readonly Claim[]> =>
  context.store.claims.getMany(EVERYTHING, ids, true);

const replace = async (context: MemoryContext, old: number | string, by: number | string): Promise<Claim> =>
  transitionClaim(context, old, { to: "superseded", replacedBy: by, reason: "moved" });

async function payloads(context: MemoryContext, claimId: number): Promise<unknown[]> {
  const entries = await context.store.events.history(claimId, 10);
  return entries.map(({ event }) => [
    event.eventType,
    event.details,
    JSON.parse(event.payloadJson ?? "null") as unknown,
  ]);
}

describe("a supersession", () => {
  test("sets both ends and the end of validity, with one event on the old claim", async () => {
    const context = await withClaims("CI runs on Jenkins", "CI runs on Buildkite");
    const [old, replacement] = await read(context, 1, 2);

    const superseded = await replace(context, 1, replacement?.uid ?? "");

    expect(superseded).toEqual({
      ...old,
      status: "superseded",
      replacedByClaimId: 2,
      validUntil: LATER,
      updatedAt: LATER,
      version: 2,
    });
    expect(await read(context, 2)).toEqual([{ ...replacement, supersedesClaimId: 1, version: 2 }]);
    expect([await payloads(context, 1), await payloads(context, 2)]).toEqual([
      [
        [
          "supersession",
          "moved",
          {
            replaced_by_claim_id: 2,
            before: { valid_until: null, replaced_by_claim_id: null, confirmed_by: null, supersedes_claim_id: null },
          },
        ],
      ],
      [],
    ]);
  });

  test("of a second claim by the same one keeps the first pointer and adds a link", async () => {
    const context = await withClaims("CI runs on Jenkins", "CI runs on Buildkite", "CI runs on Travis");
    await replace(context, 1, 2);

    await replace(context, 3, 2);

    const links = await context.store.links.listOf(2, undefined);
    expect(links).toEqual([{ id: 1, sourceId: 2, targetId: 3, linkType: "supersedes", createdAt: LATER }]);
    expect((await read(context, 2, 3)).map((claim) => [claim.supersedesClaimId, claim.replacedByClaimId])).toEqual([
      [1, undefined],
      [undefined, 2],
    ]);
    expect(await payloads(context, 3)).toEqual([
      [
        "supersession",
        "moved",
        {
          replaced_by_claim_id: 2,
          before: { valid_until: null, replaced_by_claim_id: null, confirmed_by: null, supersedes_claim_id: 1 },
          link_id: 1,
        },
      ],
    ]);
  });

  test("does not double a link that is there", async () => {
    const context = await withClaims("CI runs on Jenkins", "CI runs on Buildkite", "CI runs on Travis");
    await context.store.links.add({ sourceId: 2, targetId: 3, linkType: "supersedes", createdAt: LATER });
    await replace(context, 1, 2);

    await replace(context, 3, 2);

    expect(await context.store.links.listOf(2, undefined)).toHaveLength(1);
    expect(JSON.stringify(await payloads(context, 3))).not.toContain("link_id");
  });

  test.each<[string, Partial<Claim>, string]>([
    ["ended before keeps its end", { validUntil: "2026-01-02T03:30:00+00:00" }, "2026-01-02T03:30:00+00:00"],
    ["would have ended later ends now", { validUntil: "2027-01-01T00:00:00+00:00" }, LATER],
    ["has not begun ends as it begins", { validFrom: "2026-06-01T00:00:00+00:00" }, "2026-06-01T00:00:00+00:00"],
  ])("of a claim whose validity %s", async (_what, fields, end) => {
    const context = openContext();
    await seed(context, { text: "old", validFrom: "2026-01-01T00:00:00+00:00", ...fields } as object, { text: "new" });
    context.clock.advance(3_600_000);

    expect((await replace(context, 1, 2)).validUntil).toBe(end);
  });

  test("repeated with the same replacement or none writes nothing", async () => {
    const context = await withClaims("CI runs on Jenkins", "CI runs on Buildkite");
    const superseded = await replace(context, 1, 2);
    const before = await everything(context);

    expect([await replace(context, 1, 2), await transitionClaim(context, 1, { to: "superseded" })]).toEqual([
      superseded,
      superseded,
    ]);
    expect(await everything(context)).toEqual(before);
  });
});

describe("a supersession is refused and leaves both claims as they were", () => {
  async function refused(context: MemoryContext, by: number | string | undefined): Promise<unknown> {
    const before = await everything(context);
    const error: unknown = await transitionClaim(context, 1, { to: "superseded", replacedBy: by }).catch(
      (thrown: unknown) => thrown,
    );
    expect(await everything(context)).toEqual(before);
    return error;
  }

  test("without a replacement", async () => {
    expect(await refused(await withClaims("old"), undefined)).toMatchObject({
      code: "input.missing",
      details: { field: "replaced_by" },
    });
  });

  test("by a claim that does not exist", async () => {
    expect(await refused(await withClaims("old"), 9)).toMatchObject({ code: "claim.not_found" });
  });

  test("by itself", async () => {
    expect(await refused(await withClaims("old"), "1")).toMatchObject({ code: "input.invalid" });
  });

  test("by an archived claim", async () => {
    const context = await withClaims("old", "new");
    await transitionClaim(context, 2, { to: "archived" });

    expect(await refused(context, 2)).toMatchObject({ code: "input.invalid" });
  });

  test("by a superseded claim, so that no circle can form", async () => {
    const context = await withClaims("old", "new");
    await transitionClaim(context, 2, { to: "superseded", replacedBy: 1 });

    expect(await refused(context, 2)).toMatchObject({ code: "input.invalid" });
  });

  test.each<[string, object]>([
    ["scope", { scope: "global" }],
    ["tenant", { tenantId: "acme" }],
    ["visibility", { visibility: "private" }],
  ])("by a claim of another %s", async (_what, fields) => {
    const context = openContext();
    await seed(context, { text: "old" }, { text: "new", ...fields });

    expect(await refused(context, 2)).toMatchObject({
      code: "input.invalid",
      details: { field: "replaced_by", id: 1, replaced_by_claim_id: 2 },
    });
  });

  test("by another owner's private claim", async () => {
    const context = openContext();
    await seed(
      context,
      { text: "old", visibility: "private", sourceAgent: "ana" },
      { text: "new", visibility: "private", sourceAgent: "luis" },
    );

    expect(await refused(context, 2)).toMatchObject({ code: "input.invalid" });
  });

  test("by a second replacement", async () => {
    const context = await withClaims("old", "new", "newer");
    await replace(context, 1, 2);

    expect(await refused(context, 3)).toMatchObject({
      code: "claim.version_conflict",
      details: { id: 1, replaced_by_claim_id: 2 },
    });
  });
});

test("a public claim may be replaced by one of another author", async () => {
  const context = openContext();
  await seed(context, { text: "old", sourceAgent: "ana" }, { text: "new", sourceAgent: "luis" });

  expect(await replace(context, 1, 2)).toMatchObject({ status: "superseded", replacedByClaimId: 2 });
});
