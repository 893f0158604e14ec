import { embeddingSpec, sha256Hex } from "@memorymaster/core";
import type { EmbeddingSpec, PointPolicy, VectorHit, VectorIndex, VectorPoint, VectorQuery } from "@memorymaster/core";

/** An empty index without a collection, which goes away with its data. */
export interface OpenedIndex extends AsyncDisposable {
  readonly index: VectorIndex;
  /** Of the database that the index belongs to; for one outside of databases, any. */
  readonly storeId: string;
  /**
   * Where points belong to claims: makes the claim of a point. Absent elsewhere.
   *
   * @returns the hash that a point of the claim carries
   */
  readonly makeClaim?: ((policy: PointPolicy) => Promise<string>) | undefined;
  /** Where points belong to claims: gives a claim another scope and status, as the store does. Absent elsewhere. */
  readonly changeClaim?: ((policy: PointPolicy) => Promise<void>) | undefined;
}

export type OpenIndex = () => Promise<OpenedIndex>;

/** What one test works with: an index that has been ensured for `SPEC`. */
export interface IndexBench {
  readonly index: VectorIndex;
  readonly storeId: string;
  readonly hasClaims: boolean;
  /** A point that may be written, with its claim where it needs one. Number 0, 1, … tells uid and vector. */
  readonly point: (number: number, given?: Partial<VectorPoint>) => Promise<VectorPoint>;
  /** Makes such points and writes them. */
  readonly write: (count: number, given?: (number: number) => Partial<VectorPoint>) => Promise<readonly VectorPoint[]>;
  /** Changes the claim first, where there is one, then the point. */
  readonly setPolicy: (policy: PointPolicy) => ReturnType<VectorIndex["setPolicy"]>;
  readonly ask: (vector: Float32Array, given?: Asked) => Promise<readonly VectorHit[]>;
}

export type Asked = Partial<Pick<VectorQuery, "limit">> & Partial<VectorQuery["filter"]>;

export type IndexTest = (bench: IndexBench) => Promise<void>;
/** Tests by the behaviour that they show. */
export type IndexTests = Readonly<Record<string, IndexTest>>;

export const SPEC: EmbeddingSpec = embeddingSpec({ provider: "test", model: "one", revision: "", dims: 32 });
export const OTHER_SPEC: EmbeddingSpec = embeddingSpec({ provider: "test", model: "two", revision: "", dims: 32 });
export const TENANT = "local";

export const uidOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;

export const uidsOf = (hits: readonly { readonly claimUid: unknown }[]): unknown[] => hits.map((hit) => hit.claimUid);

/** A point without its vector, or without the index's own id. */
export const toldOf = (point: Omit<VectorPoint, "vector">): Omit<VectorPoint, "vector"> => {
  const { storeId, tenantId, claimUid, scope, status, hash, fp } = point;
  return { storeId, tenantId, claimUid, scope, status, hash, fp };
};

/** Another direction for each number, the same in every run. */
export function vectorOf(number: number, dims: number = SPEC.dims): Float32Array {
  return Float32Array.from({ length: dims }, (_, index) => Math.sin((number + 1) * 12.9898 + (index + 1) * 78.233));
}

export function benchOf({ index, storeId, makeClaim, changeClaim }: OpenedIndex): IndexBench {
  const point: IndexBench["point"] = async (number, given = {}) => {
    const ref = {
      storeId,
      tenantId: TENANT,
      claimUid: uidOf(number),
      scope: "project:demo",
      status: "confirmed",
    } as const;
    const whole = { ...ref, fp: SPEC.fp, vector: vectorOf(number), hash: sha256Hex(ref.claimUid), ...given };
    return makeClaim === undefined ? whole : { ...whole, hash: await makeClaim(whole) };
  };
  return {
    index,
    storeId,
    hasClaims: makeClaim !== undefined,
    point,
    write: async (count, given = () => ({})) => {
      const points: VectorPoint[] = [];
      for (let number = 0; number < count; number += 1) points.push(await point(number, given(number)));
      await index.upsert(points);
      return points;
    },
    setPolicy: async (policy) => {
      await changeClaim?.(policy);
      return index.setPolicy([policy]);
    },
    ask: (vector, { limit = 10, ...filter } = {}) =>
      index.query({ vector, fp: SPEC.fp, limit, filter: { storeId, tenantId: TENANT, ...filter } }),
  };
}
