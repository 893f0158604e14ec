import { requireOperator } from "../access/require-operator.ts";
import { epochMsOf, timestampOf } from "../claims/time.ts";
import { payloadOf } from "../events/payload-of.ts";
import { recordEvents } from "../events/record-events.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { CollectionAdmin } from "../ports/vector-index.ts";
import { tendIndex, vectorReasonOf } from "./call-index.ts";
import { obstacleOf } from "./gate.ts";
import { WHOLE_STORE } from "./indexable.ts";
import { openTarget, registerIndex } from "./open-target.ts";
import type { PointTarget } from "./open-target.ts";
import { probeOverlap } from "./probe-overlap.ts";
import { reconcileTarget } from "./reconcile-index.ts";
import { syncTarget } from "./sync-index.ts";
import type { ChangeModelOptions, ModelChange, NotDone } from "./sync-types.ts";
import type { VectorRuntime } from "./types.ts";

const SWAP_EVENT = "vector_model_swapped";
const KEPT_MS = 86_400_000;

async function noteSwap({ store, clock }: MemoryContext, payload: { readonly to: string }): Promise<void> {
  const createdAt = timestampOf(clock.nowMs());
  await recordEvents(store, [{ eventType: "system", details: SWAP_EVENT, payload, createdAt }]);
}

/** Deletes the collections of earlier models, a day after the change: until then it can be taken back. */
async function dropOld(
  context: MemoryContext,
  { runtime, name }: PointTarget,
  admin: CollectionAdmin,
): Promise<readonly string[]> {
  const { store, clock } = context;
  const old = (await tendIndex(runtime, (options) => admin.list(options))).filter((one) => one !== name);
  if (old.length === 0) return [];
  const { items } = await store.events.list(WHOLE_STORE, { eventType: "system", details: [SWAP_EVENT] }, { limit: 1 });
  const [swapped] = items;
  // A run that ended between the change and its event: the day begins now.
  if (swapped === undefined || payloadOf(swapped)?.["to"] !== name) {
    await noteSwap(context, { to: name });
    return [];
  }
  if (clock.nowMs() - (epochMsOf(swapped.createdAt) ?? 0) < KEPT_MS) return [];
  for (const one of old) await tendIndex(runtime, (options) => admin.drop(one, options));
  return old;
}

const NO_CHANGE = { missing: 0, overlap: undefined, dropped: [] };

/** Fills the collection of the new model, and lets readers see it once nothing is missing in it. */
async function fillAndSwap(
  context: MemoryContext,
  target: PointTarget,
  {
    active,
    admin,
    options,
  }: {
    readonly active: string;
    readonly admin: CollectionAdmin;
    readonly options: ChangeModelOptions;
  },
): Promise<ModelChange> {
  const { runtime, name, index } = target;
  const sync = await syncTarget(context, target, options);
  if (sync.errors > 0) return { ...NO_CHANGE, state: "incomplete", sync };
  await reconcileTarget(context, target, { full: true });
  const { classes } = await reconcileTarget(context, target, { full: true });
  const { missing } = classes;
  if (missing > 0) return { ...NO_CHANGE, state: "incomplete", sync, missing };
  const { previous } = options;
  const before = previous && { index: admin.at(active), embedder: previous };
  const after = { index, embedder: runtime.embedder };
  const overlap = before && (await probeOverlap(context.store.vectors, runtime, [before, after]));
  await tendIndex(runtime, (call) => admin.swap(name, call));
  await noteSwap(context, { to: name });
  return { ...NO_CHANGE, state: "changed", sync, overlap };
}

async function change(
  context: MemoryContext,
  runtime: VectorRuntime,
  options: ChangeModelOptions,
): Promise<ModelChange> {
  const { admin } = runtime.index;
  const active = admin && (await tendIndex(runtime, (call) => admin.active(call)));
  const target = await openTarget(runtime);
  if (admin !== undefined && active !== undefined && active !== target.name) {
    return fillAndSwap(context, target, { active, admin, options });
  }
  const sync = await syncTarget(context, target, options);
  const dropped = admin === undefined ? [] : await dropOld(context, target, admin);
  return { ...NO_CHANGE, state: sync.errors > 0 ? "incomplete" : "current", sync, dropped };
}

/**
 * Brings the index to the model in use. Where points of another model are read from, a collection is filled beside them,
 * and readers change over in one step once nothing is missing in it; whatever comes between, they see the old one, and
 * the next run goes on. Where the model is in use already, it syncs, and deletes what earlier models have left a day ago.
 *
 * @throws ForbiddenError `access.denied`; InvalidInputError `input.invalid`
 * @see spec/qdrant.md §6
 */
export async function changeModel(
  context: MemoryContext,
  options: ChangeModelOptions = {},
): Promise<ModelChange | NotDone> {
  requireOperator(context.authority, "configure");
  const { vectors, store } = context;
  if (vectors === undefined) return { skipped: "not_configured" };
  const obstacle = obstacleOf(vectors);
  if (obstacle !== undefined) return { skipped: obstacle };
  await registerIndex(store.vectors, vectors.index);
  try {
    return await change(context, vectors, options);
  } catch (error) {
    const reason = vectorReasonOf(error);
    if (reason === undefined) throw error;
    return { skipped: reason };
  }
}
