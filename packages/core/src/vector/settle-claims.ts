import type { Claim } from "../claims/claim.ts";
import { embeddingInput } from "../embedding/embedding-input.ts";
import { ProviderError } from "../errors/errors.ts";
import type { FailedPoint, PointRef, ScannedPoint, VectorPoint, WriteReport } from "../ports/vector-index.ts";
import type { VectorSyncStore } from "../ports/vector-sync-store.ts";
import { tendIndex, vectorReasonOf, writeIndex } from "./call-index.ts";
import { INDEX_LIMITS } from "./check-points.ts";
import { embedChecked } from "./embed-checked.ts";
import { isIndexable, placeOf, pointOf, pointRef, WHOLE_STORE } from "./indexable.ts";
import type { PointTarget } from "./open-target.ts";
import type { VectorRuntime } from "./types.ts";

/** What became of the point of a claim. */
export type Settled =
  | { readonly did: "upserted" | "policy" | "unchanged" | "deleted" }
  | { readonly failed: string; readonly retryable: boolean };

/** By id of the claim. */
export type Settlement = ReadonlyMap<number, Settled>;

type Wanted = Omit<VectorPoint, "vector">;

/** A claim with the point that it should have. */
interface Due {
  readonly claim: Claim;
  readonly point: Wanted;
}

interface Settling {
  readonly store: VectorSyncStore;
  readonly target: PointTarget;
  readonly storeId: string;
  readonly settled: Map<number, Settled>;
}

const uidsOf = (claims: readonly Claim[]): readonly string[] => claims.map(({ uid }) => uid);

/** A report of writing, as what became of each claim. */
function note(
  { settled }: Settling,
  claims: readonly Claim[],
  { report, did }: { readonly report: WriteReport; readonly did: "upserted" | "policy" | "deleted" },
): void {
  const failures = new Map<string, FailedPoint>(report.failed.map((failure) => [failure.claimUid, failure]));
  for (const { id, uid } of claims) {
    const failure = failures.get(uid);
    if (failure === undefined) settled.set(id, { did });
    // A point that has gone meanwhile is written anew the next time.
    else settled.set(id, { failed: failure.code, retryable: failure.retryable || failure.code === "missing" });
  }
}

/** Points are taken from all collections: readers may see any of them. */
async function remove(settling: Settling, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  const { target, storeId } = settling;
  const refs: readonly PointRef[] = claims.map((claim) => pointRef(storeId, claim));
  const failed: FailedPoint[] = [];
  for (const index of [...target.others, target.index]) {
    const report = await writeIndex(target.runtime, (options) => index.delete(refs, options));
    failed.push(...report.failed);
  }
  note(settling, claims, { report: { ok: uidsOf(claims), failed }, did: "deleted" });
}

async function pointsThere({ target, storeId }: Settling, due: readonly Due[]): Promise<Map<string, ScannedPoint>> {
  if (due.length === 0) return new Map();
  const filter = { storeId, claimUids: due.map(({ claim }) => claim.uid) };
  const { points } = await tendIndex(target.runtime, (options) =>
    target.index.scan({ filter, limit: INDEX_LIMITS.page }, options),
  );
  return new Map(points.map((point) => [placeOf(point), point]));
}

type Task = "upsert" | "policy" | "nothing";

function taskOf({ point }: Due, there: ScannedPoint | undefined): Task {
  if (there?.hash !== point.hash || there.fp !== point.fp) return "upsert";
  return there.scope === point.scope && there.status === point.status ? "nothing" : "policy";
}

async function setPolicies(settling: Settling, due: readonly Due[]): Promise<void> {
  if (due.length === 0) return;
  const { runtime, index } = settling.target;
  const report = await writeIndex(runtime, (options) =>
    index.setPolicy(
      due.map(({ point }) => point),
      options,
    ),
  );
  note(
    settling,
    due.map(({ claim }) => claim),
    { report, did: "policy" },
  );
}

/** What a collection of another model holds of these claims stays found by those who still read it. */
async function followElsewhere({ target }: Settling, due: readonly Due[]): Promise<void> {
  if (due.length === 0) return;
  const policies = due.map(({ point }) => point);
  for (const index of target.others) {
    await writeIndex(target.runtime, (options) => index.setPolicy(policies, options));
  }
}

const refused = (error: unknown): Settled => ({ failed: vectorReasonOf(error) ?? "embed_error", retryable: true });

/** One text that the embedder refuses must not keep the others from it; one that has failed as a whole is left alone. */
async function embedEach(
  { embedder }: Pick<VectorRuntime, "embedder">,
  due: readonly Due[],
  settled: Map<number, Settled>,
): Promise<readonly (Due & { readonly vector: Float32Array })[]> {
  if (due.length === 0) return [];
  try {
    const texts = due.map(({ claim }) => embeddingInput(claim));
    const vectors = await embedChecked(embedder, texts, { kind: "passage" });
    return due.flatMap((one, place) => {
      const vector = vectors[place];
      return vector === undefined ? [] : [{ ...one, vector }];
    });
  } catch (error) {
    if (!(error instanceof ProviderError) || embedder.degraded || !embedder.isSemantic) throw error;
    if (due.length > 1) {
      const embedded = [];
      for (const one of due) embedded.push(...(await embedEach({ embedder }, [one], settled)));
      return embedded;
    }
    for (const { claim } of due) settled.set(claim.id, refused(error));
    return [];
  }
}

async function upsert(settling: Settling, due: readonly Due[]): Promise<void> {
  const { target, settled } = settling;
  const embedded = await embedEach(target.runtime, due, settled);
  if (embedded.length === 0) return;
  const points = embedded.map(({ point, vector }) => ({ ...point, vector }));
  const report = await writeIndex(target.runtime, (options) => target.index.upsert(points, options));
  note(
    settling,
    embedded.map(({ claim }) => claim),
    { report, did: "upserted" },
  );
}

/** A claim may have been erased while its point was on the way: a point that came after the deletion would stay. */
async function removeOvertaken(settling: Settling, written: readonly Due[]): Promise<void> {
  if (written.length === 0) return;
  const ids = written.map(({ claim }) => claim.id);
  const now = await settling.store.byIds(WHOLE_STORE, ids);
  await remove(
    settling,
    now.filter((claim) => !isIndexable(claim)),
  );
}

/**
 * Makes the points of some claims what they should be, with as little as does it: nothing, a new policy, a new vector, or
 * no point at all. Repeating it is harmless.
 *
 * @param claims at most 500, with citations, as they are now
 * @throws ProviderError when index or embedder fail as a whole; some of the claims may be settled then
 */
export async function settleClaims(
  store: VectorSyncStore,
  target: PointTarget,
  claims: readonly Claim[],
): Promise<Settlement> {
  const settled = new Map<number, Settled>();
  const settling: Settling = { store, target, storeId: await store.storeId(), settled };
  const { fp } = target.runtime.embedder.spec;
  const indexable = claims.filter(isIndexable);
  await remove(
    settling,
    claims.filter((claim) => !indexable.includes(claim)),
  );
  const due = indexable.map((claim): Due => ({ claim, point: pointOf(settling.storeId, claim, fp) }));
  const there = await pointsThere(settling, due);
  const having = (task: Task): readonly Due[] =>
    due.filter((one) => taskOf(one, there.get(placeOf(one.point))) === task);
  for (const { claim } of having("nothing")) settled.set(claim.id, { did: "unchanged" });
  await followElsewhere(settling, due);
  await setPolicies(settling, having("policy"));
  const toWrite = having("upsert");
  try {
    await upsert(settling, toWrite);
  } finally {
    await removeOvertaken(settling, toWrite);
  }
  return settled;
}
