import type { JsonObject } from "../events/event.ts";
import type { Candidate } from "../ports/search-store.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Breaker } from "./breaker.ts";
import type { BoundedCache } from "../text/bounded-cache.ts";
import type { IndexReason, VectorIndex, VectorIndexKind } from "../ports/vector-index.ts";

/** What search by meaning is made of. */
export interface VectorParts {
  readonly embedder: Embedder;
  readonly index: VectorIndex;
}

/** The parts with what a process learns about them while it runs. */
export interface VectorRuntime extends VectorParts {
  readonly breaker: Breaker;
  /** Vectors of questions by fingerprint and text. */
  readonly queryCache: BoundedCache<Float32Array>;
}

/** Why no vectors took part. */
export type VectorReason =
  | IndexReason
  | "not_configured"
  | "reads_disabled"
  | "team_not_granted"
  | "non_semantic_embedder"
  | "embed_timeout"
  | "embed_error"
  | "breaker_open";

/** Why a hit of the index is no row, in the order of the checks; the first that applies counts. */
export const HIT_REASONS = [
  "malformed",
  "ghost",
  "erased",
  "stale_model",
  "stale_hash",
  "status",
  "not_current",
  "scope",
  "visibility",
  "sensitive",
] as const;
export type HitReason = (typeof HIT_REASONS)[number];

/** What became of the search by vectors, for whoever asked. */
export interface VectorMeta {
  readonly state: "used" | "off" | "degraded";
  /** Set when not used. */
  readonly reason: VectorReason | undefined;
  /** Hits of the index, each claim once. */
  readonly candidates: number;
  readonly accepted: number;
  /** Reasons that occurred, with their counts. */
  readonly dropped: Readonly<Partial<Record<HitReason, number>>>;
  readonly tookMs: number;
}

/** A claim found by meaning, read anew from the store and allowed. */
export interface VectorCandidate {
  readonly claim: Candidate;
  /** Cosine similarity, -1..1. */
  readonly cosine: number;
}

export interface VectorAnswer {
  /** Nearest first. */
  readonly found: readonly VectorCandidate[];
  readonly meta: VectorMeta;
}

/** Where an index stands, for people who look after it. */
export interface VectorHealth {
  readonly kind: VectorIndexKind | undefined;
  readonly state: VectorMeta["state"];
  readonly reason: VectorReason | undefined;
  readonly name: string | undefined;
  readonly fp: string | undefined;
  readonly points: number | undefined;
  readonly serverVersion: string | undefined;
  readonly outbox: { readonly waiting: number; readonly stuck: number; readonly oldest: string | undefined };
  readonly breaker: "closed" | "open" | "probing";
  /** What the last reconciliation found, by the names of the wire, and `at` when; absent before the first. */
  readonly lastReconcile: JsonObject | undefined;
}
