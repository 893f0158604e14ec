import type { ClaimStatus } from "../claims/claim.ts";
import type { EmbeddingSpec } from "./embedder.ts";

export const VECTOR_INDEX_KINDS = ["memory", "sqlite-vec", "pgvector", "qdrant"] as const;
export type VectorIndexKind = (typeof VECTOR_INDEX_KINDS)[number];

export interface CallOptions {
  /** Ends the call; it then throws ProviderError `index.unavailable` with reason `index_timeout`. */
  readonly signal?: AbortSignal | undefined;
}

/** The place of a claim in an index. Two stores, or two tenants, never share one. */
export interface PointRef {
  /** Lower-case UUID that a database got when it was created. */
  readonly storeId: string;
  /** `local` where there are no tenants. */
  readonly tenantId: string;
  /** Lower-case UUID. */
  readonly claimUid: string;
}

/** What may change without embedding anew. */
export interface PointPolicy extends PointRef {
  readonly scope: string;
  readonly status: ClaimStatus;
}

export interface VectorPoint extends PointPolicy {
  /** `embeddingContentHash` of what was embedded. */
  readonly hash: string;
  /** Fingerprint of the spec that made the vector. */
  readonly fp: string;
  /** `dims` finite numbers, not all zero. */
  readonly vector: Float32Array;
}

export interface IndexFilter {
  readonly storeId: string;
  readonly tenantId?: string | undefined;
  /** At most 100; absent = every scope. */
  readonly scopes?: readonly string[] | undefined;
  /** Absent = every status. */
  readonly statuses?: readonly ClaimStatus[] | undefined;
  /** At most 1,000; absent = every claim. */
  readonly claimUids?: readonly string[] | undefined;
}

export interface VectorQuery {
  readonly vector: Float32Array;
  readonly fp: string;
  /** 1..400. */
  readonly limit: number;
  readonly filter: Omit<IndexFilter, "claimUids"> & { readonly tenantId: string };
}

/**
 * What an index answers, unchecked: nothing of it is to be believed before the store has been asked. Fields that are not
 * of their form come as they are (`unknown`), for the reader to refuse and count.
 */
export interface VectorHit {
  readonly claimUid: unknown;
  readonly hash: unknown;
  readonly fp: unknown;
  /** Cosine similarity, -1..1, higher is nearer. */
  readonly score: unknown;
}

export interface FailedPoint {
  readonly claimUid: string;
  readonly code: string;
  readonly retryable: boolean;
}

export interface WriteReport {
  /** Uids of claims whose point is now as asked for. */
  readonly ok: readonly string[];
  readonly failed: readonly FailedPoint[];
}

export interface ScanPage {
  readonly filter: IndexFilter;
  /** `next` of the page before; absent = the first page. */
  readonly cursor?: string | undefined;
  /** 1..1,000. */
  readonly limit: number;
}

/** A stored point without its vector. */
export interface ScannedPoint extends PointPolicy {
  /** The index's own id. */
  readonly pointId: string;
  readonly hash: string;
  readonly fp: string;
}

export interface ScanResult {
  readonly points: readonly ScannedPoint[];
  /** Own ids of points that this product did not write, or that were damaged. */
  readonly malformed: readonly string[];
  /** Absent on the last page. */
  readonly next: string | undefined;
}

export interface IndexInfo {
  /** What it is called: collection or table. */
  readonly name: string;
  readonly reachable: boolean;
  /** Why it cannot be used; absent when it can. */
  readonly reason: IndexReason | undefined;
  readonly points: number | undefined;
  readonly dims: number | undefined;
  /** Of the vectors in it; absent before `ensure`. */
  readonly fp: string | undefined;
  readonly serverVersion: string | undefined;
}

/** Why a call to an index failed: `details.reason` of the ProviderError `index.unavailable`. */
export const INDEX_REASONS = [
  "collection_missing",
  "fingerprint_mismatch",
  "index_timeout",
  "index_error",
  "auth_failed",
  "rate_limited",
] as const;
export type IndexReason = (typeof INDEX_REASONS)[number];

/**
 * Finds ids of claims by likeness of vectors; holds no text. All methods throw ProviderError `index.unavailable` whose
 * `details.reason` is one of `INDEX_REASONS`; it holds no vector, key, address or answer of the server.
 */
export interface VectorIndex {
  readonly kind: VectorIndexKind;
  /**
   * Whether it lies in the store's database: then points follow the claim in the claim's own transaction, as far as
   * nothing has to be embedded.
   */
  readonly isInStore: boolean;
  /** Of the vectors of one fingerprint, if it holds several. Never throws: what is wrong is in `reason`. */
  describe(options?: CallOptions & { readonly fp?: string | undefined }): Promise<IndexInfo>;
  /** Creates what holds vectors of this spec; repeating it changes nothing. */
  ensure(spec: EmbeddingSpec, options?: CallOptions): Promise<void>;
  /** Nearest first. */
  query(query: VectorQuery, options?: CallOptions): Promise<readonly VectorHit[]>;
  /** One point per store, tenant and claim: writes over what was there. A bad vector fails in the report. */
  upsert(points: readonly VectorPoint[], options?: CallOptions): Promise<WriteReport>;
  /** Changes scope and status of points; a point that is not there fails with the code `missing`, not retryable. */
  setPolicy(points: readonly PointPolicy[], options?: CallOptions): Promise<WriteReport>;
  /** A point that is not there counts as deleted. On return it can no longer be found. */
  delete(refs: readonly PointRef[], options?: CallOptions): Promise<WriteReport>;
  /** Deletes points by the index's own ids, as `scan` gave them: those without a claim to name. */
  deletePoints(pointIds: readonly string[], options?: CallOptions): Promise<void>;
  /** Every point that meets the filter, once each, in an order of its own. */
  scan(page: ScanPage, options?: CallOptions): Promise<ScanResult>;
  /** Exact. */
  count(filter: IndexFilter, options?: CallOptions): Promise<number>;
  /** Absent where a change of model needs no switch. */
  readonly admin?: CollectionAdmin | undefined;
  close(): Promise<void>;
}

/** Physical collections behind the name that is read from. */
export interface CollectionAdmin {
  /** The physical name for vectors of this fingerprint. */
  nameFor(fp: string): string;
  /** What the name that is read from points to; `undefined` = nothing yet. */
  active(options?: CallOptions): Promise<string | undefined>;
  /** An index that writes to and reads from that physical collection. */
  at(physical: string): VectorIndex;
  /** Lets readers see another physical collection, in one step. */
  swap(to: string, options?: CallOptions): Promise<void>;
  /** Physical collections of this product. */
  list(options?: CallOptions): Promise<readonly string[]>;
  drop(physical: string, options?: CallOptions): Promise<void>;
}
