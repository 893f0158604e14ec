import { describe, expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { pinClaim } from "../../src/claims/pin-claim.ts";
import { transitionClaim } from "../../src/claims/transition.ts";
import { verifyEvents } from "../../src/events/verify-events.ts";
import { archiveClaims } from "../../src/governance/archive-claims.ts";
import { confirmClaims } from "../../src/governance/confirm-claims.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import type { DatabaseFiles } from "../../src/ports/database-files.ts";
import { EVERYTHING, openContext, seed } from "../support/open-context.ts";
import type { TestContext } from "../support/open-context.ts";
import { jobMoves, otherJobMoves, RUN, statuses, undoJob } from "./job-steps.ts";
import { append, blocked, claimOf, lastEventId, undo } from "./undo-steps.ts";
import { visibleState } from "./visible-state.ts";

const ANA = { actor: "ana" } as const;
const CI = { subject: "ci", predicate: "runs on" } as const;

/** Claims 1 and 2 on one subject, 3 of its own; the first is confirmed. */
async function withClaims(): Promise<TestContext> {
  const context = openContext();
  await seed(
    context,
    { ...CI, text: "CI runs on Jenkins", humanId: "mm-0001" },
    { ...CI, text: "CI runs on Buildkite", humanId: "mm-0002" },
    { text: "The cache listens on 8080", humanId: "mm-0003" },
  );
  await confirmClaims(context, [1], ANA);
  context.clock.advance(3_600_000);
  return context;
}

/** A job whose second step needs the first, and whose last ones come back to a claim. */
async function job(context: MemoryContext): Promise<number> {
  await jobMoves(context, 1, "stale");
  await jobMoves(context, 2, "confirmed");
  await jobMoves(context, 3, "conflicted");
  await jobMoves(context, 3, "archived");
  return lastEventId(context);
}

/** What refuses a job, which changes nothing. */
async function refusal(context: MemoryContext, eventId: number, options: object = {}): Promise<unknown> {
  const before = [await visibleState(context.store), await lastEventId(context)];
  const refused: unknown = await undoJob(context, eventId, options).catch((error: unknown) => error);
  expect([await visibleState(context.store), await lastEventId(context)]).toEqual(before);
  return refused;
}

const membersOf = async (context: MemoryContext, runId: string) =>
  (await context.store.events.ofRun(EVERYTHING, runId, { limit: 1_000 })).map(({ event }) => event);

describe("the undo of a job", () => {
  test("goes over all its events, newest first, whichever of them is named, and is told as one", async () => {
    const context = await withClaims();
    const before = await visibleState(context.store);
    await job(context);

    const { undoEventIds, restored, blocked: left } = await undoJob(context, 3);

    expect(await visibleState(context.store)).toEqual(before);
    expect([undoEventIds, left]).toEqual([[6, 7, 8, 9], []]);
    expect(restored.map(({ claimId, fromStatus, toStatus }) => [claimId, fromStatus, toStatus])).toEqual([
      [3, "archived", "conflicted"],
      [3, "conflicted", "candidate"],
      [2, "confirmed", "candidate"],
      [1, "stale", "confirmed"],
    ]);
    expect((await verifyEvents(context)).valid).toBe(true);
  });

  test("is a job itself: undone as a whole it does everything again, over and over", async () => {
    const context = await withClaims();
    const before = await visibleState(context.store);
    await job(context);
    const after = await visibleState(context.store);
    let named = 2;

    for (const expected of [before, after, before, after]) {
      const { undoEventIds } = await undoJob(context, named);
      expect([await visibleState(context.store), undoEventIds.length]).toEqual([expected, 4]);
      named = undoEventIds[1] ?? 0;
    }

    const [event] = (await context.store.events.history(3, 1)).map((entry) => entry.event);
    expect(event?.runId).not.toBe(RUN);
    expect((await membersOf(context, event?.runId ?? "")).map(({ eventType }) => eventType)).toEqual(
      Array.from({ length: 4 }, () => "undo"),
    );
  });

  test("leaves alone what was undone by itself, and what another job did", async () => {
    const context = await withClaims();
    await job(context);
    await undo(context, 5);
    await otherJobMoves(context, 3, "stale");
    await undo(context, 7);

    const { undoEventIds } = await undoJob(context, 2);

    expect(undoEventIds).toHaveLength(3);
    expect(await statuses(context)).toEqual(["confirmed", "candidate", "candidate"]);
  });

  test("is not kept from being done by notes, nor by a confidence that is worked out again", async () => {
    const context = await withClaims();
    await job(context);
    const member = { payload: { run_id: RUN } };
    await append(context, { ...member, eventType: "confidence" });
    await append(context, { ...member, eventType: "audit", details: "looked" });
    await append(context, {
      ...member,
      eventType: "validator",
      details: "checked",
      claimId: 2,
      payload: { ...member.payload, score: 1, citation_count: 1 },
    });
    await append(context, { ...member, eventType: "dedup_run", claimId: undefined });

    const { undoEventIds } = await undoJob(context, 9);

    expect(undoEventIds).toHaveLength(4);
    expect(await statuses(context)).toEqual(["confirmed", "candidate", "candidate"]);
  });

  test("tells on a dry run the same, and writes nothing", async () => {
    const context = await withClaims();
    await job(context);
    const before = [await visibleState(context.store), await lastEventId(context)];

    const rehearsed = await undoJob(context, 2, { dryRun: true });

    expect([await visibleState(context.store), await lastEventId(context)]).toEqual(before);
    expect({ ...(await undoJob(context, 2)), undoEventIds: [] }).toEqual(rehearsed);
    expect(await undoJob(context, 2)).toEqual({ undoEventIds: [], restored: [], blocked: [] });
  });

  test("covers what the caller may see: the rest stays as it is", async () => {
    const open = await withClaims();
    await seed(open, { text: "Ana likes tea", humanId: "mm-0004", visibility: "private", sourceAgent: "ana" });
    await jobMoves(open, 3, "conflicted");
    await jobMoves(open, 4, "conflicted");
    const luis = { ...open, authority: { ...LOCAL_OPERATOR, principal: "luis" } };

    const { restored } = await undoJob(luis, 2);

    expect(restored.map(({ claimId }) => claimId)).toEqual([3]);
    expect(await statuses(open)).toEqual(["confirmed", "candidate", "candidate", "conflicted"]);
  });
});

describe("a job that is blocked", () => {
  test("by later changes is refused with all of them, and nothing is done", async () => {
    const context = await withClaims();
    await job(context);
    await transitionClaim(context, 1, { to: "conflicted" });
    await transitionClaim(context, 2, { to: "stale" });

    const expected = blocked("2 claims are blocked by events 7, 6", [2, 7], [1, 6]);
    expect(await refusal(context, 2)).toMatchObject(expected);
    expect(await refusal(context, 2, { dryRun: true })).toMatchObject(expected);
  });

  test("is undone but for that with `partial`, which tells what it left out", async () => {
    const context = await withClaims();
    await job(context);
    await transitionClaim(context, 2, { to: "stale" });
    await pinClaim(context, 3, true);

    const rehearsed = await undoJob(context, 2, { partial: true, dryRun: true });
    const done = await undoJob(context, 2, { partial: true });

    expect(done.blocked).toEqual([{ claimId: 2, eventIds: [6] }]);
    expect({ ...done, undoEventIds: [] }).toEqual(rehearsed);
    expect(await statuses(context)).toEqual(["confirmed", "stale", "candidate"]);
  });

  test("leaves out too what lies below a step that it leaves out", async () => {
    const context = await withClaims();
    await pinClaim(context, 3, true);
    const pin = { eventType: "pin", claimId: 3 } as const;
    const lower = await append(context, { ...pin, payload: { run_id: RUN, before: { pinned: false } } });
    const upper = await append(context, { ...pin, payload: { run_id: RUN, before: { pinned: true, mood: 1 } } });

    const { restored, blocked: left } = await undoJob(context, lower, { partial: true });

    expect([restored, left]).toEqual([[], [{ claimId: 3, eventIds: [upper] }]]);
    expect((await claimOf(context, 3)).pinned).toBe(true);
  });

  test("by a taken place, by what is never undone, and by what is erased names these", async () => {
    const context = await withClaims();
    await jobMoves(context, 1, "stale");
    const ingest = { eventType: "ingest", claimId: 3, payload: { citation_count: 1, run_id: RUN } } as const;
    const taken = await append(context, ingest);
    const erased = { eventType: "audit", details: "claim_payload_erased", claimId: 2 } as const;
    const gone = await append(context, { ...erased, payload: { redact_claim: true, run_id: RUN } });
    const merge = await append(context, {
      eventType: "merge",
      claimId: undefined,
      payload: { keep_id: 1, merge_id: 2, moved: {}, run_id: RUN },
    });
    await confirmClaims(context, [2], ANA);

    const { blocked: left, restored } = await undoJob(context, 2, { partial: true });

    expect(restored).toEqual([]);
    expect(left).toEqual([
      { claimId: undefined, eventIds: [merge] },
      { claimId: 2, eventIds: [gone, merge + 1] },
      { claimId: 3, eventIds: [taken] },
    ]);
  });

  test("by a freeze is told of the freeze", async () => {
    const context = await withClaims();
    await job(context);
    const files = { path: "/data/memory.db", isFrozen: () => true } as DatabaseFiles;

    const frozen = { ...context, store: { ...context.store, files } };
    expect(await refusal(frozen, 2)).toMatchObject({ code: "claim.frozen" });
    expect(await refusal(frozen, 2, { partial: true })).toMatchObject({ code: "claim.frozen" });
  });
});

test("an event of no job has none to undo, and what tells of a job says how that is undone", async () => {
  const context = await withClaims();
  const note = await append(context, { eventType: "dedup_run", claimId: undefined, payload: { run_id: RUN } });

  expect(await refusal(context, 1)).toMatchObject(blocked("it belongs to no job; leave out --run"));
  await expect(undo(context, note)).rejects.toMatchObject(blocked(`memorymaster undo ${note} --run`));
  await expect(undoJob(context, 99)).rejects.toMatchObject({ code: "event.not_found" });
});

describe("a long job", () => {
  const COUNT = 450;

  async function longJob(): Promise<TestContext> {
    const context = openContext();
    const claims = Array.from({ length: COUNT }, (_, place) => ({
      text: `Fact ${place}`,
      humanId: `mm-1000~${place + 2}`,
    }));
    await seed(context, ...claims);
    const moved = await context.store.transaction(async () => {
      for (let id = 1; id <= COUNT; id += 1) await jobMoves(context, id, "conflicted");
      return lastEventId(context);
    });
    expect(moved).toBe(COUNT);
    return context;
  }

  test("is undone 200 events at a time, and what was cut off is completed by undoing it again", async () => {
    const context = await longJob();
    const stop = new AbortController();
    const seen: (readonly [number, number | undefined])[] = [];
    const onProgress = async (done: number, total: number | undefined) => {
      seen.push([done, total]);
      if (total !== undefined) stop.abort();
    };

    const first = await undoJob(context, 1, { signal: stop.signal, onProgress });
    const cut = await statuses(context);
    const second = await undoJob(context, 1);

    expect(seen).toEqual([
      [200, undefined],
      [400, undefined],
      [450, undefined],
      [200, 450],
    ]);
    expect([first.undoEventIds.length, second.undoEventIds.length]).toEqual([200, 250]);
    expect(cut.map((status) => status === "candidate")).toEqual(cut.map((_, place) => place >= 250));
    expect(new Set(await statuses(context))).toEqual(new Set(["candidate"]));
  });

  test("that is ended while it is checked is left as it is", async () => {
    const context = await longJob();
    const stop = new AbortController();

    const result = await undoJob(context, 1, { signal: stop.signal, onProgress: async () => stop.abort() });

    expect(result).toEqual({ undoEventIds: [], restored: [], blocked: [] });
    expect(await lastEventId(context)).toBe(COUNT);
  });

  test("leaves out and tells what another writer changed between check and undo", async () => {
    const context = await longJob();
    const onProgress = async (_done: number, total: number | undefined) => {
      const isFirst = total === COUNT && (await claimOf(context, 5)).status === "conflicted";
      if (isFirst) await archiveClaims(context, [5], ANA);
    };

    const { undoEventIds, blocked: left } = await undoJob(context, 1, { onProgress });

    expect([undoEventIds.length, left]).toEqual([COUNT - 1, [{ claimId: 5, eventIds: [COUNT + 201] }]]);
  });
});
