import type { MemoryEvent } from "../events/event.ts";
import type { Store } from "../ports/store.ts";
import type { Effect } from "./event-effect.ts";
import { clash, touchedBy } from "./touched-values.ts";

/** What stands between an event and its undo. */
export interface LaterChanges {
  /** The undo that has taken it back already. */
  readonly undoneBy: number | undefined;
  /** Later events in effect that changed the same values, oldest first. */
  readonly blockers: readonly MemoryEvent[];
}

/**
 * Of the events after one, those that still count: an event and the undo of it cancel each other, unless that undo is
 * itself undone.
 *
 * @param later all later events of the same claims
 * @returns newest first
 */
export function inEffect(later: readonly MemoryEvent[], afterId: number): readonly MemoryEvent[] {
  const cancelled = new Set<number>();
  const counting: MemoryEvent[] = [];
  for (const event of later.toSorted((a, b) => b.id - a.id)) {
    if (cancelled.has(event.id)) continue;
    if (event.undoesEventId === undefined || event.undoesEventId <= afterId) counting.push(event);
    else cancelled.add(event.undoesEventId);
  }
  return counting;
}

/** Later events of these claims that still count, newest first. */
export async function laterEvents(
  store: Pick<Store, "events">,
  claimIds: readonly number[],
  afterId: number,
): Promise<readonly MemoryEvent[]> {
  const later: MemoryEvent[] = [];
  for (const claimId of claimIds) {
    later.push(...(await store.events.since(claimId, afterId)).map(({ event }) => event));
  }
  return inEffect(later, afterId);
}

/** Claims whose events tell of the same values: a link is told of by those of both its ends. */
export function concernedClaims({ claimId, link }: Effect): readonly number[] {
  return link === undefined ? [claimId] : [...new Set([claimId, link.edge.sourceId, link.edge.targetId])];
}

export async function laterChanges(
  store: Pick<Store, "events">,
  event: MemoryEvent,
  effect: Effect,
): Promise<LaterChanges> {
  const later = await laterEvents(store, concernedClaims(effect), event.id);
  const touched = touchedBy(event);
  return {
    undoneBy: later.find(({ undoesEventId }) => undoesEventId === event.id)?.id,
    blockers: later.filter((other) => clash(touchedBy(other), touched)).toReversed(),
  };
}
