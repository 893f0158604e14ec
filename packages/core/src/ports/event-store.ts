import type { Viewer } from "../access/viewer.ts";
import type { EventContent, MemoryEvent, NewEvent } from "../events/event.ts";
import type { Clean } from "../security/clean.ts";
import type { Page, PageRequest } from "./claim-store.ts";

export interface EventFilter {
  /** Scopes of the claims; events of no claim belong to all. A narrower look, no matter of what the viewer may see. */
  readonly scopes?: readonly string[] | undefined;
  readonly claimId?: number | undefined;
  readonly eventType?: string | undefined;
  readonly ids?: readonly number[] | undefined;
  /** Any of these details, whole. */
  readonly details?: readonly string[] | undefined;
  /** Created at this instant (stored form) or later. */
  readonly since?: string | undefined;
}

/** The side row of an event, as it is put back when a redaction is undone. */
export interface StoredContent extends EventContent {
  readonly eventId: number;
  readonly claimId: number;
}

export interface HistoryEntry {
  readonly event: MemoryEvent;
  /** The erasable words, when the event had some and they are still there. */
  readonly content: EventContent | undefined;
  /** Of an event of another store: the hash of the first event there. */
  readonly origin?: string | undefined;
}

/** A part of the events of one job. */
export interface RunPage {
  /** Absent = from the newest. */
  readonly beforeId?: number | undefined;
  readonly limit: number;
}

/** The append-only, hash-chained record of every change. */
export interface EventStore {
  /**
   * Seals the events onto the chain (`sealEvents`) and stores them with their side rows and open proposals
   * (`proposalOf`), in the caller's transaction.
   *
   * @returns the new ids in order
   */
  append(events: readonly Clean<NewEvent>[]): Promise<readonly number[]>;
  /** Newest first; events of claims that the viewer may not see are absent. */
  list(viewer: Viewer, filter: EventFilter, page: PageRequest): Promise<Page<MemoryEvent>>;
  /** The newest `limit` events of one claim, oldest first. */
  history(claimId: number, limit: number): Promise<readonly HistoryEntry[]>;
  /** One event, unless its claim is hidden from the viewer. */
  get(viewer: Viewer, id: number): Promise<HistoryEntry | undefined>;
  /** All events of one claim after an id, oldest first. */
  since(claimId: number, afterId: number): Promise<readonly HistoryEntry[]>;
  /** Events of one job (`run_id`), newest first: those before an id, or the newest. Hidden as in `list`. */
  ofRun(viewer: Viewer, runId: string, page: RunPage): Promise<readonly HistoryEntry[]>;
  /** The `undo` events of these events, oldest first. */
  undosOf(eventIds: readonly number[]): Promise<readonly MemoryEvent[]>;
  /** Deletes the side rows of one claim's events: their words are gone, the chain still verifies. Returns how many. */
  eraseContents(claimId: number): Promise<number>;
  /** Puts back side rows that `eraseContents` has deleted. */
  restoreContents(contents: readonly Clean<StoredContent>[]): Promise<void>;
  /** Events of the whole store after an id, in id order: for verification. */
  scan(afterId: number, limit: number): Promise<readonly HistoryEntry[]>;
}
