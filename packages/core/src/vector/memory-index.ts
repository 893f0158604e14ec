import { cosineSimilarity } from "../embedding/similarity.ts";
import type { EmbeddingSpec } from "../ports/embedder.ts";
import type {
  CallOptions,
  CollectionAdmin,
  IndexFilter,
  IndexInfo,
  PointRef,
  ScannedPoint,
  VectorIndex,
  VectorPoint,
} from "../ports/vector-index.ts";
import { checkIndexFilter, checkScanPage, checkVectorQuery, sortPoints } from "./check-points.ts";
import { checkNotAborted, indexUnavailable } from "./index-unavailable.ts";

const NAME = "memory";

interface Collection {
  readonly spec: EmbeddingSpec;
  readonly points: Map<string, VectorPoint>;
}

/** Which collection a name stands for at the time of the call, and what `ensure` does about one that is missing. */
interface Place {
  readonly name: () => string | undefined;
  readonly created: (name: string) => void;
  readonly nameFor: (spec: EmbeddingSpec) => string;
}

const nameFor = (fp: string): string => `${NAME}-${fp}`;

const idOf = ({ storeId, tenantId, claimUid }: PointRef): string => `${storeId}:${tenantId}:${claimUid}`;

const isAmong = (value: string, wanted: readonly string[] | undefined): boolean => wanted?.includes(value) ?? true;

const meets = (point: VectorPoint, { storeId, tenantId, scopes, statuses, claimUids }: IndexFilter): boolean =>
  point.storeId === storeId &&
  isAmong(point.tenantId, tenantId === undefined ? undefined : [tenantId]) &&
  isAmong(point.scope, scopes) &&
  isAmong(point.status, statuses) &&
  isAmong(point.claimUid, claimUids);

function scanned([pointId, point]: readonly [string, VectorPoint]): ScannedPoint {
  const { storeId, tenantId, claimUid, scope, status, hash, fp } = point;
  return { pointId, storeId, tenantId, claimUid, scope, status, hash, fp };
}

const uidsOf = (refs: readonly PointRef[]): readonly string[] => refs.map(({ claimUid }) => claimUid);

type Reads = Pick<VectorIndex, "query" | "scan" | "count">;
type Writes = Pick<VectorIndex, "upsert" | "setPolicy" | "delete" | "deletePoints">;
type Opened = (options: CallOptions | undefined) => Collection;

function readsOf(open: Opened): Reads {
  const among = ({ points }: Collection, filter: IndexFilter) => [...points].filter(([, one]) => meets(one, filter));
  return {
    query: async (query, options) => {
      const collection = open(options);
      checkVectorQuery(query, collection.spec);
      const hits = among(collection, query.filter).map(([, { claimUid, hash, fp, vector }]) => ({
        claimUid,
        hash,
        fp,
        score: cosineSimilarity(query.vector, vector),
      }));
      return hits.sort((one, other) => other.score - one.score).slice(0, query.limit);
    },
    scan: async (page, options) => {
      checkScanPage(page);
      const all = among(open(options), page.filter).sort(([one], [other]) => (one < other ? -1 : 1));
      const { cursor = "" } = page;
      const rest = all.filter(([pointId]) => pointId > cursor);
      const points = rest.slice(0, page.limit).map(scanned);
      return { points, malformed: [], next: rest.length > page.limit ? points.at(-1)?.pointId : undefined };
    },
    count: async (filter, options) => {
      checkIndexFilter(filter);
      return among(open(options), filter).length;
    },
  };
}

function writesOf(open: Opened): Writes {
  return {
    upsert: async (points, options) => {
      const collection = open(options);
      const { usable, failed } = sortPoints(points, collection.spec);
      for (const point of usable) collection.points.set(idOf(point), { ...point, vector: point.vector.slice() });
      return { ok: uidsOf(usable), failed };
    },
    setPolicy: async (policies, options) => {
      const { points } = open(options);
      const there = policies.filter((policy) => points.has(idOf(policy)));
      for (const { scope, status, ...ref } of there) {
        const point = points.get(idOf(ref));
        if (point !== undefined) points.set(idOf(ref), { ...point, scope, status });
      }
      const missing = policies.filter((policy) => !points.has(idOf(policy)));
      const failed = uidsOf(missing).map((claimUid) => ({ claimUid, code: "missing", retryable: false }));
      return { ok: uidsOf(there), failed };
    },
    delete: async (refs, options) => {
      const { points } = open(options);
      for (const ref of refs) points.delete(idOf(ref));
      return { ok: uidsOf(refs), failed: [] };
    },
    deletePoints: async (pointIds, options) => {
      const { points } = open(options);
      for (const pointId of pointIds) points.delete(pointId);
    },
  };
}

function infoOf(name: string, collection: Collection | undefined): IndexInfo {
  const { spec, points } = collection ?? {};
  const found = { points: points?.size, dims: spec?.dims, fp: spec?.fp, serverVersion: undefined };
  return { name, reachable: true, reason: spec === undefined ? "collection_missing" : undefined, ...found };
}

function indexOver(collections: Map<string, Collection>, place: Place): VectorIndex {
  const open: Opened = (options) => {
    checkNotAborted(options);
    const collection = collections.get(place.name() ?? "");
    if (collection === undefined) throw indexUnavailable("collection_missing");
    return collection;
  };
  return {
    kind: "memory",
    isInStore: false,
    describe: async () => infoOf(place.name() ?? NAME, collections.get(place.name() ?? "")),
    ensure: async (spec, options) => {
      checkNotAborted(options);
      const name = place.nameFor(spec);
      const there = collections.get(name);
      if (there !== undefined && there.spec.fp !== spec.fp) throw indexUnavailable("fingerprint_mismatch");
      if (there === undefined) collections.set(name, { spec, points: new Map() });
      place.created(name);
    },
    ...readsOf(open),
    ...writesOf(open),
    close: async () => undefined,
  };
}

/**
 * An index in the memory of the process: exact, for tests and for small stores. It reads and writes one collection, the
 * first that was ensured, until `admin.swap` puts another in its place.
 */
export function createMemoryVectorIndex(): VectorIndex {
  const collections = new Map<string, Collection>();
  let active: string | undefined;

  const admin: CollectionAdmin = {
    nameFor,
    active: async (options) => {
      checkNotAborted(options);
      return active;
    },
    at: (physical) =>
      indexOver(collections, { name: () => physical, created: () => undefined, nameFor: () => physical }),
    swap: async (to, options) => {
      checkNotAborted(options);
      if (!collections.has(to)) throw indexUnavailable("collection_missing");
      active = to;
    },
    list: async (options) => {
      checkNotAborted(options);
      return [...collections.keys()].sort();
    },
    drop: async (physical, options) => {
      checkNotAborted(options);
      collections.delete(physical);
      if (active === physical) active = undefined;
    },
  };
  const place: Place = {
    name: () => active,
    created: (name) => {
      active ??= name;
    },
    nameFor: ({ fp }) => nameFor(fp),
  };
  return { ...indexOver(collections, place), admin };
}
