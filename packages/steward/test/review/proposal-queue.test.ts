import { createProposalFold } from "@memorymaster/core";
import type { MemoryEvent } from "@memorymaster/core";
import { fileProposal, recordEvents } from "@memorymaster/core/jobs";
import { describe, expect, it } from "vitest";

import { stewardWorld, STORE_KINDS } from "../support/steward-world.ts";
import type { StewardWorld } from "../support/steward-world.ts";
import { unlike } from "./unlike.ts";

const pending = async ({ memory }: StewardWorld, limit = 1000): Promise<readonly number[]> =>
  (await memory.governance.proposals({ limit })).items.map(({ eventId }) => eventId);

async function allEvents({ store }: StewardWorld): Promise<readonly MemoryEvent[]> {
  const events: MemoryEvent[] = [];
  for (;;) {
    const page = await store.events.scan(events.at(-1)?.id ?? 0, 1000);
    events.push(...page.map(({ event }) => event));
    if (page.length < 1000) return events;
  }
}

async function corrected(world: StewardWorld, text = "CI runs on Jenkins") {
  const old = await world.ingest({ text });
  const replacement = await world.ingest({ text: `${text} no more`, supersedes: old.id });
  return { old, replacement };
}

describe.each(STORE_KINDS)("the queue of proposals (%s)", (kind) => {
  it("F5, S17: the oldest one survives thousands of unrelated events, and the table is what the events tell", async () => {
    const world = await stewardWorld(kind);
    const { old } = await corrected(world);
    const [first] = await pending(world);
    for (let batch = 0; batch < 11; batch += 1) {
      const events = Array.from({ length: 200 }, () => ({
        claimId: old.id,
        eventType: "policy_decision" as const,
        details: "mutable_state:forced_high_volatility",
        payload: { source: "test" },
        createdAt: old.createdAt,
      }));
      await world.store.transaction(() => recordEvents(world.store, events));
    }

    expect(await pending(world)).toEqual([first]);
    const fold = createProposalFold();
    for (const event of await allEvents(world)) fold.add(event);
    expect(fold.open()).toEqual(await world.store.proposals.listAll());
  });

  it("G25: of 300 pending ones each can be reached", async () => {
    const world = await stewardWorld(kind);
    for (let number = 1; number <= 300; number += 1) {
      const target = await world.ingest({ text: unlike(number) });
      const draft = { target, kind: "stale", source: "test", reasons: [], priority: 0.5 } as const;
      await world.store.transaction(() => fileProposal(world.context, world.job().viewer, draft));
    }

    expect(new Set(await pending(world)).size).toBe(300);
    const oldest = await world.memory.governance.resolve({ action: "reject", claim: 1, actor: "ana" });
    expect(oldest).toMatchObject({ resolved: true, claimId: 1 });
  });

  it("F3, L8: an approval that cannot be applied stays pending and works when it is tried again", async () => {
    const world = await stewardWorld(kind);
    const { old, replacement } = await corrected(world);
    await world.memory.claims.pin(old.id, true);
    const [proposalEventId] = await pending(world);
    const approve = async () => world.memory.governance.resolve({ action: "approve", proposalEventId, actor: "ana" });

    expect(await approve()).toMatchObject({ resolved: false, status: "apply_failed", applied: false });
    expect(await pending(world)).toEqual([proposalEventId]);
    expect(await approve()).toMatchObject({ resolved: true, status: "approved", applied: true });
    expect(await world.claim(old.id)).toMatchObject({ status: "superseded", replacedByClaimId: replacement.id });
  });

  it("F6, G24: several corrections of one claim are one question, and a rejection lets the next one be asked", async () => {
    const world = await stewardWorld(kind);
    const { old } = await corrected(world);
    await world.ingest({ text: "Builds happen in Buildkite", supersedes: old.id });
    const open = await pending(world);

    expect(open).toHaveLength(1);
    await world.memory.governance.resolve({ action: "reject", claim: old.id, actor: "ana" });
    await world.ingest({ text: "Builds happen on Tekton", supersedes: old.id });
    expect(await pending(world)).toHaveLength(1);
    expect(await pending(world)).not.toEqual(open);
  });

  it("F8, L26, G18: what became true by another way is settled without a write, and nothing archived comes back", async () => {
    const world = await stewardWorld(kind);
    const { old } = await corrected(world);
    const alive = await corrected(world, "Tests run on Linux");
    const [proposalEventId] = (await pending(world)).toReversed();
    await world.memory.claims.archive([old.id], { actor: "ana" });
    const before = (await allEvents(world)).length;

    const answer = await world.memory.governance.resolve({ action: "approve", proposalEventId, actor: "ana" });

    expect(answer).toMatchObject({ resolved: false, reason: "already_settled" });
    expect(await world.claim(old.id)).toMatchObject({ status: "archived" });
    expect(await allEvents(world)).toHaveLength(before);
    expect((await world.memory.governance.proposals()).items).toMatchObject([{ claimId: alive.old.id }]);
  });

  it("F9, L7: a correction of another agent's claim elsewhere is recorded, flagged, and leaves the claim alone", async () => {
    const world = await stewardWorld(kind);
    const target = await world.ingest({ text: "CI runs on Jenkins", scope: "global", sourceAgent: "one" });

    await world.ingest({ text: "Builds happen in Buildkite", sourceAgent: "two", supersedes: target.id });

    const { items } = await world.memory.governance.proposals();
    expect(items).toMatchObject([{ claimId: target.id, payload: { cross_identity: true, source: "direct-ingest" } }]);
    expect(await world.claim(target.id)).toEqual(target);
  });

  it("F10: only the claim that is to be replaced moves behind the others", async () => {
    const world = await stewardWorld(kind);
    for (const text of ["CI runs on Jenkins at night", "CI runs on Jenkins", "CI runs on Jenkins by day"]) {
      await world.ingest({ text });
    }
    const order = async (): Promise<readonly number[]> =>
      (await world.memory.recall.query({ queryText: "CI runs on Jenkins", scopes: ["project:shop"] })).rows.map(
        ({ claim }) => claim.id,
      );
    const before = await order();

    await world.ingest({ text: "Builds happen in Buildkite", supersedes: 2 });

    const after = (await order()).filter((id) => id <= 3);
    expect(after).toEqual([...before.filter((id) => id !== 2), 2]);
  });

  it("two resolutions at once: one wins, the other is told", async () => {
    const world = await stewardWorld(kind);
    const { old } = await corrected(world);
    const resolve = async (action: "approve" | "reject") =>
      world.memory.governance.resolve({ action, claim: old.id, actor: "ana" });

    const answers = await Promise.all([resolve("approve"), resolve("reject")]);

    expect(answers.filter(({ resolved }) => resolved)).toHaveLength(1);
    const [late] = answers.filter(({ resolved }) => !resolved);
    expect(late).toMatchObject({ reason: expect.stringMatching(/^already_(?:resolved|settled)$/) as string });
    expect(await pending(world)).toEqual([]);
  });
});
