import type { Claim } from "../claims/claim.ts";
import type { ScannedPoint, VectorPoint } from "../ports/vector-index.ts";
import type { VectorSyncStore } from "../ports/vector-sync-store.ts";
import { tendIndex } from "./call-index.ts";
import { INDEX_LIMITS } from "./check-points.ts";
import { isIndexable, placeOf, pointOf, WHOLE_STORE } from "./indexable.ts";
import type { PointTarget } from "./open-target.ts";
import type { DriftClass } from "./sync-types.ts";

/** What is wrong in one place, and what sets it right: deleting points, writing the claim's point anew, or both. */
export interface Repair {
  readonly drift: DriftClass;
  /** The index's own ids of points to delete. */
  readonly pointIds: readonly string[];
  /** Of the claim whose point has to be written. */
  readonly claimId: number | undefined;
}

export interface Drift {
  /** Claims that should have a point. */
  readonly storeCount: number;
  /** Deletions first. */
  readonly repairs: readonly Repair[];
}

const CLAIMS_AT_ONCE = 500;

interface Scanned {
  /** By place; points of one place more than once are one too many. */
  readonly places: Map<string, ScannedPoint[]>;
  readonly malformed: readonly string[];
}

async function scanAll({ runtime, index }: PointTarget, storeId: string): Promise<Scanned> {
  const places = new Map<string, ScannedPoint[]>();
  const malformed: string[] = [];
  let cursor: string | undefined;
  do {
    const page = { filter: { storeId }, cursor, limit: INDEX_LIMITS.page };
    const result = await tendIndex(runtime, (options) => index.scan(page, options));
    for (const point of result.points) {
      const place = placeOf(point);
      places.set(place, [...(places.get(place) ?? []), point]);
    }
    malformed.push(...result.malformed);
    cursor = result.next;
  } while (cursor !== undefined);
  return { places, malformed };
}

type Wanted = Omit<VectorPoint, "vector">;

function differenceOf(wanted: Wanted, [there, ...more]: readonly ScannedPoint[]): DriftClass | undefined {
  if (there === undefined) return "missing";
  if (more.length > 0) return "duplicate";
  if (there.fp !== wanted.fp) return "stale_model";
  if (there.hash !== wanted.hash) return "stale_hash";
  return there.scope === wanted.scope && there.status === wanted.status ? undefined : "stale_policy";
}

/** All points of a place that has several go: which of them a deletion by name would reach, nobody knows. */
function repairOf(claim: Claim, wanted: Wanted, there: readonly ScannedPoint[]): readonly Repair[] {
  const drift = differenceOf(wanted, there);
  if (drift === undefined) return [];
  const pointIds = drift === "duplicate" ? there.map(({ pointId }) => pointId) : [];
  return [{ drift, pointIds, claimId: claim.id }];
}

/** Of points without a claim that should have one, those of which the store says the same once more. */
async function ghostsOf(
  store: VectorSyncStore,
  storeId: string,
  left: readonly ScannedPoint[],
): Promise<readonly Repair[]> {
  const ghosts: Repair[] = [];
  for (let start = 0; start < left.length; start += CLAIMS_AT_ONCE) {
    const points = left.slice(start, start + CLAIMS_AT_ONCE);
    const named = await store.byUids(WHOLE_STORE, [...new Set(points.map(({ claimUid }) => claimUid))]);
    const claims =
      named.length === 0
        ? []
        : await store.byIds(
            WHOLE_STORE,
            named.map(({ id }) => id),
          );
    const places = new Set(claims.filter(isIndexable).map((claim) => placeOf(pointOf(storeId, claim, ""))));
    const without = points.filter((point) => !places.has(placeOf(point)));
    ghosts.push(
      ...without.map(({ pointId }) => ({ drift: "ghost", pointIds: [pointId], claimId: undefined }) as const),
    );
  }
  return ghosts;
}

/**
 * Compares every point of the store in an index with the claims, and the other way round.
 *
 * @throws ProviderError `index.unavailable`
 */
export async function findDrift(store: VectorSyncStore, target: PointTarget): Promise<Drift> {
  const storeId = await store.storeId();
  const { fp } = target.runtime.embedder.spec;
  const { places, malformed } = await scanAll(target, storeId);
  const repairs: Repair[] = [];
  let storeCount = 0;
  for (let afterId: number | undefined = 0; afterId !== undefined;) {
    const claims: readonly Claim[] = await store.page(WHOLE_STORE, { afterId, limit: CLAIMS_AT_ONCE });
    for (const claim of claims.filter(isIndexable)) {
      const wanted = pointOf(storeId, claim, fp);
      const place = placeOf(wanted);
      repairs.push(...repairOf(claim, wanted, places.get(place) ?? []));
      places.delete(place);
      storeCount += 1;
    }
    afterId = claims.at(-1)?.id;
  }
  const damaged = malformed.map(
    (pointId) => ({ drift: "malformed", pointIds: [pointId], claimId: undefined }) as const,
  );
  const all = [...(await ghostsOf(store, storeId, [...places.values()].flat())), ...damaged, ...repairs];
  const deletes = ({ pointIds }: Repair): boolean => pointIds.length > 0;
  return { storeCount, repairs: [...all.filter(deletes), ...all.filter((repair) => !deletes(repair))] };
}
