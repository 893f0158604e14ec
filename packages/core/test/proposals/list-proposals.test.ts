import { describe, expect, it } from "vitest";

import type { MemoryContext } from "../../src/memory-types.ts";
import { listProposals } from "../../src/proposals/list-proposals.ts";
import { resolveProposal } from "../../src/proposals/resolve-proposal.ts";
import type { ListProposalsRequest, Proposal } from "../../src/proposals/types.ts";
import { allClaims, change, ingest } from "../ingest/ingest-steps.ts";
import { everything, openContext, seed } from "../support/open-context.ts";
import { fileProposal } from "./file-proposal.ts";

const list = async (context: MemoryContext, request?: ListProposalsRequest): Promise<readonly Proposal[]> =>
  (await listProposals(context, request)).items;

const standing = async (context: MemoryContext, request?: ListProposalsRequest): Promise<unknown[]> =>
  (await list(context, request)).map(({ eventId, status }) => [eventId, status]);

describe("the list of proposals", () => {
  it("says what a correction asks for, about which claims, and why", async () => {
    const context = openContext();
    await ingest(context, "CI runs on Jenkins");
    await ingest(context, { text: "Builds happen in Buildkite", supersedes: 1, confidence: 0.8 });

    const { items, hasMore } = await listProposals(context);

    const [jenkins, buildkite] = (await allClaims(context)).map((claim) => ({ ...claim, citations: [] }));
    expect(hasMore).toBe(false);
    expect(items).toEqual([
      {
        eventId: 3,
        claimId: 1,
        kind: "superseded_candidate",
        proposedStatus: "superseded",
        priority: 0.8,
        candidateClaimId: 2,
        reasons: [
          { code: "explicit_supersession_intent", detail: `${jenkins?.humanId ?? ""} ${buildkite?.humanId ?? ""}` },
        ],
        status: "pending",
        resolution: undefined,
        payload: expect.objectContaining({
          claim_version: 1,
          source: "direct-ingest",
          cross_identity: false,
        }) as unknown,
        createdAt: "2026-01-02T03:04:05+00:00",
        claim: jenkins,
        candidate: buildkite,
      },
    ]);
  });

  it("keeps a correction across scope and agent, flagged, with the target untouched", async () => {
    const context = openContext();
    await ingest(context, { text: "CI runs on Jenkins", scope: "global", sourceAgent: "ana" });
    const before = await allClaims(context);

    const corrected = await ingest(context, {
      text: "Builds happen in Buildkite",
      supersedes: 1,
      sourceAgent: "luis",
    });

    expect(corrected.proposalEventId).toBe(3);
    expect(await list(context)).toMatchObject([{ eventId: 3, claimId: 1, payload: { cross_identity: true } }]);
    expect((await allClaims(context)).slice(0, 1)).toEqual(before);
  });

  it("goes from the newest to the oldest, and says when there are more", async () => {
    const context = openContext();
    await seed(context, { text: "alpha" }, { text: "beta" });
    for (const kind of ["stale", "conflicted", "superseded_candidate"] as const)
      await fileProposal(context, 1, { kind });

    expect(await standing(context, { limit: 3 })).toEqual([
      [3, "pending"],
      [2, "pending"],
      [1, "pending"],
    ]);
    expect(await listProposals(context, { limit: 2 })).toMatchObject({
      items: [{ eventId: 3 }, { eventId: 2 }],
      hasMore: true,
    });
  });

  it.each([0, -1])("is empty for a limit of %d", async (limit) => {
    const context = openContext();
    await seed(context, { text: "alpha" });
    await fileProposal(context, 1, { kind: "stale" });

    expect(await listProposals(context, { limit, includeResolved: true })).toEqual({ items: [], hasMore: false });
  });

  it("still has the oldest pending one behind thousands of newer events and settled proposals", async () => {
    const context = openContext();
    await seed(context, { text: "alpha" }, { text: "beta" });
    await fileProposal(context, 1, { kind: "stale" });
    await change(context, 2, { status: "archived" });
    const settled = { claimId: 2, eventType: "policy_decision", details: "steward_proposal:stale" } as const;
    const at = "2026-01-02T03:04:05+00:00";
    await context.store.events.append(
      Array.from({ length: 1_500 }, () => ({ ...settled, payload: { claim_version: 1 }, createdAt: at }) as never),
    );

    expect(await standing(context, { limit: 1 })).toEqual([[1, "pending"]]);
    expect(await standing(context, { limit: 2, includeResolved: true })).toEqual([
      [1_501, "settled"],
      [1, "pending"],
    ]);
  });

  it("writes nothing", async () => {
    const context = openContext();
    await ingest(context, "CI runs on Jenkins");
    await ingest(context, { text: "Builds happen in Buildkite", supersedes: 1 });
    const before = await everything(context);

    await listProposals(context, { includeResolved: true });

    expect(await everything(context)).toEqual(before);
  });
});

describe("a proposal whose claim is where it wants it, or retired", () => {
  it.each([
    ["stale", "stale"],
    ["conflicted", "conflicted"],
    ["conflicted", "superseded"],
    ["superseded_candidate", "archived"],
  ] as const)("of the kind %s, the claim being %s, is settled and shown on request only", async (kind, status) => {
    const context = openContext();
    await seed(context, { text: "alpha" });
    await fileProposal(context, 1, { kind });

    await change(context, 1, { status });

    expect(await standing(context)).toEqual([]);
    expect(await standing(context, { includeResolved: true })).toEqual([[1, "settled"]]);
  });

  it("is pending again when the claim leaves that state", async () => {
    const context = openContext();
    await seed(context, { text: "alpha" });
    await fileProposal(context, 1, { kind: "stale" });
    await change(context, 1, { status: "stale" });

    await change(context, 1, { status: "confirmed" });

    expect(await standing(context)).toEqual([[1, "pending"]]);
  });
});

describe("resolved proposals", () => {
  async function withThree(): Promise<ReturnType<typeof openContext>> {
    const context = openContext();
    await seed(context, { text: "alpha" }, { text: "beta" });
    for (const kind of ["conflicted", "superseded_candidate", "stale"] as const)
      await fileProposal(context, 1, { kind });
    context.clock.advance(60_000);
    await resolveProposal(context, { action: "reject", proposalEventId: 1, actor: "ana" });
    await resolveProposal(context, { action: "approve", proposalEventId: 2, actor: "luis", apply: false });
    return context;
  }

  it("are listed on request, with who decided how and when", async () => {
    const context = await withThree();
    const at = "2026-01-02T03:05:05+00:00";
    const shared = { source: "human_override", applied: false, createdAt: at };

    expect(await standing(context)).toEqual([[3, "pending"]]);
    const all = await list(context, { includeResolved: true });
    expect(all.map(({ eventId, status, resolution }) => [eventId, status, resolution])).toMatchObject([
      [3, "pending", undefined],
      [2, "approved", { ...shared, eventId: 5, status: "approved", actor: "luis" }],
      [1, "rejected", { ...shared, eventId: 4, status: "rejected", actor: "ana" }],
    ]);
  });

  it("never push a pending one out", async () => {
    const context = await withThree();
    await fileProposal(context, 2, { kind: "stale" });
    await resolveProposal(context, { action: "reject", claim: 2, actor: "ana" });

    expect(await standing(context, { limit: 2, includeResolved: true })).toEqual([
      [6, "rejected"],
      [3, "pending"],
    ]);
  });

  it("are forgotten by the list 400 days after their end", async () => {
    const context = await withThree();
    const day = 86_400_000;

    context.clock.advance(400 * day);
    expect(await standing(context, { includeResolved: true })).toHaveLength(3);

    context.clock.advance(1_000);
    expect(await standing(context, { includeResolved: true })).toEqual([[3, "pending"]]);
  });

  it("are pending again once their resolution is undone", async () => {
    const context = await withThree();
    const payload = { undoes_event_id: 4, undone_type: "audit", actor: "ana", before: {}, restored: {} };
    const undo = { claimId: 1, eventType: "undo", payload, createdAt: "2026-01-02T03:05:05+00:00" } as const;
    await context.store.events.append([undo as never]);

    expect(await standing(context, { includeResolved: true })).toEqual([
      [3, "pending"],
      [2, "approved"],
      [1, "pending"],
    ]);
  });
});
