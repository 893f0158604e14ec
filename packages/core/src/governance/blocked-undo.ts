import { ConflictError } from "../errors/errors.ts";
import type { JsonObject, MemoryEvent } from "../events/event.ts";

const SHOWN = 10;

type Blocker = Pick<MemoryEvent, "id" | "claimId">;

function byClaim(blockers: readonly Blocker[]): readonly JsonObject[] {
  const claims = [...new Set(blockers.map(({ claimId }) => claimId))];
  return claims.map((claimId) => ({
    claim_id: claimId ?? null,
    event_ids: blockers.filter((blocker) => blocker.claimId === claimId).map(({ id }) => id),
  }));
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
  return new ConflictError("undo.blocked", `Event ${event.id} cannot be undone: ${why}`, {
    details: { event_id: event.id, blocked: byClaim(blockers) },
  });
}
