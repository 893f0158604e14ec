import { describe, expect, it } from "vitest";

import { pinClaim } from "../../src/claims/pin-claim.ts";
import { StoreError } from "../../src/errors/errors.ts";
import { allClaims, change, eventsAfter, ingest } from "../ingest/ingest-steps.ts";
import { everything, openContext, seed } from "../support/open-context.ts";
import { fileProposal } from "./file-proposal.ts";
import { audited, pending, refusal, resolve, statuses, withCorrection } from "./resolve-steps.ts";

const REASON = "steward_human_override:approve";

describe("approving another kind", () => {
  it("sets both claims of a conflict to conflicted", async () => {
    const context = openContext();
    await ingest(context, "Release freeze starts on 15 October");
    await ingest(context, "Release freeze starts on 16 October");

    const decision = await resolve(context, { claim: 1 });

    expect(decision).toMatchObject({ resolved: true, applied: true, claimId: 1 });
    expect(await statuses(context)).toEqual(["conflicted", "conflicted"]);
    expect(await eventsAfter(context, 3)).toMatchObject([
      { claimId: 1, eventType: "transition", details: REASON },
      { claimId: 2, eventType: "transition", details: REASON },
      { claimId: 1, eventType: "audit", payload: { applied_event_ids: [4, 5] } },
    ]);
  });

  it("leaves a claim that is conflicted already as it is", async () => {
    const context = openContext();
    await seed(context, { text: "alpha" }, { text: "beta" });
    await fileProposal(context, 1, { kind: "conflicted", candidate: 2 });
    await change(context, 2, { status: "conflicted" });

    await resolve(context, { claim: 1 });

    expect(await eventsAfter(context, 1)).toMatchObject([
      { claimId: 1, eventType: "transition" },
      { claimId: 1, eventType: "audit", payload: { applied_event_ids: [2] } },
    ]);
  });

  it("makes a confirmed claim stale, and takes back a person's word", async () => {
    const context = openContext();
    await seed(context, { text: "alpha" });
    await change(context, 1, { status: "confirmed", confirmedBy: "luis" });
    await fileProposal(context, 1, { kind: "stale" });

    await resolve(context, { claim: 1 });

    expect(await allClaims(context)).toMatchObject([{ status: "stale", confirmedBy: undefined }]);
    expect(await eventsAfter(context, 1)).toMatchObject([
      { eventType: "transition", payload: { before: { confirmed_by: "luis" } } },
      { eventType: "audit" },
    ]);
  });
});

describe("an approval that cannot be carried out", () => {
  it("leaves nothing but a note of the failure, and works when it is tried again", async () => {
    const context = await withCorrection();
    await pinClaim(context, 1, true);
    const before = await allClaims(context);

    const failed = await resolve(context, { proposalEventId: 3 });

    expect(failed).toMatchObject({ resolved: false, applied: false, status: "apply_failed", auditEventId: 5 });
    expect(failed).toHaveProperty("applyError", expect.stringContaining("(version 1, now 2); approve again"));
    expect(await allClaims(context)).toEqual(before);
    expect(await eventsAfter(context, 4)).toMatchObject([
      {
        claimId: 1,
        eventType: "audit",
        details: "steward_proposal_apply_failed",
        payload: { ...audited, applied: false, applied_event_ids: [], claim_version: 2 },
      },
    ]);
    expect(await pending(context)).toEqual([3]);

    expect(await resolve(context, { proposalEventId: 3 })).toMatchObject({ resolved: true, status: "approved" });
    expect([await statuses(context), await pending(context)]).toEqual([["superseded", "candidate"], []]);
  });

  it("fails again when the claim has changed once more since the failure", async () => {
    const context = await withCorrection();
    await pinClaim(context, 1, true);
    await resolve(context, { proposalEventId: 3 });
    await pinClaim(context, 1, false);

    const again = await resolve(context, { proposalEventId: 3 });

    expect(again).toMatchObject({ status: "apply_failed" });
    expect(again).toHaveProperty("applyError", expect.stringContaining("(version 2, now 3)"));
  });

  it("undoes the half that was done: the first claim of a pair whose second is gone", async () => {
    const context = openContext();
    await seed(context, { text: "alpha" }, { text: "beta" });
    await fileProposal(context, 1, { kind: "conflicted", candidate: 2 });
    await change(context, 2, { status: "archived" });

    const failed = await resolve(context, { claim: 1 });

    expect(failed).toMatchObject({ status: "apply_failed", applyError: "Claim 2: archived cannot become conflicted" });
    expect(await statuses(context)).toEqual(["candidate", "archived"]);
    expect(await eventsAfter(context, 1)).toMatchObject([{ details: "steward_proposal_apply_failed" }]);
  });

  it.each([["archived"], ["superseded"]] as const)("names a replacement that is %s by now", async (status) => {
    const context = await withCorrection();
    await change(context, 2, { status });

    const failed = await resolve(context, { proposalEventId: 3 });

    expect(failed).toMatchObject({ applyError: `Claim 2 cannot replace claim 1: it is ${status}` });
    expect(await resolve(context, { proposalEventId: 3, action: "reject" })).toMatchObject({ status: "rejected" });
  });

  it("is no answer when the store fails: nothing is written, and the caller may try again", async () => {
    const context = await withCorrection();
    const before = await everything(context);
    const busy = new StoreError("store.busy", "The database is locked", { retryable: true });
    const claims = { ...context.store.claims, update: () => Promise.reject(busy) };

    const failed = await refusal({ ...context, store: { ...context.store, claims } }, { proposalEventId: 3 });

    expect(failed).toMatchObject({ code: "store.busy" });
    expect(await everything(context)).toEqual(before);
  });
});
