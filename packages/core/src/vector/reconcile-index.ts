import { requireOperator } from "../access/require-operator.ts";
import { timestampOf } from "../claims/time.ts";
import { recordEvents } from "../events/record-events.ts";
import type { MemoryContext } from "../memory-types.ts";
import { drainOutbox } from "./apply-outbox.ts";
import { tendIndex, vectorReasonOf, writeIndex } from "./call-index.ts";
import { findDrift } from "./find-drift.ts";
import type { Drift, Repair } from "./find-drift.ts";
import { obstacleOf } from "./gate.ts";
import { WHOLE_STORE } from "./indexable.ts";
import { openTarget, registerIndex } from "./open-target.ts";
import type { PointTarget } from "./open-target.ts";
import { DRIFT_CLASSES } from "./sync-types.ts";
import type { DriftClass, ReconcileOptions, ReconcileReport, ReconcileResult } from "./sync-types.ts";
import { reconcileFieldsToWire } from "./wire.ts";

/** Details of the event of a reconciliation. */
export const DRIFT_EVENT = "qdrant_drift";

const DAY_MS = 86_400_000;
const DELETED_AT_ONCE = 500;
const NOTED_AT_ONCE = 1_000;
/** So many deletions need no reason; above it, more than this share of the points is not believed. */
const HARMLESS_DELETIONS = 100;
const HARMLESS_SHARE = 0.2;

function chunked<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

function classesOf(repairs: readonly Repair[]): Readonly<Record<DriftClass, number>> {
  const of = (wanted: DriftClass): number => repairs.filter(({ drift }) => drift === wanted).length;
  return Object.fromEntries(DRIFT_CLASSES.map((drift) => [drift, of(drift)])) as Record<DriftClass, number>;
}

interface Plan {
  readonly repairs: readonly Repair[];
  readonly refused: number;
}

/** An empty store, or one that has lost much, is more likely the wrong one than the index is wrong. */
function planRepairs({ repairs, storeCount }: Drift, indexCount: number, options: ReconcileOptions): Plan {
  const deletions = repairs.reduce((sum, { pointIds }) => sum + pointIds.length, 0);
  const most = storeCount === 0 ? 0 : Math.max(HARMLESS_DELETIONS, HARMLESS_SHARE * indexCount);
  const isRefused = options.force !== true && deletions > most;
  const allowed = isRefused ? repairs.filter(({ pointIds }) => pointIds.length === 0) : repairs;
  const limit = options.full === true ? allowed.length : options.threshold;
  return { repairs: allowed.slice(0, limit), refused: isRefused ? deletions : 0 };
}

/** What is in need of writing is noted before anything is deleted: a run that breaks off leaves nothing unknown. */
async function repair(
  { store, clock }: MemoryContext,
  { runtime, index }: PointTarget,
  repairs: readonly Repair[],
): Promise<{ readonly synced: number; readonly deleted: number }> {
  const claimIds = repairs.flatMap(({ claimId }) => claimId ?? []);
  const pointIds = repairs.flatMap((one) => one.pointIds);
  for (const ids of chunked(claimIds, NOTED_AT_ONCE)) {
    await store.vectors.enqueue(index.kind, ids, timestampOf(clock.nowMs()));
  }
  for (const ids of chunked(pointIds, DELETED_AT_ONCE)) {
    await writeIndex(runtime, (options) => index.deletePoints(ids, options));
  }
  return { synced: claimIds.length, deleted: pointIds.length };
}

type Written = Pick<ReconcileReport, "upserted" | "reason">;

/** Writes what was noted. All of it only where everything is to be repaired. */
async function writeNoted(context: MemoryContext, isFull: boolean): Promise<Written> {
  let upserted = 0;
  for (;;) {
    const run = await drainOutbox(context);
    upserted += run.upserted + run.policies;
    const isMore = isFull && run.upserted + run.policies + run.deleted + run.unchanged > 0;
    if (run.reason !== undefined || run.depth.waiting === 0 || !isMore) {
      return { upserted, reason: run.reason ?? (run.failed > 0 ? "index_error" : undefined) };
    }
  }
}

/** Compares and repairs the collection of a target, without an event. @throws ProviderError `index.unavailable` */
export async function reconcileTarget(
  context: MemoryContext,
  target: PointTarget,
  options: ReconcileOptions,
): Promise<ReconcileReport> {
  const { vectors } = context.store;
  const storeId = await vectors.storeId();
  const indexCount = await tendIndex(target.runtime, (call) => target.index.count({ storeId }, call));
  const drift = await findDrift(vectors, target);
  const threshold = options.threshold ?? context.settings.vector.driftMax;
  const plan = planRepairs(drift, indexCount, { ...options, threshold });
  const done = await repair(context, target, plan.repairs);
  const written: Written =
    done.synced === 0 ? { upserted: 0, reason: undefined } : await writeNoted(context, options.full === true);
  return {
    storeCount: drift.storeCount,
    indexCount,
    countDrift: Math.abs(drift.storeCount - indexCount),
    drift: drift.repairs.length,
    classes: classesOf(drift.repairs),
    threshold,
    ...done,
    ...written,
    refused: plan.refused,
    remaining: drift.repairs.length - plan.repairs.length,
  };
}

async function record(context: MemoryContext, report: ReconcileReport, startedMs: number): Promise<void> {
  const nowMs = context.clock.nowMs();
  await recordEvents(context.store, [
    {
      eventType: "system",
      details: DRIFT_EVENT,
      payload: {
        ...reconcileFieldsToWire(report),
        index: context.vectors?.index.kind ?? null,
        duration_ms: Math.max(0, nowMs - startedMs),
      },
      createdAt: timestampOf(nowMs),
    },
  ]);
}

async function runReconcile(context: MemoryContext, options: ReconcileOptions): Promise<ReconcileResult> {
  const { vectors, store, clock } = context;
  if (vectors === undefined) return { skipped: "no_qdrant", reason: "not_configured" };
  const obstacle = obstacleOf(vectors);
  if (obstacle !== undefined) {
    return { skipped: obstacle === "breaker_open" ? "qdrant_unavailable" : "no_qdrant", reason: obstacle };
  }
  const startedMs = clock.nowMs();
  try {
    await registerIndex(store.vectors, vectors.index);
    const report = await reconcileTarget(context, await openTarget(vectors), options);
    await record(context, report, startedMs);
    return report;
  } catch (error) {
    const reason = vectorReasonOf(error);
    if (reason === undefined) throw error;
    return { skipped: "qdrant_unavailable", reason };
  }
}

/**
 * Compares the whole index with the claims and repairs what differs, within bounds.
 *
 * @throws ForbiddenError `access.denied`
 * @see spec/qdrant.md §6
 */
export async function reconcileIndex(context: MemoryContext, options: ReconcileOptions = {}): Promise<ReconcileResult> {
  requireOperator(context.authority, "configure");
  return runReconcile(context, options);
}

/** The same once in 24 hours; a run that failed or was skipped does not count. */
export async function reconcileWhenDue(context: MemoryContext): Promise<ReconcileResult> {
  requireOperator(context.authority, "configure");
  const since = timestampOf(context.clock.nowMs() - DAY_MS + 1_000);
  const filter = { eventType: "system", details: [DRIFT_EVENT], since };
  const { items } = await context.store.events.list(WHOLE_STORE, filter, { limit: 1 });
  return items.length > 0 ? { skipped: "throttled", reason: undefined } : runReconcile(context, {});
}
