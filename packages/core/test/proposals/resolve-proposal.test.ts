import { describe, expect, it } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import { allClaims, change, eventsAfter, ingest } from "../ingest/ingest-steps.ts";
import { EVERYTHING, everything, openContext, seed } from "../support/open-context.ts";
import { fileProposal } from "./file-proposal.ts";
import { audited, pending, refusal, resolve, statuses, withCorrection } from "./resolve-steps.ts";

const REASON = "steward_human_override:approve";

describe("approving a correction", () => {
  it("replaces the claim, with the change and the decision in two events", async () => {
    const context = await withCorrection();
    context.clock.advance(60_000);

    const decision = await resolve(context, { proposalEventId: 3 });

    expect(decision).toEqual({
      resolved: true,
      action: "approve",
      proposalEventId: 3,
      claimId: 1,
      applied: true,
      applyError: undefined,
      status: "approved",
      auditEventId: 5,
    });
    expect(await allClaims(context)).toMatchObject([
      { id: 1, status: "superseded", replacedByClaimId: 2, validUntil: "2026-01-02T03:05:05+00:00" },
      { id: 2, status: "candidate", supersedesClaimId: 1 },
    ]);
    expect(await eventsAfter(context, 3)).toMatchObject([
      { claimId: 1, eventType: "supersession", details: REASON, payload: { replaced_by_claim_id: 2 } },
      {
        claimId: 1,
        eventType: "audit",
        details: "steward_proposal_approved",
        payload: { ...audited, applied: true, apply_error: null, applied_event_ids: [4] },
      },
    ]);
    expect(await pending(context)).toEqual([]);
  });

  it("changes nothing but the queue when it is not to be applied", async () => {
    const context = await withCorrection();
    const before = await allClaims(context);

    const decision = await resolve(context, { proposalEventId: 3, apply: false });

    expect(decision).toMatchObject({ resolved: true, applied: false, status: "approved", auditEventId: 4 });
    expect(await allClaims(context)).toEqual(before);
    expect(await eventsAfter(context, 3)).toMatchObject([
      { details: "steward_proposal_approved", payload: { apply_on_approve: false, applied: false } },
    ]);
    expect(await pending(context)).toEqual([]);
  });

  it("is refused by a claim of another scope, whose proposal stays open", async () => {
    const context = openContext();
    await ingest(context, { text: "CI runs on Jenkins", scope: "global" });
    await ingest(context, { text: "Builds happen in Buildkite", supersedes: 1 });

    const decision = await resolve(context, { proposalEventId: 3 });

    expect(decision).toMatchObject({
      resolved: false,
      status: "apply_failed",
      applyError: "Claim 2 cannot replace claim 1: scope, tenant, visibility or owner differ",
    });
    expect([await statuses(context), await pending(context)]).toEqual([["candidate", "candidate"], [3]]);
  });
});

describe("rejecting", () => {
  it("closes the proposal and leaves the claims", async () => {
    const context = await withCorrection();
    const before = await allClaims(context);

    const decision = await resolve(context, { action: "reject", proposalEventId: 3 });

    expect(decision).toMatchObject({ resolved: true, action: "reject", applied: false, status: "rejected" });
    expect(await allClaims(context)).toEqual(before);
    expect(await eventsAfter(context, 3)).toMatchObject([
      { eventType: "audit", details: "steward_proposal_rejected", payload: { ...audited, applied: false } },
    ]);
    expect(await pending(context)).toEqual([]);
  });
});

describe("a proposal that was decided before", () => {
  it.each([
    ["approved", { action: "approve" }],
    ["rejected", { action: "reject" }],
  ] as const)("is answered as %s, and nothing is written", async (status, request) => {
    const context = await withCorrection();
    await resolve(context, { ...request, proposalEventId: 3 });
    const before = await everything(context);

    const again = await resolve(context, { proposalEventId: 3, actor: "luis" });

    expect(again).toMatchObject({
      resolved: false,
      reason: "already_resolved",
      proposal: { eventId: 3, status, resolution: { actor: "ana" } },
    });
    expect(await everything(context)).toEqual(before);
  });

  it("is settled when its claim got there by another way", async () => {
    const context = await withCorrection();
    await change(context, 1, { status: "archived" });
    const before = await everything(context);

    for (const action of ["approve", "reject"] as const) {
      expect(await resolve(context, { action, proposalEventId: 3 })).toMatchObject({
        resolved: false,
        reason: "already_settled",
        proposal: { status: "settled", resolution: undefined },
      });
    }
    expect(await everything(context)).toEqual(before);
  });

  it("goes to one of two who decide at once", async () => {
    const context = await withCorrection();

    const results = await Promise.all([
      resolve(context, { proposalEventId: 3 }),
      resolve(context, { action: "reject", proposalEventId: 3, actor: "luis" }),
    ]);

    expect(results).toMatchObject([
      { resolved: true, status: "approved" },
      { resolved: false, reason: "already_resolved", proposal: { status: "approved" } },
    ]);
    expect(await eventsAfter(context, 3)).toHaveLength(2);
  });
});

describe("a proposal named by its claim", () => {
  it("is the newest pending one, else the newest", async () => {
    const context = openContext();
    await seed(context, { text: "alpha" });
    for (const kind of ["conflicted", "superseded_candidate", "stale"] as const)
      await fileProposal(context, 1, { kind });

    const answers = [];
    for (let round = 0; round < 4; round += 1)
      answers.push(await resolve(context, { action: "reject", claim: "mm-8ed3" }));

    expect(answers).toMatchObject([
      { proposalEventId: 3, resolved: true },
      { proposalEventId: 2, resolved: true },
      { proposalEventId: 1, resolved: true },
      { reason: "already_resolved", proposal: { eventId: 3 } },
    ]);
  });
});

describe("a proposal that is not there", () => {
  it.each([
    ["an event that is not there", { proposalEventId: 99 }, "proposal.not_found"],
    ["an event that files none", { proposalEventId: 1 }, "proposal.not_found"],
    ["a claim without any", { claim: 2 }, "proposal.not_found"],
    ["a claim that is not there", { claim: 99 }, "claim.not_found"],
    ["an id that is none", { proposalEventId: -1 }, "input.invalid"],
    ["no name", {}, "input.invalid"],
    ["two names", { claim: 1, proposalEventId: 3 }, "input.invalid"],
    ["another action", { proposalEventId: 3, action: "maybe" }, "input.invalid"],
    ["nobody", { proposalEventId: 3, actor: "  " }, "input.missing"],
  ])("%s is refused", async (_, request, code) => {
    const context = await withCorrection();
    const before = await everything(context);

    expect(await refusal(context, request)).toMatchObject({ code });
    expect(await everything(context)).toEqual(before);
  });

  it("is one about hidden claims, or about a claim outside of the scopes asked for", async () => {
    const context = openContext();
    await seed(context, { text: "alpha" }, { text: "beta", visibility: "private", sourceAgent: "ana" });
    await fileProposal(context, 1, { kind: "superseded_candidate", candidate: 2 });
    const luis = { ...context, authority: { ...LOCAL_OPERATOR, principal: "luis" } };
    const missing = { code: "proposal.not_found", details: {} };

    expect(await refusal(luis, { proposalEventId: 1 })).toEqual(missing);
    expect(await refusal(luis, { claim: 1 })).toEqual(missing);
    expect(await refusal(context, { proposalEventId: 1, scopes: ["user"] })).toEqual(missing);
    expect(await refusal(context, { claim: 1, scopes: ["user"] })).toMatchObject({ code: "claim.not_found" });
    expect(await context.store.events.history(1, 10)).toHaveLength(1);
  });

  it("is not asked for by whoever may not decide", async () => {
    const context = await withCorrection();
    const reader = { ...context, authority: { ...LOCAL_OPERATOR, role: "writer" as const } };

    expect(await refusal(reader, { proposalEventId: 3 })).toMatchObject({ code: "access.denied" });
    expect((await context.store.claims.getMany(EVERYTHING, [1], false))[0]?.status).toBe("candidate");
  });
});
