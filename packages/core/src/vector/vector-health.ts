import { requireOperator } from "../access/require-operator.ts";
import { payloadOf } from "../events/payload-of.ts";
import type { JsonObject } from "../events/event.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { OutboxDepth } from "../ports/vector-sync-store.ts";
import type { IndexInfo } from "../ports/vector-index.ts";
import { UPKEEP_LIMIT_MS, untilAborted } from "./call-index.ts";
import { obstacleOf, stateOf } from "./gate.ts";
import { WHOLE_STORE } from "./indexable.ts";
import { DRIFT_EVENT } from "./reconcile-index.ts";
import type { VectorHealth, VectorReason, VectorRuntime } from "./types.ts";

/** What waits for any index, one that this process has not opened included. */
async function wholeOutbox({ store: { vectors } }: MemoryContext): Promise<OutboxDepth> {
  const depths = await Promise.all((await vectors.registered()).map((name) => vectors.depth(name)));
  return {
    waiting: depths.reduce((sum, { waiting }) => sum + waiting, 0),
    stuck: depths.reduce((sum, { stuck }) => sum + stuck, 0),
    oldest: depths.flatMap(({ oldest }) => oldest ?? []).sort()[0],
  };
}

async function lastReconcile({ store }: MemoryContext): Promise<JsonObject | undefined> {
  const filter = { eventType: "system", details: [DRIFT_EVENT] };
  const { items } = await store.events.list(WHOLE_STORE, filter, { limit: 1 });
  const [event] = items;
  return event && { at: event.createdAt, ...payloadOf(event) };
}

/** A description must be had, whatever becomes of the index. */
async function describeIndex({ index, embedder }: VectorRuntime): Promise<Partial<IndexInfo>> {
  const signal = AbortSignal.timeout(UPKEEP_LIMIT_MS);
  try {
    return await untilAborted(signal, () => index.describe({ signal, fp: embedder.spec.fp }));
  } catch {
    return { reachable: false, reason: signal.aborted ? "index_timeout" : "index_error" };
  }
}

function reasonFrom(runtime: VectorRuntime, { reachable, reason, fp }: Partial<IndexInfo>): VectorReason | undefined {
  if (reason !== undefined) return reason;
  if (reachable !== true) return "index_error";
  return fp === undefined || fp === runtime.embedder.spec.fp ? undefined : "fingerprint_mismatch";
}

/**
 * Where the index stands. It asks the index, and never fails because of what that does.
 *
 * @throws ForbiddenError `access.denied`
 */
export async function vectorHealth(context: MemoryContext): Promise<VectorHealth> {
  requireOperator(context.authority, "configure");
  const { vectors, settings } = context;
  const info: Partial<IndexInfo> = vectors === undefined ? {} : await describeIndex(vectors);
  const found = vectors === undefined ? "not_configured" : (obstacleOf(vectors) ?? reasonFrom(vectors, info));
  const reason = settings.vector.reads === "off" ? "reads_disabled" : found;
  return {
    kind: vectors?.index.kind,
    state: stateOf(reason, settings),
    reason,
    name: info.name,
    fp: info.fp,
    points: info.points,
    serverVersion: info.serverVersion,
    outbox: await wholeOutbox(context),
    breaker: vectors?.breaker.state() ?? "closed",
    lastReconcile: await lastReconcile(context),
  };
}
