import { requireOperator } from "../access/require-operator.ts";
import { invalidField } from "../claims/check-text.ts";
import { timestampOf } from "../claims/time.ts";
import type { MemoryContext } from "../memory-types.ts";
import { vectorReasonOf } from "./call-index.ts";
import { obstacleOf } from "./gate.ts";
import { WHOLE_STORE } from "./indexable.ts";
import { openTarget, registerIndex } from "./open-target.ts";
import type { PointTarget } from "./open-target.ts";
import { settleClaims } from "./settle-claims.ts";
import type { Settlement } from "./settle-claims.ts";
import type { VectorReason } from "./types.ts";
import type { SyncOptions, SyncReport, SyncResult } from "./sync-types.ts";

const DEFAULT_PAGE = 50;
const LARGEST_PAGE = 500;

type Context = Pick<MemoryContext, "store" | "clock">;

/** Where a sync stopped is remembered for each collection and model. */
function streamOf({ runtime, name }: PointTarget): string {
  const { index, embedder } = runtime;
  return `${index.kind}:${name}:${embedder.spec.fp}:all`;
}

function pageSizeOf({ pageSize = DEFAULT_PAGE }: SyncOptions): number {
  if (Number.isInteger(pageSize) && pageSize >= 1 && pageSize <= LARGEST_PAGE) return pageSize;
  throw invalidField("input.invalid", "page_size", `is no whole number from 1 to ${LARGEST_PAGE}`);
}

interface Failure {
  readonly claimId: number;
  readonly code: string;
}

function failuresOf(settlement: Settlement): readonly Failure[] {
  return [...settlement].flatMap(([claimId, one]) => ("failed" in one ? [{ claimId, code: one.failed }] : []));
}

const reasonOf = (failures: readonly Failure[]): VectorReason =>
  failures.some(({ code }) => code.startsWith("embed_")) ? "embed_error" : "index_error";

function added(report: SyncReport, settlement: Settlement): SyncReport {
  const all = [...settlement.values()];
  const did = (...what: readonly string[]): number =>
    all.filter((one) => "did" in one && what.includes(one.did)).length;
  return {
    ...report,
    total: report.total + all.length,
    synced: report.synced + did("upserted", "policy"),
    skippedSensitive: report.skippedSensitive + did("deleted"),
    unchanged: report.unchanged + did("unchanged"),
    errors: report.errors + failuresOf(settlement).length,
  };
}

const NOTHING: SyncReport = { total: 0, synced: 0, skippedSensitive: 0, unchanged: 0, errors: 0, reason: undefined };

/**
 * Settles every claim, page by page, from where the last run stopped. A page that fails as a whole ends the run; single
 * claims that fail are left to the outbox, and keep the others from nothing.
 */
export async function syncTarget(
  { store, clock }: Context,
  target: PointTarget,
  options: SyncOptions = {},
): Promise<SyncReport> {
  const limit = pageSizeOf(options);
  const stream = streamOf(target);
  const of = await store.vectors.count(WHOLE_STORE);
  let report = NOTHING;
  for (let afterId = await store.vectors.cursor(stream); ;) {
    const claims = await store.vectors.page(WHOLE_STORE, { afterId, limit });
    const last = claims.at(-1);
    if (last === undefined) break;
    let failures: readonly Failure[];
    try {
      const settlement = await settleClaims(store.vectors, target, claims);
      report = added(report, settlement);
      failures = failuresOf(settlement);
    } catch (error) {
      const reason = vectorReasonOf(error);
      if (reason === undefined) throw error;
      return { ...report, total: report.total + claims.length, errors: report.errors + claims.length, reason };
    }
    if (failures.length === claims.length) return { ...report, reason: reasonOf(failures) };
    if (failures.length > 0) {
      const ids = failures.map(({ claimId }) => claimId);
      await store.vectors.enqueue(target.runtime.index.kind, ids, timestampOf(clock.nowMs()));
    }
    afterId = last.id;
    await store.vectors.setCursor(stream, afterId);
    options.onProgress?.({ done: report.total, of });
    if (claims.length < limit) break;
  }
  await store.vectors.setCursor(stream, 0);
  return report;
}

/**
 * Gives every claim its point, whatever the outbox knows; a run that was broken off is taken up again.
 *
 * @throws ForbiddenError `access.denied`; InvalidInputError `input.invalid`
 */
export async function syncIndex(context: MemoryContext, options: SyncOptions = {}): Promise<SyncResult> {
  requireOperator(context.authority, "configure");
  pageSizeOf(options);
  const { vectors, store } = context;
  const obstacle = vectors === undefined ? "not_configured" : obstacleOf(vectors);
  if (vectors === undefined || obstacle === "not_configured" || obstacle === "non_semantic_embedder") {
    return { skipped: obstacle ?? "not_configured" };
  }
  await registerIndex(store.vectors, vectors.index);
  try {
    return await syncTarget(context, await openTarget(vectors), options);
  } catch (error) {
    const reason = vectorReasonOf(error);
    if (reason === undefined) throw error;
    return { ...NOTHING, reason };
  }
}
