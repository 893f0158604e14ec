import type { JsonObject } from "../events/event.ts";
import type { OutboxDepth } from "../ports/vector-sync-store.ts";
import type {
  ModelChange,
  OutboxReport,
  ReconcileReport,
  ReconcileResult,
  SyncReport,
  SyncResult,
} from "./sync-types.ts";
import type { VectorHealth, VectorMeta } from "./types.ts";

export function vectorMetaToWire(meta: VectorMeta): JsonObject {
  return {
    state: meta.state,
    reason: meta.reason ?? null,
    candidates: meta.candidates,
    accepted: meta.accepted,
    dropped: { ...meta.dropped },
    took_ms: meta.tookMs,
  };
}

function depthToWire({ waiting, stuck, oldest }: OutboxDepth): JsonObject {
  return { waiting, stuck, oldest: oldest ?? null };
}

export function outboxReportToWire(report: OutboxReport): JsonObject {
  return {
    upserted: report.upserted,
    policies: report.policies,
    unchanged: report.unchanged,
    deleted: report.deleted,
    failed: report.failed,
    reason: report.reason ?? null,
    outbox: depthToWire(report.depth),
  };
}

function syncReportToWire(report: SyncReport): JsonObject {
  return {
    total: report.total,
    synced: report.synced,
    skipped_sensitive: report.skippedSensitive,
    unchanged: report.unchanged,
    errors: report.errors,
    reason: report.reason ?? null,
  };
}

export function syncToWire(result: SyncResult): JsonObject {
  return "skipped" in result ? { skipped: result.skipped } : syncReportToWire(result);
}

/** The fields that the event of a reconciliation holds too. */
export function reconcileFieldsToWire(report: ReconcileReport): JsonObject {
  return {
    sqlite_count: report.storeCount,
    qdrant_count: report.indexCount,
    count_drift: report.countDrift,
    drift: report.drift,
    classes: { ...report.classes },
    threshold: report.threshold,
    synced: report.synced,
    upserted: report.upserted,
    deleted: report.deleted,
    refused: report.refused,
    remaining: report.remaining,
    reason: report.reason ?? null,
  };
}

export function reconcileToWire(result: ReconcileResult): JsonObject {
  if ("skipped" in result) return { skipped: result.skipped, reason: result.reason ?? null };
  return { ...reconcileFieldsToWire(result), orphans_deleted: result.deleted };
}

export function modelChangeToWire(change: ModelChange): JsonObject {
  return {
    state: change.state,
    sync: syncReportToWire(change.sync),
    missing: change.missing,
    overlap: change.overlap ?? null,
    dropped: change.dropped,
  };
}

export function vectorHealthToWire(health: VectorHealth): JsonObject {
  return {
    kind: health.kind ?? null,
    state: health.state,
    reason: health.reason ?? null,
    name: health.name ?? null,
    fp: health.fp ?? null,
    points: health.points ?? null,
    server_version: health.serverVersion ?? null,
    outbox: depthToWire(health.outbox),
    breaker: health.breaker,
    last_reconcile: health.lastReconcile ?? null,
  };
}
