import type { Viewer } from "../access/viewer.ts";
import type { Claim } from "../claims/claim.ts";

/** A claim whose point in an index has to be looked at. What has to be done follows from the claim as it is then. */
export interface OutboxEntry {
  readonly claimId: number;
  /** Another one after each change: what was done for an older one does not settle a newer one. */
  readonly changeNo: number;
  /** Failed so far. */
  readonly attempts: number;
}

export interface OutboxFailure extends OutboxEntry {
  /** Why, in one word. */
  readonly code: string;
  /** Instant (stored form) before which it is not tried again; absent = stuck until it changes or is enqueued anew. */
  readonly nextAttemptAt: string | undefined;
}

export interface OutboxDepth {
  /** Entries that will be tried, those leased or put off included. */
  readonly waiting: number;
  readonly stuck: number;
  /** When the oldest of all entries was enqueued. */
  readonly oldest: string | undefined;
}

export interface LeaseRequest {
  readonly owner: string;
  /** Entries wanted, 1..500. */
  readonly limit: number;
  /** Now and the end of the lease, stored form. */
  readonly at: string;
  readonly until: string;
}

/**
 * What keeps a vector index in step with the claims. An entry of the outbox is written by the database itself, in the
 * transaction of any change to words, scope, status, tenant, visibility or erasure of a claim, for each registered index.
 * It never holds words.
 */
export interface VectorSyncStore {
  /** UUID that the database got when it was created. */
  storeId(): Promise<string>;
  /** Names of the indexes that changes are noted for. */
  registered(): Promise<readonly string[]>;
  register(index: string): Promise<void>;
  /** Forgets the index, its entries and its cursors. */
  unregister(index: string): Promise<void>;
  /** Notes claims by hand, as if they had changed. */
  enqueue(index: string, claimIds: readonly number[], at: string): Promise<void>;
  /** Takes entries that are due and not leased to anyone, oldest first; nobody else gets them until the lease ends. */
  lease(index: string, request: LeaseRequest): Promise<readonly OutboxEntry[]>;
  /** Removes entries that have not changed since they were leased. */
  finish(index: string, entries: readonly OutboxEntry[]): Promise<void>;
  /** Puts off entries that have not changed since, counts the attempt and gives the lease back. */
  postpone(index: string, failures: readonly OutboxFailure[]): Promise<void>;
  depth(index: string): Promise<OutboxDepth>;
  /**
   * Claims of the viewer's tenant (all, for a viewer without one) that an index may hold as far as columns tell:
   * candidate, confirmed, stale or conflicted, with words, not `sensitive`. By id ascending above `afterId`, with citations.
   */
  page(viewer: Viewer, request: { readonly afterId: number; readonly limit: number }): Promise<readonly Claim[]>;
  /** How many claims `page` gives in all. */
  count(viewer: Viewer): Promise<number>;
  /** Claims with these uids, whatever state, scope or visibility, of the viewer's tenant only (all, for a viewer without one). No citations. */
  byUids(viewer: Viewer, uids: readonly string[]): Promise<readonly Claim[]>;
  /** The same by local id, with citations. */
  byIds(viewer: Viewer, ids: readonly number[]): Promise<readonly Claim[]>;
  /** Where a stream of pages stopped, 0 = at the start. */
  cursor(stream: string): Promise<number>;
  /** 0 forgets it. */
  setCursor(stream: string, claimId: number): Promise<void>;
}
