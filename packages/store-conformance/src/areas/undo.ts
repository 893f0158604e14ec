import type { Memory, Store } from "@memorymaster/core";
import { expect } from "vitest";
import { storedState } from "../random-run/visible-state.ts";
import { append, AT, eventsOf, failure, failureCode, getOne, payloadOf } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { UNDO } from "../requirements/undo.ts";
import type { World } from "../world.ts";

const ANA = { actor: "ana" };
const CI = { subject: "ci", predicate: "runs on" };
const JENKINS = { ...CI, text: "CI runs on Jenkins", objectValue: "Jenkins" };
const BUILDKITE = { ...CI, text: "CI runs on Buildkite", objectValue: "Buildkite" };
const OTHER = { text: "Backups run at night", citations: [{ source: "docs/ops.md" }] };

type Change = (memory: Memory) => Promise<unknown>;

/** Changes to claims 1 (confirmed by a job), 2 (its rival) and 3; what leads to a change stands before it. */
const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  transition: [({ claims }) => claims.transition(3, "conflicted")],
  confirm: [({ claims }) => claims.confirm([3], ANA)],
  "confirm what a job confirmed": [({ claims }) => claims.confirm([1], ANA)],
  "confirm in place of another": [({ claims }) => claims.confirm([2], { ...ANA, supersede: true })],
  archive: [({ claims }) => claims.archive([1], ANA)],
  supersession: [({ claims }) => claims.transition(1, "superseded", { replacedBy: 3 })],
  "second supersession": [
    ({ claims }) => claims.transition(1, "superseded", { replacedBy: 3 }),
    ({ claims }) => claims.transition(2, "superseded", { replacedBy: 3 }),
  ],
  pin: [({ claims }) => claims.pin(3, true)],
  unpin: [({ claims }) => claims.pin(3, true), ({ claims }) => claims.pin(3, false)],
  link: [({ links }) => links.add(3, 1, "supports")],
  unlink: [({ links }) => links.add(3, 1, "supports"), ({ links }) => links.remove(3, 1)],
  revival: [({ claims }) => claims.archive([3], ANA), ({ claims }) => claims.ingest(OTHER)],
  citation: [({ claims }) => claims.ingest({ ...OTHER, citations: [{ source: "chat 7" }] })],
  approval: [({ governance }) => governance.resolve({ ...ANA, action: "approve", claim: 1 })],
  rejection: [({ governance }) => governance.resolve({ ...ANA, action: "reject", claim: 1 })],
  redaction: [({ claims }) => claims.redact(3, { ...ANA, mode: "redact" })],
};

async function fill({ claims }: Memory): Promise<void> {
  await claims.ingest(JENKINS);
  await claims.transition(1, "confirmed");
  // Files a proposal on the first: another object for the same subject and predicate.
  await claims.ingest(BUILDKITE);
  await claims.ingest(OTHER);
}

/** Pins claims as one job. */
async function jobPins(store: Store, ...ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const { version, updatedAt } = await getOne(store, id);
    await store.claims.update(id, version, { pinned: true, updatedAt });
    await append(store, { eventType: "pin", claimId: id, payload: { run_id: "run-1", before: { pinned: false } } });
  }
}

const newestEvent = async (world: World): Promise<number> => (await eventsOf(world.store)).at(-1)?.id ?? 0;

/** What is stored but for events and the counters of change. */
async function standing(world: World): Promise<unknown> {
  const { tables, proposals, index } = await storedState(world);
  const claims = tables.claims?.map((row) => ({ ...row, version: 0, updated_at: "" }));
  return { claims, citations: tables.citations, links: tables.claim_links, proposals, index };
}

export const undoTests: AreaTests<typeof UNDO> = {
  "undo.each_kind": async ({ another }) => {
    for (const [name, steps] of Object.entries(CHANGES)) {
      await using world = await another();
      const memory = world.memory();
      await fill(memory);
      for (const step of steps.slice(0, -1)) await step(memory);
      const before = await standing(world);
      world.clock.advance(60_000);
      await steps.at(-1)?.(memory);
      const after = await standing(world);

      await memory.governance.undo(await newestEvent(world), ANA);
      expect([name, await standing(world)]).toEqual([name, before]);
      await memory.governance.undo(await newestEvent(world), ANA);

      expect([name, await standing(world)]).toEqual([name, after]);
      expect([name, after]).not.toEqual([name, before]);
      expect((await memory.events.verify()).valid).toBe(true);
    }
  },

  "undo.appends": async (world) => {
    const memory = world.memory();
    await fill(memory);
    await memory.claims.transition(3, "conflicted", { reason: "unsure" });
    const before = await eventsOf(world.store);

    const { undoEventIds, restored } = await memory.governance.undo(before.at(-1)?.id ?? 0, { ...ANA, reason: "sure" });

    const events = await eventsOf(world.store);
    expect(events.slice(0, -1)).toEqual(before);
    const event = events.at(-1);
    expect(undoEventIds).toEqual([event?.id]);
    expect(restored).toMatchObject([{ claimId: 3, fromStatus: "conflicted", toStatus: "candidate" }]);
    expect(event).toMatchObject({ eventType: "undo", claimId: 3, details: "sure", undoesEventId: before.at(-1)?.id });
    expect(payloadOf(event)).toMatchObject({ undoes_event_id: before.at(-1)?.id, undone_type: "transition", ...ANA });
  },

  "undo.blocked": async (world) => {
    const memory = world.memory();
    await fill(memory);
    await memory.claims.transition(3, "confirmed");
    const first = await newestEvent(world);
    await memory.claims.transition(3, "stale");
    const second = await newestEvent(world);
    const before = await storedState(world);

    const refused = await failure(memory.governance.undo(first, ANA));

    expect(refused).toMatchObject({ name: "ConflictError", code: "undo.blocked" });
    expect(refused.details).toMatchObject({ event_id: first, blocked: [{ claim_id: 3, event_ids: [second] }] });
    expect(await storedState(world)).toEqual(before);
    await memory.governance.undo(second, ANA);
    await memory.governance.undo(first, ANA);
    expect((await getOne(world.store, 3)).status).toBe("candidate");
  },

  "undo.undone": async (world) => {
    const memory = world.memory();
    await fill(memory);
    await memory.claims.pin(3, true);
    const pinned = await newestEvent(world);
    await memory.governance.undo(pinned, ANA);
    const undo = await newestEvent(world);

    const refused = await failure(memory.governance.undo(pinned, ANA));

    expect([refused.code, refused.details]).toMatchObject(["undo.blocked", { blocked: [{ event_ids: [undo] }] }]);
    expect(await failureCode(memory.governance.undo(99, ANA))).toBe("event.not_found");
  },

  "undo.never": async (world) => {
    const memory = world.memory();
    await fill(memory);
    await memory.claims.redact(3, { ...ANA, mode: "erase" });
    await append(world.store, { eventType: "confidence", claimId: 1, details: "worked out" }, { claimId: 1 });
    const before = await storedState(world);
    const kinds = ["ingest", "policy_decision", "audit", "confidence", "system"];

    for (const event of await eventsOf(world.store)) {
      if (!kinds.includes(event.eventType)) continue;
      const code = await failureCode(memory.governance.undo(event.id, ANA));
      expect([event.eventType, code]).toEqual([event.eventType, "undo.blocked"]);
    }
    expect(new Set((await eventsOf(world.store)).map(({ eventType }) => eventType))).toEqual(
      new Set([...kinds, "transition"]),
    );
    expect(await storedState(world)).toEqual(before);
  },

  "undo.rehearsed": async (world) => {
    const memory = world.memory();
    await fill(memory);
    await memory.claims.archive([1], ANA);
    const archived = await newestEvent(world);
    const before = await storedState(world);

    const rehearsed = await memory.governance.undo(archived, { ...ANA, dryRun: true });
    expect(await storedState(world)).toEqual(before);
    const done = await memory.governance.undo(archived, ANA);

    expect([rehearsed.undoEventIds, done.undoEventIds]).toEqual([[], [await newestEvent(world)]]);
    expect(rehearsed.restored).toEqual(done.restored);
    expect(done.restored).toMatchObject([{ claimId: 1, fromStatus: "archived", toStatus: "confirmed" }]);
  },

  "undo.taken_tuple": async (world) => {
    const memory = world.memory();
    await fill(memory);
    await memory.claims.transition(1, "stale");
    const stale = await newestEvent(world);
    await memory.claims.confirm([2], ANA);
    const before = await storedState(world);

    expect(await failureCode(memory.governance.undo(stale, ANA))).toBe("undo.blocked");
    expect(await storedState(world)).toEqual(before);
  },

  "undo.job": async (world) => {
    const { store } = world;
    const { claims, governance } = world.memory();
    await fill(world.memory());
    const before = await standing(world);
    await jobPins(store, 3, 2, 1);
    const after = await standing(world);
    const last = await newestEvent(world);

    const { undoEventIds } = await governance.undo(last - 1, { ...ANA, run: true });

    expect([await standing(world), undoEventIds.length]).toEqual([before, 3]);
    const done = await governance.undo(undoEventIds[0] ?? 0, { ...ANA, run: true });
    expect(await standing(world)).toEqual(after);
    await claims.pin(2, false);
    const [state, unpinned] = [await storedState(world), await newestEvent(world)];
    const blocked = [{ claim_id: 2, event_ids: [unpinned] }];
    const again = done.undoEventIds[0] ?? 0;
    expect((await failure(governance.undo(again, { ...ANA, run: true }))).details).toMatchObject({ blocked });
    expect(await storedState(world)).toEqual(state);
    const rest = await governance.undo(again, { ...ANA, run: true, partial: true });
    expect(rest.restored.map(({ claimId, fields }) => [claimId, fields])).toEqual([
      [1, { pinned: false }],
      [3, { pinned: false }],
    ]);
    expect(rest.blocked).toEqual([{ claimId: 2, eventIds: [unpinned] }]);
  },

  "undo.arrival": async (world) => {
    const { store } = world;
    const { governance } = world.memory();
    await fill(world.memory());
    const { id, version, validFrom } = await getOne(store, 3);
    const before = await standing(world);
    await store.claims.update(id, version, { tier: "core", validFrom: AT, updatedAt: AT });
    const values = {
      before: { tier: "working", valid_from: validFrom ?? null },
      after: { tier: "core", valid_from: AT },
    };
    const from = { origin: "o", claim_uid: "u", events: 0, run_id: "run-1" };
    await append(
      store,
      { eventType: "sync", claimId: 3, payload: { ...from, ...values, new: false } },
      { eventType: "import", claimId: 2, payload: from },
    );

    const { restored, undoEventIds } = await governance.undo(await newestEvent(world), { ...ANA, run: true });

    expect(restored.map(({ claimId, toStatus }) => [claimId, toStatus])).toEqual([
      [2, "archived"],
      [3, "candidate"],
    ]);
    expect(await getOne(store, 3)).toMatchObject({ tier: "working", validFrom });
    await governance.undo(undoEventIds[0] ?? 0, ANA);
    expect(await standing(world)).toEqual(before);
  },

  "undo.there_and_back": async (world) => {
    const { claims, governance, recall } = world.memory();
    const live = async () =>
      (await recall.query({ queryText: "what does ci run on", trust: "confirmed" })).rows.map(
        ({ claim }) => claim.text,
      );
    await claims.ingest(JENKINS);
    await claims.confirm([1], ANA);
    await claims.ingest(BUILDKITE);
    await claims.confirm([2], { ...ANA, supersede: true });
    const over = await newestEvent(world);
    expect(await live()).toEqual([BUILDKITE.text]);

    await governance.undo(over, ANA);
    expect(await live()).toEqual([JENKINS.text]);
    await claims.confirm([2], { ...ANA, supersede: true });
    const { claim: back } = await claims.ingest(JENKINS);
    await claims.confirm([back.id], { ...ANA, supersede: true });

    expect([await live(), back.id]).toEqual([[JENKINS.text], 3]);
    const states = [1, 2, 3].map(async (id) => (await getOne(world.store, id)).status);
    expect(await Promise.all(states)).toEqual(["superseded", "superseded", "confirmed"]);
  },
};
