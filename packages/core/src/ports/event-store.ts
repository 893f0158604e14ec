import type { Viewer } from "../access/viewer.ts";
import type { EventContent, MemoryEvent, NewEvent } from "../events/event.ts";
import type { Clean } from "../security/clean.ts";
import type { Page, PageRequest } from "./claim-store.ts";

export interface EventFilter {
  readonly claimId?: number | undefined;
  readonly eventType?: string | undefined;
}

export interface HistoryEntry {
  readonly event: MemoryEvent;
  /** The erasable words, when the event had some and they are still there. */
  readonly content: EventContent | undefined;
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
  /** Events of the whole store after an id, in id order: for verification. */
  scan(afterId: number, limit: number): Promise<readonly HistoryEntry[]>;
}
