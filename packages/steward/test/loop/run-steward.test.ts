import { describe, expect, it } from "vitest";

import { STORE_KINDS } from "../support/steward-world.ts";
import { budgetOf, cyclesOf, decisionsOf, loopWorld, LOST } from "./loop-steps.ts";

describe.each(STORE_KINDS)("the steward loop (%s)", (kind) => {
  it("previews by default: asks a person, and changes no claim", async () => {
    const world = await loopWorld(kind);
    const fine = await world.confirmed({ text: "The shop opens at nine." });
    const lost = await world.confirmed(LOST);

    const report = await world.run();

    expect(decisionsOf(report)).toMatchObject([
      { claim_id: fine.id, decision: "keep", applied: false },
      { claim_id: lost.id, decision: "stale", proposed_status: "stale", applied: false, apply_error: null },
    ]);
    expect(await world.claim(lost.id)).toEqual(lost);
    const { items } = await world.memory.governance.proposals();
    expect(items).toMatchObject([{ claimId: lost.id, kind: "stale", proposedStatus: "stale", status: "pending" }]);
    expect(items[0]?.payload).toMatchObject({
      source: "steward",
      proposal_type: "review_queue_item",
      apply_requested: false,
      claim_version: lost.version,
      run_id: report["run_id"],
    });
    expect(report).toMatchObject({ delta: { claim_count_delta: 0, status_count_delta: { confirmed: 0 } } });
  });

  it("holds no words of claims, citations or files in its events", async () => {
    const world = await loopWorld(kind);
    const lost = await world.confirmed(LOST);

    await world.run({ apply: true });

    const written = JSON.stringify((await world.events(lost.id)).slice(2));
    expect(written).toContain("steward_apply:stale");
    expect(written).not.toMatch(/gone\.md|workers|shop/);
  });

  it("applies when told to, approves its own proposal, and an undo takes both back", async () => {
    const world = await loopWorld(kind);
    const lost = await world.confirmed(LOST);

    const report = await world.run({ apply: true });

    expect(decisionsOf(report)).toMatchObject([{ decision: "stale", applied: true, apply_error: null }]);
    expect(await world.claim(lost.id)).toMatchObject({ status: "stale" });
    const { items } = await world.memory.governance.proposals({ includeResolved: true });
    expect(items).toMatchObject([{ status: "approved", resolution: { source: "steward", applied: true } }]);
    const audit = items[0]?.resolution?.eventId ?? 0;
    await world.memory.governance.undo(audit, { actor: "ana", reason: "not so" });
    expect(await world.claim(lost.id)).toMatchObject({ status: "confirmed" });
    expect((await world.memory.governance.proposals()).items).toMatchObject([{ status: "pending" }]);
  });

  it("respects an undo: the same step is not taken again", async () => {
    const world = await loopWorld(kind);
    const lost = await world.confirmed(LOST);
    await world.run({ apply: true });
    const [proposal] = (await world.memory.governance.proposals({ includeResolved: true })).items;
    await world.memory.governance.undo(proposal?.resolution?.eventId ?? 0, { actor: "ana", reason: "not so" });

    const report = await world.run({ apply: true });

    expect(decisionsOf(report)).toMatchObject([{ decision: "stale", applied: false, apply_error: "held" }]);
    expect(await world.claim(lost.id)).toMatchObject({ status: "confirmed" });
  });

  it("lets the newer confirmed claim replace a stale one of its tuple, and does not count it twice", async () => {
    const world = await loopWorld(kind);
    const tuple = { subject: "shop", predicate: "opens" };
    const old = await world.confirmed({ text: "The shop opens at eight", ...tuple, objectValue: "at eight" });
    await world.memory.claims.transition(old.id, "stale");
    world.wait(1);
    const now = await world.confirmed({ text: "The shop opens at nine", ...tuple, objectValue: "at nine" });
    for (const { eventId } of (await world.memory.governance.proposals()).items) {
      await world.memory.governance.resolve({ action: "reject", proposalEventId: eventId, actor: "ana" });
    }

    const report = await world.run({ apply: true });

    expect(decisionsOf(report)).toMatchObject([
      { claim_id: old.id, decision: "superseded_candidate", replaced_by_claim_id: now.id, applied: true },
      { claim_id: now.id, decision: "keep" },
    ]);
    expect(await world.claim(old.id)).toMatchObject({ status: "superseded", replacedByClaimId: now.id });
  });

  it("asks once: what is open is not asked again, what was rejected rests for 30 days", async () => {
    const world = await loopWorld(kind);
    await world.confirmed(LOST);
    const emitted = async (): Promise<unknown> => {
      const { proposals_emitted: asked, proposals_deduped: deduped } = budgetOf(await world.run());
      return { asked, deduped };
    };

    expect(await emitted()).toEqual({ asked: 1, deduped: 0 });
    expect(await emitted()).toEqual({ asked: 0, deduped: 1 });
    const [{ eventId } = { eventId: 0 }] = (await world.memory.governance.proposals()).items;
    await world.memory.governance.resolve({ action: "reject", proposalEventId: eventId, actor: "ana" });
    world.wait(29);
    expect(await emitted()).toEqual({ asked: 0, deduped: 1 });
    world.wait(2);
    expect(await emitted()).toEqual({ asked: 1, deduped: 0 });
  });

  it("asks anew about a claim that has changed since the rejection", async () => {
    const world = await loopWorld(kind);
    const lost = await world.confirmed(LOST);
    await world.run();
    const [{ eventId } = { eventId: 0 }] = (await world.memory.governance.proposals()).items;
    await world.memory.governance.resolve({ action: "reject", proposalEventId: eventId, actor: "ana" });
    await world.memory.claims.pin(lost.id, true);

    expect(budgetOf(await world.run())).toMatchObject({ proposals_emitted: 1, proposals_deduped: 0 });
  });

  it("does not apply what a person has rejected", async () => {
    const world = await loopWorld(kind);
    const lost = await world.confirmed(LOST);
    await world.run();
    const [{ eventId } = { eventId: 0 }] = (await world.memory.governance.proposals()).items;
    await world.memory.governance.resolve({ action: "reject", proposalEventId: eventId, actor: "ana" });

    const report = await world.run({ apply: true });

    expect(decisionsOf(report)).toMatchObject([{ applied: false, apply_error: "not_asked_again" }]);
    expect(await world.claim(lost.id)).toMatchObject({ status: "confirmed" });
  });

  it("changes neither pinned claims nor those that a person has confirmed", async () => {
    const world = await loopWorld(kind);
    const pinned = await world.confirmed(LOST);
    await world.memory.claims.pin(pinned.id, true);
    const { id } = await world.ingest({ ...LOST, text: "Orders are kept for ten years" });
    await world.memory.claims.confirm([id], { actor: "ana" });

    const report = await world.run({ apply: true });

    expect(decisionsOf(report)).toMatchObject([
      { claim_id: pinned.id, decision: "stale", applied: false, apply_error: "pinned" },
      { claim_id: id, decision: "stale", applied: false, apply_error: "person_confirmed" },
    ]);
    expect(await world.claim(pinned.id)).toMatchObject({ status: "confirmed" });
    expect(await world.claim(id)).toMatchObject({ status: "confirmed", confirmedBy: "ana" });
    expect((await world.memory.governance.proposals()).items).toHaveLength(2);
  });

  it("stops at the limit of proposals and says so; what is over it is not applied either", async () => {
    const world = await loopWorld(kind);
    for (const number of ["one", "two", "three"]) await world.confirmed({ ...LOST, text: `Worker ${number} prints` });

    const report = await world.run({ maxProposals: 1, apply: true });

    expect(budgetOf(report)).toMatchObject({
      proposals_emitted: 1,
      proposals_suppressed: 2,
      applied_changes: 1,
      guardrails: { max_proposals_reached: true, guardrail_events: [{ guardrail: "max_proposals", hits: 2 }] },
    });
    const codes = decisionsOf(report).map(({ reasons }) => reasons.map(({ code }) => code).at(-1));
    expect(codes.filter((code) => code === "budget.max_proposals_reached")).toHaveLength(2);
  });

  it("G8: every claim has its turn when there are more than one cycle takes", async () => {
    const world = await loopWorld(kind);
    for (const number of [1, 2, 3, 4, 5]) await world.confirmed({ text: `The shop has rule number ${number}` });

    const report = await world.run({ maxClaims: 2, maxCycles: 3 });

    const seen = cyclesOf(report).map(({ decisions }) => decisions.map(({ claim_id: id }) => id));
    expect(new Set(seen.flat()).size).toBe(5);
    expect(cyclesOf(report)[0]?.budget).toMatchObject({ claims_scanned: 2, guardrails: { max_claims_reached: true } });
  });

  it("returns a report of zeros for a store without claims", async () => {
    const world = await loopWorld(kind);

    const report = await world.run();

    expect(report).toMatchObject({ cycles_completed: 1, before: { claim_count: 0, pinned_count: 0 } });
    expect(decisionsOf(report)).toEqual([]);
  });
});
