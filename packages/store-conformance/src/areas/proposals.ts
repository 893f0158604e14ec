import { foldProposals } from "@memorymaster/core";
import type { JsonObject, Memory, ProposalFilter, Store } from "@memorymaster/core";
import { expect } from "vitest";
import { append, AT, eventsOf, EVERYTHING, getOne, insertOne, insertTexts, OPERATOR, payloadOf } from "../records.ts";
import { failureCode, proposal } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { PROPOSALS } from "../requirements/proposals.ts";
import { anyProposalTests } from "./any-proposals.ts";

const ANA = { actor: "ana" };

const openIds = async (store: Store): Promise<readonly number[]> =>
  (await store.proposals.listAll()).map(({ eventId }) => eventId);

const decision = (proposalEventId: number, details: string, payload: JsonObject = {}) =>
  ({ eventType: "audit", claimId: 1, details, payload: { proposal_event_id: proposalEventId, ...payload } }) as const;

const undo = (undone: number, undoneType: "audit" | "undo") => {
  const empty = { before: {}, restored: {} };
  const payload = { undoes_event_id: undone, undone_type: undoneType, proposal_event_id: 1, ...ANA, ...empty };
  return { eventType: "undo", claimId: 1, payload } as const;
};

const CI = { subject: "ci", predicate: "runs on" };

/** Two claims of one tuple with different objects: the second files proposal 2 about the first. */
async function conflict({ claims }: Memory): Promise<void> {
  await claims.ingest({ ...CI, text: "CI runs on Jenkins", objectValue: "Jenkins" });
  await claims.ingest({ ...CI, text: "CI runs on Buildkite", objectValue: "Buildkite" });
}

async function proposalEvent(store: Store): Promise<number> {
  const [open] = await store.proposals.listAll();
  return open?.eventId ?? 0;
}

const statuses = async (store: Store): Promise<readonly string[]> =>
  (await store.claims.getMany(EVERYTHING, [1, 2], false)).map(({ status }) => status);

export const proposalTests: AreaTests<typeof PROPOSALS> = {
  ...anyProposalTests,

  "proposals.filed": async ({ store }) => {
    await insertTexts(store, "target", "other");
    const unknown = {
      eventType: "policy_decision",
      claimId: 1,
      details: "noted",
      payload: { why: "because" },
    } as const;
    await append(store, proposal("conflicted", 1, { related_claim_id: 2 }), unknown, proposal("stale", 2));

    expect(await store.proposals.listAll()).toEqual([
      { eventId: 1, targetClaimId: 1, kind: "conflicted", candidateClaimId: 2, createdAt: AT },
      { eventId: 3, targetClaimId: 2, kind: "stale", candidateClaimId: undefined, createdAt: AT },
    ]);
    expect((await store.claims.stats(OPERATOR, undefined)).openProposals).toBe(2);
  },

  "proposals.open_about": async ({ store }) => {
    await insertTexts(store, "one", "two");
    await append(store, proposal("stale", 2), proposal("conflicted", 1, { related_claim_id: 2 }), proposal("stale", 1));
    const about = async (...ids: readonly number[]) =>
      (await store.proposals.listOpen(ids)).map(({ eventId }) => eventId);

    expect([await about(1), await about(2, 1), await about(99), await about()]).toEqual([[2, 3], [1, 2, 3], [], []]);
  },

  "proposals.list": async ({ store }) => {
    await insertTexts(store, "one", "two");
    await insertOne(store, { text: "three", scope: "user" });
    await append(store, proposal("stale", 1), proposal("stale", 2), proposal("stale", 3), proposal("stale", 1));
    await store.claims.update(2, 1, { status: "stale", updatedAt: AT });
    const listed = async (filter?: ProposalFilter, limit = 9) =>
      (await store.proposals.list(OPERATOR, limit, filter)).map(({ eventId }) => eventId);

    expect([await listed(), await listed({}, 2), await listed({ targetClaimId: 1 })]).toEqual([
      [4, 3, 2, 1],
      [4, 3],
      [4, 1],
    ]);
    expect([await listed({ scopes: ["user"] }), await listed({ scopes: [] })]).toEqual([[3], []]);
    expect([await listed({ settled: true }), await listed({ settled: false })]).toEqual([[2], [4, 3, 1]]);
  },

  "proposals.ended": async ({ store }) => {
    await insertTexts(store, "one");
    await append(store, proposal("stale", 1));
    const approved = { applied: true, apply_on_approve: true };
    const steps: readonly (readonly [Parameters<typeof append>[1], boolean])[] = [
      [decision(1, "steward_proposal_apply_failed", { applied: false }), true],
      [decision(1, "steward_proposal_approved", { applied: false, apply_on_approve: true }), true],
      [decision(1, "steward_proposal_approved", approved), false],
      [undo(4, "audit"), true],
      [undo(5, "undo"), false],
      [undo(6, "undo"), true],
      [decision(1, "steward_proposal_rejected"), false],
      [undo(8, "audit"), true],
      [decision(1, "steward_proposal_expired"), false],
    ];

    for (const [index, [step = {}, isOpen]] of steps.entries()) {
      await append(store, step);
      expect([index, await openIds(store)]).toEqual([index, isOpen ? [1] : []]);
    }
  },

  "proposals.replace_all": async ({ store }) => {
    await insertTexts(store, "one", "two");
    await append(store, proposal("stale", 1), proposal("stale", 2), proposal("conflicted", 1, { related_claim_id: 2 }));
    const [first, , third] = await store.proposals.listAll();
    const wanted = [first, third].flatMap((one) => (one === undefined ? [] : [{ ...one, createdAt: AT }]));

    await store.proposals.replaceAll(wanted);
    expect(await store.proposals.listAll()).toEqual(wanted);
    const broken = wanted.map((one) => ({ ...one, eventId: 99 }));
    expect(await failureCode(store.proposals.replaceAll(broken))).toBe("store.constraint");
    expect(await store.proposals.listAll()).toEqual(wanted);
    await store.proposals.replaceAll([]);

    expect(await store.proposals.listAll()).toEqual([]);
  },

  "proposals.derived": async ({ store, memory }) => {
    const { claims, governance } = memory();
    const steps: readonly (() => Promise<unknown>)[] = [
      () => conflict(memory()),
      () => claims.ingest({ text: "Release freeze starts on 15 October" }),
      () => claims.ingest({ text: "Release freeze starts on 16 October" }),
      () => claims.ingest({ text: "Release freeze starts in winter", supersedes: 3 }),
      async () => governance.resolve({ ...ANA, action: "reject", proposalEventId: await proposalEvent(store) }),
      async () => governance.undo((await eventsOf(store)).at(-1)?.id ?? 0, ANA),
      async () => governance.resolve({ ...ANA, action: "approve", proposalEventId: await proposalEvent(store) }),
    ];

    for (const step of steps) {
      await step();
      expect(await store.proposals.listAll()).toEqual(foldProposals(await eventsOf(store)));
    }
    expect(await openIds(store)).not.toEqual([]);
  },

  "proposals.approve": async ({ store, memory }) => {
    await conflict(memory());
    const filed = await proposalEvent(store);
    const known = (await eventsOf(store)).length;

    const result = await memory().governance.resolve({ ...ANA, action: "approve", proposalEventId: filed });

    expect(result).toMatchObject({ resolved: true, status: "approved", applied: true, proposalEventId: filed });
    expect([await statuses(store), await openIds(store)]).toEqual([["conflicted", "conflicted"], []]);
    const added = (await eventsOf(store)).slice(known);
    expect(added.map(({ eventType, claimId, toStatus }) => [eventType, claimId, toStatus])).toEqual([
      ["transition", 1, "conflicted"],
      ["transition", 2, "conflicted"],
      ["audit", 1, undefined],
    ]);
    expect(payloadOf(added[2])).toMatchObject({
      proposal_event_id: filed,
      applied: true,
      applied_event_ids: [known + 1, known + 2],
      ...ANA,
    });
  },

  "proposals.reject": async ({ store, memory }) => {
    await conflict(memory());
    const known = (await eventsOf(store)).length;

    const result = await memory().governance.resolve({ ...ANA, action: "reject", claim: 1 });

    expect(result).toMatchObject({ resolved: true, status: "rejected", applied: false });
    expect([await statuses(store), await openIds(store)]).toEqual([["candidate", "candidate"], []]);
    expect((await eventsOf(store)).slice(known).map(({ details }) => details)).toEqual(["steward_proposal_rejected"]);
  },

  "proposals.changed_target": async ({ store, memory }) => {
    await conflict(memory());
    await memory().claims.pin(1, true);
    const approve = () => memory().governance.resolve({ ...ANA, action: "approve", claim: 1 });
    const before = await openIds(store);

    const failed = await approve();

    expect(failed).toMatchObject({ resolved: false, status: "apply_failed", applied: false });
    expect([await statuses(store), await openIds(store)]).toEqual([["candidate", "candidate"], before]);
    expect((await eventsOf(store)).at(-1)).toMatchObject({ details: "steward_proposal_apply_failed" });
    expect(await approve()).toMatchObject({ resolved: true, status: "approved", applied: true });
    expect([await statuses(store), await openIds(store)]).toEqual([["conflicted", "conflicted"], []]);
  },

  "proposals.twice": async ({ store, memory }) => {
    await conflict(memory());
    const filed = await proposalEvent(store);
    await memory().governance.resolve({ ...ANA, action: "approve", proposalEventId: filed });
    const before = await eventsOf(store);

    for (const action of ["approve", "reject"] as const) {
      const again = await memory().governance.resolve({ ...ANA, action, proposalEventId: filed });
      expect(again).toMatchObject({ resolved: false, reason: "already_resolved" });
    }
    expect(await eventsOf(store)).toEqual(before);
    expect(await failureCode(memory().governance.resolve({ ...ANA, action: "reject", proposalEventId: 1 }))).toBe(
      "proposal.not_found",
    );
  },

  "proposals.settled": async ({ store, memory }) => {
    await conflict(memory());
    const filed = await proposalEvent(store);
    await memory().claims.archive([1], ANA);

    const result = await memory().governance.resolve({ ...ANA, action: "approve", proposalEventId: filed });

    expect(result).toMatchObject({ resolved: false, reason: "already_settled" });
    expect(await statuses(store)).toEqual(["archived", "candidate"]);
    expect((await memory().governance.proposals()).items).toEqual([]);
  },

  "proposals.one_per_target": async ({ store, memory }) => {
    const { claims } = memory();
    await claims.ingest({ text: "CI runs on Jenkins" });
    const texts = ["Builds happen elsewhere", "Builds are made by hand", "Nobody builds"];

    const answers = [];
    for (const text of texts) answers.push((await claims.ingest({ text, supersedes: 1 })).warnings);

    expect(answers).toEqual([["supersession_queued"], ["supersession_already_open"], ["supersession_already_open"]]);
    expect(await store.proposals.listAll()).toMatchObject([{ targetClaimId: 1, kind: "superseded_candidate" }]);
  },

  "proposals.cross_identity": async ({ store, memory }) => {
    await memory().claims.ingest({ text: "CI runs on Jenkins", scope: "global", sourceAgent: "ana" });
    const before = await getOne(store, 1);

    const correcting = memory().claims.ingest({ text: "Builds happen elsewhere", supersedes: 1, sourceAgent: "luis" });

    expect((await correcting).warnings).toEqual(["supersession_queued"]);
    expect(await getOne(store, 1)).toEqual(before);
    const filed = (await eventsOf(store)).filter(({ eventType }) => eventType === "policy_decision");
    expect(filed.map((event) => payloadOf(event))).toMatchObject([{ cross_identity: true, replaced_by_claim_id: 2 }]);
    expect(await failureCode(memory().claims.ingest({ text: "Nobody builds", supersedes: 99 }))).toBe(
      "claim.not_found",
    );
  },
};
