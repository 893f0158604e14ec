import type { VectorIndex } from "../ports/vector-index.ts";
import type { VectorSyncStore } from "../ports/vector-sync-store.ts";
import { tendIndex } from "./call-index.ts";
import type { VectorRuntime } from "./types.ts";

/** Where points of the model in use are written. */
export interface PointTarget {
  readonly runtime: VectorRuntime;
  readonly index: VectorIndex;
  /** Physical name of its collection or table. */
  readonly name: string;
  /** Collections of other models: readers may still see them, so what is taken away is taken from them too. */
  readonly others: readonly VectorIndex[];
}

/** Indexes over every other collection than `own`. */
async function othersThan(runtime: VectorRuntime, own: string): Promise<readonly VectorIndex[]> {
  const { admin } = runtime.index;
  if (admin === undefined) return [];
  const names = await tendIndex(runtime, (options) => admin.list(options));
  return names.filter((name) => name !== own).map((name) => admin.at(name));
}

/**
 * The collection of the model in use, which is made if there is none. It is not the one that is read from while a change
 * of model is under way.
 *
 * @throws ProviderError `index.unavailable`
 */
export async function openTarget(runtime: VectorRuntime): Promise<PointTarget> {
  const { index, embedder } = runtime;
  const { admin } = index;
  const own = admin?.nameFor(embedder.spec.fp);
  const active = admin && (await tendIndex(runtime, (options) => admin.active(options)));
  const isBeside = admin !== undefined && own !== undefined && active !== undefined && active !== own;
  const target = isBeside ? admin.at(own) : index;
  await tendIndex(runtime, (options) => target.ensure(embedder.spec, options));
  const name = own ?? (await tendIndex(runtime, (options) => target.describe(options))).name;
  return { runtime, index: target, name, others: await othersThan(runtime, name) };
}

/** From now on changes of claims are noted for the index, which goes by its kind. */
export async function registerIndex(store: VectorSyncStore, { kind }: Pick<VectorIndex, "kind">): Promise<void> {
  if (!(await store.registered()).includes(kind)) await store.register(kind);
}
