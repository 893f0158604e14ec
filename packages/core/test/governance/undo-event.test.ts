import { describe, expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { pinClaim } from "../../src/claims/pin-claim.ts";
import { transitionClaim } from "../../src/claims/transition.ts";
import { archiveClaims } from "../../src/governance/archive-claims.ts";
import { confirmClaims } from "../../src/governance/confirm-claims.ts";
import { undoEvent } from "../../src/governance/undo-event.ts";
import { ingestClaim } from "../../src/ingest/ingest-claim.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import { resolveProposal } from "../../src/proposals/resolve-proposal.ts";
import { EVERYTHING, openContext, seed, seedOne } from "../support/open-context.ts";
import type { TestContext } from "../support/open-context.ts";
import { claimOf, lastEvent, lastEventId, refusal, undo, sealingContext } from "./undo-steps.ts";
import { visibleState } from "./visible-state.ts";

const ANA = { actor: "ana" } as const;
const CI = { subject: "ci", predicate: "runs on" } as const;
const JENKINS = { ...CI, text: "CI runs on Jenkins", humanId: "mm-0001" } as const;
const BUILDKITE = { ...CI, text: "CI runs on Buildkite", humanId: "mm-0002" } as const;
const TRAVIS = { ...CI, text: "CI runs on Travis", humanId: "mm-0003" } as const;

async function withClaims(): Promise<TestContext> {
  const context = sealingContext();
  await seed(context, JENKINS, BUILDKITE, TRAVIS);
  context.clock.advance(3_600_000);
  return context;
}

const replace = (context: MemoryContext, old: number, replacedBy: number) =>
  transitionClaim(context, old, { to: "superseded", replacedBy });

describe("the event of an undo", () => {
  test("tells what was undone, who did it, and the values before and after", async () => {
    const context = await withClaims();
    await confirmClaims(context, [1], ANA);
    context.clock.advance(60_000);

    const result = await undo(context, 1);

    const values = { confidence: 0.5, confirmed_by: null, last_validated_at: null };
    expect(result).toEqual({
      undoEventIds: [2],
      restored: [{ claimId: 1, fromStatus: "confirmed", toStatus: "candidate", fields: values }],
      blocked: [],
    });
    expect(await lastEvent(context, 1)).toMatchObject({
      id: 2,
      eventType: "undo",
      fromStatus: "confirmed",
      toStatus: "candidate",
      details: "a mistake",
      undoesEventId: 1,
      payload: {
        undoes_event_id: 1,
        undone_type: "confirm",
        actor: "ana",
        before: { confidence: 0.9, confirmed_by: "ana", last_validated_at: "2026-01-02T04:04:05+00:00" },
        restored: values,
      },
    });
  });

  test("of evidence that was added keeps its words beside the payload, where they can be erased", async () => {
    const context = await withClaims();
    await ingestClaim(context, { text: JENKINS.text, citations: [{ source: "docs/b.md", excerpt: "on Jenkins" }] });

    await undo(context, await lastEventId(context));

    const [entry] = await context.store.events.history(1, 1);
    expect(entry?.event.payloadJson).not.toContain("Jenkins");
    expect(JSON.parse(entry?.content?.content ?? "{}")).toMatchObject({
      citation: { source: "docs/b.md", excerpt: "on Jenkins", claim_id: 1 },
    });
  });

  test("of a decision names the undo events of what the decision did; the last one stands for all", async () => {
    const context = await withClaims();
    await ingestClaim(context, { text: "Builds run on Drone", supersedes: 1 });
    const lastId = await lastEventId(context);
    await resolveProposal(context, { ...ANA, action: "approve", claim: 1 });

    const result = await undo(context, lastId + 2);

    expect(result.undoEventIds).toEqual([lastId + 3, lastId + 4]);
    expect(result.restored).toMatchObject([
      { claimId: 1, fromStatus: "superseded", toStatus: "candidate" },
      { claimId: 1, fromStatus: "candidate", toStatus: "candidate", fields: { proposal: "open" } },
    ]);
    expect(await lastEvent(context, 1)).toMatchObject({
      payload: { undoes_event_id: lastId + 2, undone_type: "audit", applied_event_ids: [lastId + 3] },
    });
  });

  test("is not written on a dry run, which answers the same", async () => {
    const context = await withClaims();
    await archiveClaims(context, [1], ANA);
    const before = await visibleState(context.store);

    const rehearsed = await undoEvent(context, 1, { ...ANA, dryRun: true });

    expect([await visibleState(context.store), await lastEventId(context)]).toEqual([before, 1]);
    expect({ ...(await undo(context, 1)), undoEventIds: [] }).toEqual(rehearsed);
  });
});

describe("long stories", () => {
  test.each(["undo", "re-ingest"])(
    "Jenkins, then Buildkite, then Jenkins again ends with Jenkins live: by %s",
    async (by) => {
      const context = openContext();
      await ingestClaim(context, { text: JENKINS.text });
      await ingestClaim(context, { text: BUILDKITE.text });
      await replace(context, 1, 2);
      context.clock.advance(86_400_000);

      if (by === "undo") await undo(context, await lastEventId(context));
      const again = await ingestClaim(context, { text: JENKINS.text });

      expect(again).toMatchObject({
        deduplicated: by === "undo",
        claim: { id: by === "undo" ? 1 : 3, status: "candidate" },
      });
      const filter = { statuses: ["candidate"], validAt: "2026-01-03T03:04:05+00:00" } as const;
      const found = await context.store.search.candidates(EVERYTHING, { terms: ["jenkin"], filter, limit: 10 });
      expect(found.map(({ id }) => id)).toEqual([again.claim.id]);
    },
  );

  test("confirmed, archived, brought back, taken back and archived again leaves each step open", async () => {
    const context = await withClaims();
    await confirmClaims(context, [1], ANA);
    await archiveClaims(context, [1], ANA);
    await undo(context, 2);
    await undo(context, 1);
    const steps: (string | undefined)[] = [];

    for (const eventId of [4, 5, 6, 3, 8]) {
      await undo(context, eventId);
      const { status, confirmedBy } = await claimOf(context, 1);
      steps.push(`${status} ${confirmedBy ?? ""}`);
    }

    expect(steps).toEqual(["confirmed ana", "candidate ", "confirmed ana", "archived ", "confirmed ana"]);
    expect(await refusal(context, 2)).toMatchObject({
      message: expect.stringContaining("event 3 has undone it") as unknown,
    });
  });

  test("a replaced claim comes back although its replacement replaced another one meanwhile", async () => {
    const context = await withClaims();
    await replace(context, 1, 2);
    await replace(context, 3, 2);

    await undo(context, 1);
    await undo(context, 2);

    expect(await context.store.links.listOf(2, undefined)).toEqual([]);
    expect([await claimOf(context, 1), await claimOf(context, 2), await claimOf(context, 3)]).toMatchObject([
      { status: "candidate", replacedByClaimId: undefined, validUntil: undefined },
      { supersedesClaimId: undefined },
      { status: "candidate", replacedByClaimId: undefined, validUntil: undefined },
    ]);
  });

  test("a supersession is done again although its replacement points at another claim by now: by a link", async () => {
    const context = await withClaims();
    await replace(context, 1, 2);
    await undo(context, 1);
    await replace(context, 3, 2);

    await undo(context, 2);

    expect(await claimOf(context, 1)).toMatchObject({ status: "superseded", replacedByClaimId: 2 });
    expect(await claimOf(context, 2)).toMatchObject({ supersedesClaimId: 3 });
    expect(await context.store.links.listOf(2, "supersedes")).toMatchObject([{ sourceId: 2, targetId: 1 }]);
    await undo(context, await lastEventId(context));
    expect([await claimOf(context, 1), await context.store.links.listOf(2, undefined)]).toMatchObject([
      { status: "candidate", replacedByClaimId: undefined },
      [],
    ]);
  });

  test("what a decision did and was undone by itself stays undone when the decision is", async () => {
    const context = await withClaims();
    await ingestClaim(context, { text: "Builds run on Drone", supersedes: 1 });
    const filed = await lastEventId(context);
    await resolveProposal(context, { ...ANA, action: "approve", claim: 1 });
    await undo(context, filed + 1);

    const result = await undo(context, filed + 2);

    expect(result.undoEventIds).toEqual([filed + 4]);
    expect(await context.store.proposals.listOpen([1])).toMatchObject([{ eventId: filed }]);
    await undo(context, filed + 4);
    expect([await context.store.proposals.listOpen([1]), await claimOf(context, 1)]).toMatchObject([
      [],
      { status: "candidate" },
    ]);
  });
});

describe("an event is not found", () => {
  test("when there is none, and just the same when its claim is hidden", async () => {
    const open = openContext();
    const context = { ...open, authority: { ...LOCAL_OPERATOR, principal: "luis" } };
    await seedOne(context, { visibility: "private", sourceAgent: "ana" });
    await pinClaim(open, 1, true);

    const [hidden, absent] = [await refusal(context, 1), await refusal(context, 2)];

    expect(hidden).toMatchObject({ code: "event.not_found", message: "Event 1 does not exist", details: { event: 1 } });
    expect(absent).toMatchObject({ code: "event.not_found", message: "Event 2 does not exist", details: { event: 2 } });
  });

  test.each([0, -1, 1.5, Number.NaN, 2 ** 60])("by %d, which is no id", async (eventId) => {
    await expect(undo(openContext(), eventId)).rejects.toMatchObject({
      code: "input.invalid",
      details: { field: "event" },
    });
  });
});

test("undoing needs the role", async () => {
  const reader = openContext({ authority: { ...LOCAL_OPERATOR, role: "writer" } });

  await expect(undo(reader, 1)).rejects.toMatchObject({ code: "access.denied" });
});
