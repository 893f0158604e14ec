import { describe, expect, test } from "vitest";

import { createAnchorCheck, readAnchors } from "../../src/events/anchor-check.ts";
import { recordEvents } from "../../src/events/record-events.ts";
import { verifyEvents } from "../../src/events/verify-events.ts";
import type { JsonObject, MemoryEvent } from "../../src/events/event.ts";
import { openContext } from "../support/open-context.ts";

const recordedAt = "2026-01-02T03:04:05+00:00";
const anchorAt = (headId: number, headHash = `hash ${headId}`) => ({
  eventCount: headId,
  headId,
  headHash,
  recordedAt,
});

function eventAt(id: number, rollback?: JsonObject): MemoryEvent {
  const absent = {
    claimId: undefined,
    fromStatus: undefined,
    toStatus: undefined,
    tenantId: undefined,
    prevEventHash: undefined,
    tenantPrevEventHash: undefined,
    tenantEventHash: undefined,
    tenantHashAlgo: undefined,
    runId: undefined,
    undoesEventId: undefined,
  };
  return {
    ...absent,
    id,
    eventType: "system",
    details: rollback === undefined ? "noted" : "snapshot_rollback",
    payloadJson: rollback === undefined ? undefined : JSON.stringify(rollback),
    createdAt: recordedAt,
    eventHash: `hash ${id}`,
    hashAlgo: "sha256-v1",
  };
}

function issuesOf(anchors: readonly ReturnType<typeof anchorAt>[], events: readonly MemoryEvent[]): readonly number[] {
  const check = createAnchorCheck(anchors);
  for (const event of events) check.see(event);
  return check.issues().map(({ eventId }) => eventId);
}

describe("an anchor", () => {
  const chain = [1, 2, 3].map((id) => eventAt(id));

  test("holds while the chain has its event", () => {
    expect(issuesOf([anchorAt(1), anchorAt(3)], chain)).toEqual([]);
  });

  test("breaks when the chain is shorter, or has another event there", () => {
    expect(issuesOf([anchorAt(2, "other"), anchorAt(5), anchorAt(5)], chain)).toEqual([2, 5]);
  });

  test("is excused by a rollback from where it cut to where the chain had reached", () => {
    const anchors = [anchorAt(3, "before"), anchorAt(5), anchorAt(9)];
    const rolledBack = [...chain.slice(0, 2), eventAt(3, { discarded_head_id: 5 })];
    const branch = [...chain, eventAt(4, { kept_head_id: 1, discarded_head_id: 5 })];

    expect(issuesOf(anchors, rolledBack)).toEqual([9]);
    expect(issuesOf(anchors, branch)).toEqual([9]);
  });

  test("is not excused by a rollback without a head", () => {
    expect(issuesOf([anchorAt(5)], [eventAt(1, {}), eventAt(2, { discarded_head_id: "5" })])).toEqual([5]);
  });
});

describe("verification", () => {
  test("knows the anchors of the last good check and of snapshots, but for a tenant none", async () => {
    const context = openContext();
    await recordEvents(context.store, [{ eventType: "system", details: "noted", createdAt: recordedAt }]);
    await context.store.upkeep.recordAnchor({ name: "latest", ...anchorAt(1, "other") });
    const snapshots = async () => [{ anchor: anchorAt(7) }, { anchor: undefined }];
    const store = { ...context.store, files: { snapshots } as never };

    expect(await readAnchors(store)).toMatchObject([{ headId: 1 }, { headId: 7 }]);
    expect((await verifyEvents({ ...context, store })).issues).toEqual([
      { eventId: 1, reason: "truncated_chain" },
      { eventId: 7, reason: "truncated_chain" },
    ]);
    const bound = { ...context.authority, tenantId: "acme" };
    expect(await verifyEvents({ ...context, store, authority: bound })).toMatchObject({ valid: true });
  });
});
