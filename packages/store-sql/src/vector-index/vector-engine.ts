import type { EmbeddingSpec, VectorHit, VectorIndexKind, VectorQuery } from "@memorymaster/core";
import type { Kysely, RawBuilder } from "kysely";
import type { Schema } from "../schema.ts";
import type { Session } from "../transaction.ts";

/** A table of vectors of one model: `claim_vectors_` and its fingerprint. */
export interface VectorTable {
  readonly name: string;
  readonly fp: string;
  readonly dims: number;
}

/** What is written of a claim; its tenant, scope and status come from the claim itself. */
export interface WrittenVector {
  readonly claimId: number;
  readonly tenantId: string;
  readonly scope: string;
  readonly status: string;
  readonly hash: string;
  readonly vector: Float32Array;
}

export interface NearestRequest extends Pick<VectorQuery, "vector" | "limit" | "filter"> {
  /** The filter for the rows `v`, in SQL. */
  readonly condition: RawBuilder<unknown>;
}

/**
 * All that differs between databases that compare vectors themselves. The tables have the columns `claim_id`,
 * `tenant_id` (never null), `scope`, `status`, `hash` and `embedding`, which is null where a claim has no vector any more.
 */
export interface VectorEngine {
  readonly kind: VectorIndexKind;
  /** Whether the row `v` has a vector. */
  readonly isThere: RawBuilder<unknown>;
  /** Brings what compares vectors into the database, if it can; throws ProviderError `index_error` that says what to do. */
  install(db: Kysely<Schema>): Promise<unknown>;
  /** The version of what compares vectors; throws ProviderError `index_error` when the database has none. */
  version(db: Kysely<Schema>): Promise<string>;
  /** Tables that are there, the newest first. */
  tables(db: Kysely<Schema>): Promise<readonly VectorTable[]>;
  /** Makes the table with the triggers that keep it in step with the claims; what is there already stays. */
  create(db: Kysely<Schema>, spec: EmbeddingSpec): Promise<void>;
  drop(db: Kysely<Schema>, table: VectorTable): Promise<void>;
  write(db: Kysely<Schema>, table: VectorTable, vectors: readonly WrittenVector[]): Promise<void>;
  /** Copies tenant, scope and status of the claims. */
  refresh(db: Kysely<Schema>, table: VectorTable, claimIds: readonly number[]): Promise<void>;
  remove(db: Kysely<Schema>, table: VectorTable, claimIds: readonly number[]): Promise<void>;
  /** Nearest first. */
  nearest(session: Session, table: VectorTable, request: NearestRequest): Promise<readonly VectorHit[]>;
}

export const TABLE_PREFIX = "claim_vectors_";

/** Of the claim `row`: whether it may have a vector, as far as columns tell. */
export const indexableClaim = (row: string): string =>
  `(${row}.status in ('confirmed', 'candidate', 'stale', 'conflicted') and ${row}.visibility <> 'sensitive' and ${row}.content_hash is not null)`;

/** What a vector was made of. */
export const WORDS = ["text", "subject", "predicate", "object_value"] as const;
/** What else decides whether a claim has a vector. */
export const DECIDING = ["status", "visibility", "content_hash"] as const;
/** What a vector is filtered by. */
export const POLICY = ["tenant_id", "scope", "status"] as const;

/** Without tenants the port has a name where the column is null. */
export const NO_TENANT = "local";
