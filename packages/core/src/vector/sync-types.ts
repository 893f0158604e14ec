import type { Embedder } from "../ports/embedder.ts";
import type { OutboxDepth } from "../ports/vector-sync-store.ts";
import type { VectorReason } from "./types.ts";

/** Nothing was done, since there is nothing to do it with. */
export interface NotDone {
  readonly skipped: VectorReason;
}

export interface OutboxReport {
  readonly upserted: number;
  /** Points whose scope or status alone was changed. */
  readonly policies: number;
  readonly unchanged: number;
  readonly deleted: number;
  /** Entries that are tried again later, or are stuck. */
  readonly failed: number;
  /** Why the run ended early, or did not begin. */
  readonly reason: VectorReason | undefined;
  readonly depth: OutboxDepth;
}

export interface SyncOptions {
  /** Claims written at once, 1..500. Default 50. */
  readonly pageSize?: number | undefined;
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined;
}

export interface SyncProgress {
  /** Claims looked at in this run. */
  readonly done: number;
  /** Claims that there are, as far as columns tell. */
  readonly of: number;
}

export interface SyncReport {
  /** Claims looked at in this run. */
  readonly total: number;
  /** Points written. */
  readonly synced: number;
  readonly skippedSensitive: number;
  readonly unchanged: number;
  readonly errors: number;
  /** Why the run ended early; the next one goes on from there. */
  readonly reason: VectorReason | undefined;
}

export type SyncResult = SyncReport | NotDone;

/** How a point and its claim can disagree. */
export const DRIFT_CLASSES = [
  "ghost",
  "malformed",
  "duplicate",
  "missing",
  "stale_hash",
  "stale_model",
  "stale_policy",
] as const;
export type DriftClass = (typeof DRIFT_CLASSES)[number];

export interface ReconcileOptions {
  /** Whether everything is repaired. Default: as much as the settings allow. */
  readonly full?: boolean | undefined;
  /** Whether points are deleted however many they are. */
  readonly force?: boolean | undefined;
  /** Repairs at most, unless `full`. Default: as the settings say. */
  readonly threshold?: number | undefined;
}

export interface ReconcileReport {
  /** Claims that should have a point. */
  readonly storeCount: number;
  readonly indexCount: number;
  /** Difference of the two. */
  readonly countDrift: number;
  /** Sum of all classes. */
  readonly drift: number;
  readonly classes: Readonly<Record<DriftClass, number>>;
  readonly threshold: number;
  /** Claims whose point was noted to be written. */
  readonly synced: number;
  /** Points written of what was noted. */
  readonly upserted: number;
  /** Points deleted. */
  readonly deleted: number;
  /** Deletions that were too many to be right, so that none was made; `force` makes them. */
  readonly refused: number;
  /** Drift left for another run. */
  readonly remaining: number;
  /** Why writing ended early; what was noted is written later. */
  readonly reason: VectorReason | undefined;
}

export interface NotReconciled {
  readonly skipped: "no_qdrant" | "throttled" | "qdrant_unavailable";
  readonly reason: VectorReason | undefined;
}

export type ReconcileResult = ReconcileReport | NotReconciled;

export interface ChangeModelOptions extends SyncOptions {
  /** The model before, for the report of how much the two agree. */
  readonly previous?: Embedder | undefined;
}

export interface ModelChange {
  /** `current` = this model was in use before; `incomplete` = the next run goes on. */
  readonly state: "current" | "changed" | "incomplete";
  readonly sync: SyncReport;
  /** Drift that keeps the change from being made. */
  readonly missing: number;
  /** Share of the ten nearest claims that both models agree on, 0..1; absent without the model before. */
  readonly overlap: number | undefined;
  /** Collections of earlier models that were deleted. */
  readonly dropped: readonly string[];
}
