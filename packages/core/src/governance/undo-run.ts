import type { Viewer } from "../access/viewer.ts";
import type { Claim } from "../claims/claim.ts";
import { NotFoundError } from "../errors/errors.ts";
import type { JsonObject, JsonValue } from "../events/event.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { HistoryEntry } from "../ports/event-store.ts";
import type { Effect } from "./event-effect.ts";
import type { RestoredClaim } from "./types.ts";

/** One undo with all that belongs to it, inside its transaction. */
export interface UndoRun {
  readonly context: MemoryContext;
  readonly viewer: Viewer;
  readonly actor: string;
  readonly reason: string | undefined;
  readonly now: string;
  /** The job that is undone as a whole: its members are not in each other's way, but for those that were left out. */
  readonly job?: { readonly runId: string; readonly leftOut: Set<number> } | undefined;
  /** Of the undo events of such a job, so that they can be undone as a whole. */
  readonly runId?: string | undefined;
  /** Grow as the undo goes on. */
  readonly undoEventIds: number[];
  readonly restored: RestoredClaim[];
}

type Values = Record<string, JsonValue>;

/** The event at hand, what it changed, and what the event of its undo will tell. */
export interface Undone extends HistoryEntry {
  readonly effect: Effect;
  /** Grows as its parts are set back: values before the undo and after it, further payload, erasable words. */
  readonly told: { readonly before: Values; readonly restored: Values; readonly payload: Values; words?: JsonObject };
}

/** Notes a value that was set back. */
export function tell({ told }: Undone, before: JsonObject, restored: JsonObject): void {
  Object.assign(told.before, before);
  Object.assign(told.restored, restored);
}

/** @throws NotFoundError `claim.not_found` for what the caller may not see too */
export async function visibleClaim({ context, viewer }: UndoRun, id: number, withCitations = false): Promise<Claim> {
  const [claim] = await context.store.claims.getMany(viewer, [id], withCitations);
  if (claim !== undefined) return claim;
  throw new NotFoundError("claim.not_found", `Claim ${id} does not exist`, { details: { claim: id } });
}

/** @throws NotFoundError `event.not_found` for what the caller may not see too */
export async function requireEvent({ context, viewer }: UndoRun, id: number): Promise<HistoryEntry> {
  const entry = await context.store.events.get(viewer, id);
  if (entry !== undefined) return entry;
  throw new NotFoundError("event.not_found", `Event ${id} does not exist`, { details: { event: id } });
}
