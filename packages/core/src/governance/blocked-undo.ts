import { ConflictError } from "../errors/errors.ts";
import type { MemoryEvent } from "../events/event.ts";
import type { BlockedClaim } from "./types.ts";
import { blockedToWire } from "./wire.ts";

const SHOWN = 10;

/** An event in the way of an undo. */
export type Blocker = Pick<MemoryEvent, "id" | "claimId">;

/** Each claim once, in the order in which they come, with its events once. */
export function byClaim(blockers: readonly Blocker[]): readonly BlockedClaim[] {
  const claims = new Map<number | undefined, Set<number>>();
  for (const { id, claimId } of blockers) claims.set(claimId, (claims.get(claimId) ?? new Set()).add(id));
  return [...claims].map(([claimId, ids]) => ({ claimId, eventIds: [...ids].sort((a, b) => a - b) }));
}

/** Ids as a text names them; the rest is in the details of the error. */
export function namedEvents(events: readonly Blocker[]): string {
  const ids = events.slice(0, SHOWN).map(({ id }) => id);
  const more = events.length > SHOWN ? ` and ${events.length - SHOWN} more` : "";
  return `event${events.length === 1 ? "" : "s"} ${ids.join(", ")}${more}`;
}

/** The refusal to undo an event, with the events that are in the way. */
export function blockedUndo(
  event: Pick<MemoryEvent, "id">,
  why: string,
  blockers: readonly Blocker[] = [],
): ConflictError {
  const blocked = byClaim(blockers).map(blockedToWire);
  return new ConflictError("undo.blocked", `Event ${event.id} cannot be undone: ${why}`, {
    details: { event_id: event.id, blocked },
  });
}
