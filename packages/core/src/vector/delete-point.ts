import type { Claim } from "../claims/claim.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { PointRef, VectorIndex } from "../ports/vector-index.ts";
import { vectorReasonOf, writeIndex } from "./call-index.ts";
import { isIndexable, pointRef } from "./indexable.ts";
import type { VectorRuntime } from "./types.ts";

/** Where there is no collection there is no point. */
async function isGone(runtime: VectorRuntime, index: VectorIndex, ref: PointRef): Promise<boolean> {
  try {
    const { failed } = await writeIndex(runtime, (options) => index.delete([ref], options));
    return failed.length === 0;
  } catch (error) {
    if (vectorReasonOf(error) === "collection_missing") return true;
    throw error;
  }
}

/** A server that cannot say which collections it has says nothing about points either. */
async function deleteEverywhere(runtime: VectorRuntime, ref: PointRef): Promise<boolean> {
  const { index } = runtime;
  const { admin } = index;
  try {
    const names = admin && (await writeIndex(runtime, (options) => admin.list(options)));
    const indexes = names === undefined || admin === undefined ? [index] : names.map((name) => admin.at(name));
    for (const one of indexes) if (!(await isGone(runtime, one, ref))) return false;
    return true;
  } catch (error) {
    if (vectorReasonOf(error) === undefined) throw error;
    return false;
  }
}

/** An index that this process has not opened is told by the outbox; the one in the database has followed already. */
async function isNotedElsewhere({ store, vectors }: MemoryContext): Promise<boolean> {
  const here = [store.vectorIndex?.kind, vectors?.index.kind];
  return (await store.vectors.registered()).some((name) => !here.some((kind) => kind === name));
}

/**
 * Takes the point of a claim that has lost its words out of the index now, instead of with the next run over the outbox,
 * which does it in any case. Not inside a transaction.
 *
 * @param claim with citations, as it is now
 * @returns `undefined` where there is no index, or the claim may stay in it
 */
export async function deletePointNow(context: MemoryContext, claim: Claim): Promise<"deleted" | "pending" | undefined> {
  if (isIndexable(claim)) return undefined;
  const { vectors, store } = context;
  const isElsewhere = await isNotedElsewhere(context);
  if (vectors === undefined) return isElsewhere ? "pending" : undefined;
  const isHere = !(await deleteEverywhere(vectors, pointRef(await store.vectors.storeId(), claim)));
  return isHere || isElsewhere ? "pending" : "deleted";
}
