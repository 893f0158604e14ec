import { expect } from "vitest";

import type { Claim } from "../../src/claims/claim.ts";
import type { NewEvent } from "../../src/events/event.ts";
import { recordEvent } from "../../src/events/record-event.ts";
import { verifyEvents } from "../../src/events/verify-events.ts";
import type { UndoResult } from "../../src/governance/types.ts";
import { undoEvent } from "../../src/governance/undo-event.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import { createSealer } from "../../src/security/sealer.ts";
import { EVERYTHING, openContext } from "../support/open-context.ts";
import type { TestContext } from "../support/open-context.ts";
import { visibleState } from "./visible-state.ts";

export const AT = "2026-01-02T03:04:05+00:00";

const KEY = Buffer.alloc(32, 7).toString("base64");

/** What use cases take, with a key to seal redacted words. */
export const sealingContext = (): TestContext => openContext({ sealer: createSealer(KEY, "KEY") });

export const undo = (context: MemoryContext, eventId: number): Promise<UndoResult> =>
  undoEvent(context, eventId, { actor: "ana", reason: "a mistake" });

export async function lastEventId(context: MemoryContext): Promise<number> {
  const { items } = await context.store.events.list(EVERYTHING, {}, { limit: 1 });
  return items[0]?.id ?? 0;
}

export async function claimOf(context: MemoryContext, id: number): Promise<Claim> {
  const [claim] = await context.store.claims.getMany(EVERYTHING, [id], true);
  if (claim === undefined) throw new RangeError(`no claim ${id}`);
  return claim;
}

/** The last event of a claim with its payload read. */
export async function lastEvent(context: MemoryContext, claimId: number): Promise<object> {
  const [entry] = await context.store.events.history(claimId, 1);
  const { payloadJson = "null", ...event } = entry?.event ?? {};
  return { ...event, payload: JSON.parse(payloadJson) as unknown };
}

export const append = (context: MemoryContext, event: Partial<NewEvent>): Promise<number> =>
  recordEvent(context.store, { claimId: 1, eventType: "system", createdAt: AT, ...event });

/** What an undo is refused with. */
export async function refusal(context: MemoryContext, eventId: number): Promise<unknown> {
  const before = await visibleState(context.store);
  const lastId = await lastEventId(context);
  const refused: unknown = await undo(context, eventId).catch((error: unknown) => error);
  expect(await visibleState(context.store)).toEqual(before);
  expect(await lastEventId(context)).toBe(lastId);
  return refused;
}

/** Undoes the newest event four times over, each time the undo before, and compares the state with what it must be. */
export async function goesBackAndForth(context: MemoryContext, change: () => Promise<unknown>): Promise<void> {
  const before = await visibleState(context.store);
  await change();
  const after = await visibleState(context.store);
  expect(after).not.toEqual(before);
  for (const expected of [before, after, before, after, before]) {
    await undo(context, await lastEventId(context));
    expect(await visibleState(context.store)).toEqual(expected);
  }
  expect((await verifyEvents(context)).valid).toBe(true);
}

/** Why an event is not undone, and the events that are in the way by claim. */
export function blocked(
  why: string,
  ...blockers: readonly (readonly [claimId: number, ...eventIds: readonly number[]])[]
): object {
  return {
    code: "undo.blocked",
    message: expect.stringContaining(why) as unknown,
    details: { blocked: blockers.map(([claim, ...events]) => ({ claim_id: claim, event_ids: events })) },
  };
}
