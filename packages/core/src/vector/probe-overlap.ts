import type { Claim } from "../claims/claim.ts";
import { embeddingInput } from "../embedding/embedding-input.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { VectorIndex } from "../ports/vector-index.ts";
import type { VectorSyncStore } from "../ports/vector-sync-store.ts";
import { tendIndex, vectorReasonOf } from "./call-index.ts";
import { embedChecked } from "./embed-checked.ts";
import { indexTenant, isIndexable, WHOLE_STORE } from "./indexable.ts";
import { readHits } from "./judge-hits.ts";
import type { VectorRuntime } from "./types.ts";

const PROBES = 20;
const NEAREST = 10;

/** A collection with the model that its vectors are of. */
export interface Side {
  readonly index: VectorIndex;
  readonly embedder: Embedder;
}

async function nearest(
  runtime: VectorRuntime,
  { index, embedder }: Side,
  { storeId, probes }: { readonly storeId: string; readonly probes: readonly Claim[] },
): Promise<readonly (readonly string[])[]> {
  const vectors = await embedChecked(embedder, probes.map(embeddingInput), { kind: "query" });
  const found: (readonly string[])[] = [];
  for (const [place, probe] of probes.entries()) {
    const filter = { storeId, tenantId: indexTenant(probe) };
    const vector = vectors[place] ?? new Float32Array();
    const query = { vector, fp: embedder.spec.fp, limit: NEAREST, filter };
    const answer = await tendIndex(runtime, (options) => index.query(query, options));
    found.push(readHits(answer).hits.map(({ claimUid }) => claimUid));
  }
  return found;
}

/** The words of the oldest claims serve as questions, so that each change of model is told by the same ones. */
async function probesOf(store: VectorSyncStore): Promise<readonly Claim[]> {
  return (await store.page(WHOLE_STORE, { afterId: 0, limit: PROBES })).filter(isIndexable);
}

/**
 * Share of the ten nearest claims that two models agree on, over twenty questions, 0..1. For a report: when it cannot be
 * told, it is `undefined`.
 */
export async function probeOverlap(
  store: VectorSyncStore,
  runtime: VectorRuntime,
  [before, after]: readonly [Side, Side],
): Promise<number | undefined> {
  try {
    const probing = { storeId: await store.storeId(), probes: await probesOf(store) };
    const old = await nearest(runtime, before, probing);
    const fresh = await nearest(runtime, after, probing);
    const shares = old.map((uids, place) => {
      const other = new Set(fresh[place]);
      return uids.filter((uid) => other.has(uid)).length / Math.max(1, uids.length, other.size);
    });
    return shares.length === 0 ? undefined : shares.reduce((sum, share) => sum + share, 0) / shares.length;
  } catch (error) {
    if (vectorReasonOf(error) === undefined) throw error;
    return undefined;
  }
}
