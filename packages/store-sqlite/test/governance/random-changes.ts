import { createMemory, createSealer, MemoryMasterError, StoreError } from "@memorymaster/core";
import type { ClaimInput, Memory, Store } from "@memorymaster/core";
import { cleanEvent, createCountingIds, createFixedClock } from "@memorymaster/core/testing";
import type { FixedClock } from "@memorymaster/core/testing";
import fc from "fast-check";
import { expect } from "vitest";

import { brokenRules, EVERYTHING, visibleState } from "./visible-state.ts";

const ANA = { actor: "ana" } as const;
const CI = { subject: "ci", predicate: "runs on" } as const;
const TEXTS: readonly ClaimInput[] = [
  { text: "CI runs on Jenkins", objectValue: "Jenkins", ...CI },
  { text: "CI runs on Buildkite", objectValue: "Buildkite", ...CI },
  { text: "CI runs on Travis", objectValue: "Travis", ...CI },
  { text: "The port of the cache is 8080" },
  { text: "The port of the cache is 8081" },
];

const KINDS = [
  ...["confirm", "confirm", "archive", "pin", "unpin", "stale", "conflicted", "confirmed", "link", "unlink"],
  ...["supersede", "supersede", "ingest", "resolve", "redact"],
] as const;

/** What happens to one claim; `other` and the two switches mean what the kind makes of them. */
export interface Change {
  readonly kind: string;
  readonly id: number;
  readonly other: number;
  readonly yes: boolean;
  readonly also: boolean;
}

/** Undoes the event that lies so many behind the newest. */
export interface Undo {
  readonly back: number;
}

const id = fc.integer({ min: 1, max: TEXTS.length });
const kind = fc.constantFrom(...KINDS);

export const change: fc.Arbitrary<Change> = fc.record({ kind, id, other: id, yes: fc.boolean(), also: fc.boolean() });

export const undo: fc.Arbitrary<Undo> = fc.record({ back: fc.nat(30) });

/** A memory that can seal, over an empty store. */
export interface World {
  readonly store: Store;
  readonly memory: Memory;
  readonly clock: FixedClock;
}

export function worldOf(store: Store): World {
  const clock = createFixedClock();
  const sealer = createSealer(Buffer.alloc(32, 7).toString("base64"), "KEY");
  return { store, clock, memory: createMemory({ store, clock, sealer, ids: createCountingIds() }) };
}

type Run = (memory: Memory, one: Change) => Promise<unknown>;

const moveTo =
  (to: "stale" | "conflicted" | "confirmed"): Run =>
  ({ claims }, one) =>
    claims.transition(one.id, to);

const RUN: Readonly<Record<string, Run>> = {
  confirm: async ({ claims }, one) => {
    const [row] = await claims.confirm([one.id], { ...ANA, supersede: one.yes });
    if (row !== undefined && "error" in row) throw row.error;
  },
  archive: ({ claims }, one) => claims.archive([one.id], ANA),
  pin: ({ claims }, one) => claims.pin(one.id, true),
  unpin: ({ claims }, one) => claims.pin(one.id, false),
  stale: moveTo("stale"),
  conflicted: moveTo("conflicted"),
  confirmed: moveTo("confirmed"),
  link: ({ links }, one) => links.add(one.id, one.other, "supersedes"),
  unlink: ({ links }, one) => links.remove(one.id, one.other),
  supersede: ({ claims }, one) => claims.transition(one.id, "superseded", { replacedBy: one.other }),
  ingest: ({ claims }, one) =>
    claims.ingest({ text: "", ...TEXTS[one.id - 1], citations: [{ source: one.yes ? "docs/a.md" : "docs/b.md" }] }),
  resolve: ({ governance }, { id: claim, yes, also: apply }) =>
    governance.resolve({ ...ANA, action: yes ? "approve" : "reject", claim, apply }),
  redact: ({ claims }, { id: ref, yes: claim, also: citations }) =>
    claims.redact(ref, { ...ANA, mode: "redact", claim, citations }),
};

/** A refusal by the rules is an answer; anything else is a fault. */
async function refusable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MemoryMasterError) || error instanceof StoreError) throw error;
    expect(error.code).not.toBe("internal.unexpected");
    return undefined;
  }
}

async function tryChange({ memory, clock }: World, one: Change): Promise<void> {
  clock.advance(one.id * 500);
  await refusable(async () => RUN[one.kind]?.(memory, one));
}

async function ingestAll({ memory }: World): Promise<void> {
  for (const input of TEXTS) await memory.claims.ingest(input);
}

async function lastEventId({ store }: World): Promise<number> {
  const { items } = await store.events.list(EVERYTHING, {}, { limit: 1 });
  return items[0]?.id ?? 0;
}

const eventsAfter = async ({ store }: World, afterId: number) =>
  (await store.events.scan(afterId, 10_000)).map(({ event }) => event);

/** Undoes what was written after an event, newest first; what belongs to a decision goes with it. */
async function undoAfter(world: World, afterId: number): Promise<readonly number[]> {
  const undone = new Set<number>();
  const undoIds: number[] = [];
  for (const event of (await eventsAfter(world, afterId)).toReversed()) {
    const isNote = event.eventType === "policy_decision" || event.details === "steward_proposal_apply_failed";
    if (isNote || undone.has(event.id)) continue;
    const { undoEventIds } = await world.memory.governance.undo(event.id, ANA);
    const undos = await eventsAfter(world, (undoEventIds[0] ?? 0) - 1);
    for (const { undoesEventId } of undos) undone.add(undoesEventId ?? 0);
    undoIds.push(undoEventIds.at(-1) ?? 0);
  }
  return undoIds;
}

/**
 * Does the changes one by one. Each is undone and done again, and the state compared each time; at the end all of them
 * are undone, newest first.
 */
export async function undoRestores(world: World, changes: readonly Change[]): Promise<void> {
  const { store, memory } = world;
  await ingestAll(world);
  const earlier: { readonly lastId: number; readonly state: unknown }[] = [];
  for (const one of changes) {
    const before = { lastId: await lastEventId(world), state: await visibleState(store) };
    await tryChange(world, one);
    if ((await eventsAfter(world, before.lastId)).some(({ eventType }) => eventType === "ingest")) {
      earlier.length = 0;
      continue;
    }
    const after = await visibleState(store);
    const undoIds = await undoAfter(world, before.lastId);
    expect(await visibleState(store)).toEqual(before.state);
    for (const undoId of undoIds.toReversed()) await memory.governance.undo(undoId, ANA);
    expect(await visibleState(store)).toEqual(after);
    earlier.push(before);
  }
  for (const { lastId, state } of earlier.toReversed()) {
    const events = (await eventsAfter(world, lastId)).filter(({ undoesEventId }) => undoesEventId === undefined);
    for (const event of events.toReversed()) await refusable(() => memory.governance.undo(event.id, ANA));
    expect(await visibleState(store)).toEqual(state);
  }
  expect(await memory.events.verify()).toMatchObject({ valid: true, issues: [] });
}

/** The same store, in which every event belongs to one job. */
function jobStore(store: Store): Store {
  const append: Store["events"]["append"] = (events) =>
    store.events.append(
      events.map(({ payload, ...event }) => cleanEvent({ ...event, payload: { ...payload, run_id: "job-1" } })),
    );
  return { ...store, events: { ...store.events, append } };
}

/** Does the changes as one job, which is undone, done again and undone as a whole; the state is compared each time. */
export async function jobUndoRestores(world: World, changes: readonly Change[]): Promise<void> {
  const { store, memory } = world;
  await ingestAll(world);
  const [before, lastId] = [await visibleState(store), await lastEventId(world)];
  const job = worldOf(jobStore(store));
  // What comes in stays in: it is no step that the undo of a job could take back.
  for (const one of changes) if (one.kind !== "ingest") await tryChange(job, one);
  const after = await visibleState(store);
  let named = (await eventsAfter(world, lastId))[0]?.id;
  for (const expected of [before, after, before]) {
    if (named === undefined) return;
    const rehearsed = await memory.governance.undo(named, { ...ANA, run: true, dryRun: true });
    const { undoEventIds, ...result } = await memory.governance.undo(named, { ...ANA, run: true });
    expect({ undoEventIds: [], ...result }).toEqual(rehearsed);
    expect(await visibleState(store)).toEqual(expected);
    named = undoEventIds[0];
  }
  expect(await memory.events.verify()).toMatchObject({ valid: true, issues: [] });
}

/** Undoes one event; a dry run before tells the same and changes nothing, and so does a refusal. What was done is done again. */
async function undoOne(world: World, back: number): Promise<void> {
  const { store, memory } = world;
  const before = { lastId: await lastEventId(world), state: await visibleState(store) };
  const eventId = Math.max(1, before.lastId - back);
  const rehearsed = await refusable(() => memory.governance.undo(eventId, { ...ANA, dryRun: true }));
  expect([await lastEventId(world), await visibleState(store)]).toEqual([before.lastId, before.state]);
  const result = await refusable(() => memory.governance.undo(eventId, ANA));
  expect(result?.restored).toEqual(rehearsed?.restored);
  if (result !== undefined) await memory.governance.undo(result.undoEventIds.at(-1) ?? 0, ANA);
  expect(await visibleState(store)).toEqual(before.state);
  if (result === undefined) expect(await lastEventId(world)).toBe(before.lastId);
  else await memory.governance.undo(await lastEventId(world), ANA);
}

/** Undoes whatever: each attempt keeps the rules of the store. */
export async function undoKeepsRules(world: World, steps: readonly (Change | Undo)[]): Promise<void> {
  await ingestAll(world);
  for (const step of steps) {
    if ("back" in step) await undoOne(world, step.back);
    else await tryChange(world, step);
    expect(await brokenRules(world.store)).toEqual([]);
  }
  expect(await world.memory.events.verify()).toMatchObject({ valid: true, issues: [] });
}
