import { describe, expect, test } from "vitest";

import { pinClaim } from "../../src/claims/pin-claim.ts";
import { transitionClaim } from "../../src/claims/transition.ts";
import type { JsonObject } from "../../src/events/event.ts";
import { archiveClaims } from "../../src/governance/archive-claims.ts";
import { confirmClaims } from "../../src/governance/confirm-claims.ts";
import { undoEvent } from "../../src/governance/undo-event.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import { seed } from "../support/open-context.ts";
import type { TestContext } from "../support/open-context.ts";
import { arrives, otherJobMoves, statuses, syncs, undoJob } from "./job-steps.ts";
import {
  append,
  blocked,
  claimOf,
  goesBackAndForth,
  lastEvent,
  lastEventId,
  refusal,
  sealingContext,
  undo,
} from "./undo-steps.ts";
import { visibleState } from "./visible-state.ts";

const ANA = { actor: "ana" } as const;
const FROM = "2025-01-01T00:00:00+00:00";
const UNTIL = "2027-01-01T00:00:00+00:00";

async function withClaims(): Promise<TestContext> {
  const context = sealingContext();
  await seed(
    context,
    { text: "CI runs on Jenkins", humanId: "mm-0001", validFrom: FROM },
    { text: "CI runs on Buildkite", humanId: "mm-0002" },
  );
  context.clock.advance(3_600_000);
  return context;
}

describe.each(["import", "sync"] as const)("a claim that came in new by %s", (eventType) => {
  test("is archived, and comes back with what it was when that is undone", async () => {
    const context = await withClaims();
    await arrives(context, 1, eventType);
    await confirmClaims(context, [1], ANA);
    const before = await visibleState(context.store);

    const { restored } = await undo(context, 1);

    const values = { archived_at: "2026-01-02T04:04:05+00:00", confirmed_by: null };
    expect(restored).toEqual([{ claimId: 1, fromStatus: "confirmed", toStatus: "archived", fields: values }]);
    expect(await lastEvent(context, 1)).toMatchObject({
      eventType: "undo",
      fromStatus: "confirmed",
      toStatus: "archived",
      payload: { undone_type: eventType, before: { archived_at: null, confirmed_by: "ana" }, restored: values },
    });
    await undo(context, 3);
    expect(await visibleState(context.store)).toEqual(before);
    await goesBackAndForth(context, () => undo(context, 1));
  });

  test("stays as it is on a dry run, which tells the same", async () => {
    const context = await withClaims();
    await arrives(context, 1, eventType);
    const before = await visibleState(context.store);

    const rehearsed = await undoEvent(context, 1, { ...ANA, dryRun: true });

    expect(await visibleState(context.store)).toEqual(before);
    expect({ ...(await undo(context, 1)), undoEventIds: [] }).toEqual(rehearsed);
  });

  test("is not archived twice", async () => {
    const context = await withClaims();
    await arrives(context, 1, eventType);
    await archiveClaims(context, [1], ANA);

    expect(await refusal(context, 1)).toMatchObject(blocked("claim 1 is archived already"));
    await undo(context, 2);
    await undo(context, 1);
    expect(await refusal(context, 1)).toMatchObject(blocked("undo event 4 to do it again", [1, 4]));
  });
});

/** Changes of claim 1 that a sync may bring: how the row changes, and the columns by their names. */
const CHANGES: readonly (readonly [string, Parameters<typeof syncs>[2]])[] = [
  [
    "confidence, tier and pin",
    {
      patch: { confidence: 0.8, tier: "core", pinned: true },
      before: { confidence: 0.5, tier: "working", pinned: false },
      after: { confidence: 0.8, tier: "core", pinned: true },
    },
  ],
  [
    "validity",
    {
      patch: { validFrom: undefined, validUntil: UNTIL },
      before: { valid_from: FROM, valid_until: null },
      after: { valid_from: null, valid_until: UNTIL },
    },
  ],
  [
    "status with the values that go with it",
    {
      patch: { status: "archived", archivedAt: UNTIL },
      before: { status: "candidate", archived_at: null },
      after: { status: "archived", archived_at: UNTIL },
    },
  ],
  ["confirmation", { patch: { status: "confirmed" }, before: { status: "candidate" }, after: { status: "confirmed" } }],
];

describe("what a sync changed of a claim that was here", () => {
  test.each(CHANGES)("is set back and done again: %s", async (_what, change) => {
    const context = await withClaims();

    await goesBackAndForth(context, () => syncs(context, 1, change));
  });

  test("is not set back over later changes, which are named", async () => {
    const context = await withClaims();
    const [, pins] = CHANGES[0] ?? [];
    if (pins === undefined) throw new RangeError("no such change");
    await syncs(context, 1, pins);
    await pinClaim(context, 1, false);

    expect(await refusal(context, 1)).toMatchObject(blocked("event 2 changed the same later", [1, 2]));
  });

  test("is not set back over what changed without an event, but for the tier, which stays as it became", async () => {
    const context = await withClaims();
    const { id, version } = await claimOf(context, 1);
    const change = {
      patch: { confidence: 0.8, tier: "core" },
      before: { confidence: 0.5, tier: "working" },
      after: { confidence: 0.8, tier: "core" },
    } as const;
    await syncs(context, 1, change);
    await context.store.claims.update(id, version + 1, { tier: "peripheral", updatedAt: UNTIL });

    const { restored } = await undo(context, 1);
    const undoId = await lastEventId(context);

    expect(restored).toMatchObject([{ fields: { confidence: 0.5 } }]);
    expect(await claimOf(context, 1)).toMatchObject({ confidence: 0.5, tier: "peripheral" });
    await undo(context, undoId);
    await context.store.claims.update(id, version + 4, { confidence: 0.1, updatedAt: UNTIL });
    expect(await refusal(context, 1)).toMatchObject(blocked("not in the state that the event left"));
  });

  test("blocks an older event on the same value", async () => {
    const context = await withClaims();
    await transitionClaim(context, 1, { to: "conflicted" });
    await syncs(context, 1, {
      patch: { status: "stale" },
      before: { status: "conflicted" },
      after: { status: "stale" },
    });

    expect(await refusal(context, 1)).toMatchObject(blocked("event 2 changed the same later", [1, 2]));
  });

  test.each<[string, JsonObject]>([
    ["words, which no event holds", { before: { text: "x" }, after: { text: "y" } }],
    ["a tier that there is not", { before: { tier: "best" }, after: { tier: "core" } }],
    ["a state that there is not", { before: { status: "retired" }, after: { status: "candidate" } }],
    ["nothing but evidence", { before: {}, after: {} }],
    ["nothing that it tells", {}],
  ])("is not undone when it is %s", async (_what, payload) => {
    const context = await withClaims();
    await append(context, { eventType: "sync", payload: { new: false, ...payload } });

    expect(await refusal(context, 1)).toMatchObject(blocked("citations that it added"));
  });
});

describe("a whole sync", () => {
  /** Brings claim 2, which replaces claim 1, and raises the confidence of the first. */
  async function sync(context: MemoryContext): Promise<void> {
    await arrives(context, 2, "sync");
    await syncs(context, 1, {
      patch: { status: "superseded", replacedByClaimId: 2, confidence: 0.7 },
      before: { status: "candidate", replaced_by_claim_id: null, confidence: 0.5 },
      after: { status: "superseded", replaced_by_claim_id: 2, confidence: 0.7 },
    });
    await syncs(context, 2, {
      patch: { supersedesClaimId: 1 },
      before: { supersedes_claim_id: null },
      after: { supersedes_claim_id: 1 },
    });
  }

  test("is undone and done again, with both ends of a replacement", async () => {
    const context = await withClaims();
    await sync(context);
    const after = await visibleState(context.store);

    const { undoEventIds } = await undoJob(context, 1);

    expect(await claimOf(context, 1)).toMatchObject({
      status: "candidate",
      replacedByClaimId: undefined,
      confidence: 0.5,
    });
    expect(await claimOf(context, 2)).toMatchObject({ status: "archived", supersedesClaimId: undefined });
    await undoJob(context, undoEventIds[0] ?? 0);
    expect(await visibleState(context.store)).toEqual(after);
  });

  test("has both ends of a replacement in each of its events: one alone is undone with the other end, and done again", async () => {
    const context = await withClaims();
    await sync(context);
    const after = await visibleState(context.store);

    await undo(context, 2);
    const undone = [await claimOf(context, 1), await claimOf(context, 2)];
    await undo(context, await lastEventId(context));

    expect(undone).toMatchObject([
      { status: "candidate", replacedByClaimId: undefined },
      { status: "candidate", supersedesClaimId: undefined },
    ]);
    expect(await visibleState(context.store)).toEqual(after);
  });

  test("leaves alone what is archived already, by hand or from the start", async () => {
    const context = await withClaims();
    await arrives(context, 1, "sync");
    await arrives(context, 2, "sync");
    await otherJobMoves(context, 2, "archived");

    const { undoEventIds, blocked: left } = await undoJob(context, 1);

    expect([undoEventIds.length, left]).toEqual([1, []]);
    expect(await statuses(context)).toEqual(["archived", "archived"]);
  });
});
