import { requireOperator } from "../access/require-operator.ts";
import { invalidField } from "../claims/check-text.ts";
import type { MemoryContext } from "../memory-types.ts";
import { vectorReasonOf } from "./call-index.ts";
import { obstacleOf } from "./gate.ts";
import { WHOLE_STORE } from "./indexable.ts";
import { openTarget, registerIndex } from "./open-target.ts";
import type { PointTarget } from "./open-target.ts";
import { settleClaims } from "./settle-claims.ts";
import type { Settlement } from "./settle-claims.ts";
import type { SyncOptions, SyncReport, SyncResult } from "./sync-types.ts";

const DEFAULT_PAGE = 50;
const LARGEST_PAGE = 500;

type Store = Pick<MemoryContext, "store">;

/** Where a sync stopped is remembered for each collection and model. */
function streamOf({ runtime, name }: PointTarget): string {
  const { index, embedder } = runtime;
  return `${index.kind}:${name}:${embedder.spec.fp}:all`;
}

function pageSizeOf({ pageSize = DEFAULT_PAGE }: SyncOptions): number {
  if (Number.isInteger(pageSize) && pageSize >= 1 && pageSize <= LARGEST_PAGE) return pageSize;
  throw invalidField("input.invalid", "page_size", `is no whole number from 1 to ${LARGEST_PAGE}`);
}

const isOfEmbedder = ({ failed }: { readonly failed: string }): boolean => failed.startsWith("embed_");

function added(report: SyncReport, settlement: Settlement): SyncReport {
  const all = [...settlement.values()];
  const did = (...what: readonly string[]): number =>
    all.filter((one) => "did" in one && what.includes(one.did)).length;
  const failed = all.filter((one) => "failed" in one);
  return {
    total: report.total + all.length,
    synced: report.synced + did("upserted", "policy"),
    skippedSensitive: report.skippedSensitive + did("deleted"),
    unchanged: report.unchanged + did("unchanged"),
    errors: report.errors + failed.length,
    reason: failed.length === 0 ? undefined : failed.some(isOfEmbedder) ? "embed_error" : "index_error",
  };
}

const NOTHING: SyncReport = { total: 0, synced: 0, skippedSensitive: 0, unchanged: 0, errors: 0, reason: undefined };

/** Settles every claim, page by page, from where the last run stopped. A page that fails in any part ends the run. */
export async function syncTarget(
  { store }: Store,
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
    try {
      report = added(report, await settleClaims(store.vectors, target, claims));
    } catch (error) {
      const reason = vectorReasonOf(error);
      if (reason === undefined) throw error;
      return { ...report, total: report.total + claims.length, errors: report.errors + claims.length, reason };
    }
    if (report.errors > 0) return report;
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
