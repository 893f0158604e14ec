import type { Claim } from "../claims/claim.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { PointRef, VectorIndex } from "../ports/vector-index.ts";
import { vectorReasonOf, writeIndex } from "./call-index.ts";
import { isIndexable, pointRef } from "./indexable.ts";
import type { VectorRuntime } from "./types.ts";

async function collectionsOf(runtime: VectorRuntime): Promise<readonly VectorIndex[]> {
  const { index } = runtime;
  const { admin } = index;
  if (admin === undefined) return [index];
  const names = await writeIndex(runtime, (options) => admin.list(options));
  return names.map((name) => admin.at(name));
}

async function deleteEverywhere(runtime: VectorRuntime, ref: PointRef): Promise<boolean> {
  try {
    for (const index of await collectionsOf(runtime)) {
      const { failed } = await writeIndex(runtime, (options) => index.delete([ref], options));
      if (failed.length > 0) return false;
    }
    return true;
  } catch (error) {
    const reason = vectorReasonOf(error);
    if (reason === undefined) throw error;
    // Where there is no collection there is no point.
    return reason === "collection_missing";
  }
}

/** An index that this process has not opened is told by the outbox; the one in the database has followed already. */
async function isNotedElsewhere({ store }: MemoryContext): Promise<boolean> {
  const outside = (await store.vectors.registered()).filter((name) => name !== store.vectorIndex?.kind);
  return outside.length > 0;
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
  if (vectors === undefined) return (await isNotedElsewhere(context)) ? "pending" : undefined;
  const ref = pointRef(await store.vectors.storeId(), claim);
  return (await deleteEverywhere(vectors, ref)) ? "deleted" : "pending";
}
