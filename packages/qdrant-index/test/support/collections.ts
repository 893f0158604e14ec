/** Id of a point, as it is on the wire. */
export type WireId = string | number;

export interface Condition {
  readonly key?: string;
  readonly match?: { readonly value?: unknown; readonly any?: readonly unknown[] };
  readonly has_id?: readonly WireId[];
}

export interface Filter {
  readonly must?: readonly Condition[];
}

export interface StoredPoint {
  readonly id: WireId;
  /** Of length 1, as a server keeps it for the cosine. */
  readonly vector: readonly number[];
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface StrictMode {
  readonly enabled?: boolean;
  readonly unindexed_filtering_retrieve?: boolean;
  readonly unindexed_filtering_update?: boolean;
}

export interface StoredCollection {
  readonly size: number;
  readonly metadata: unknown;
  readonly strictMode: StrictMode;
  readonly indexes: Map<string, unknown>;
  readonly points: Map<string, StoredPoint>;
}

/** An answer that is no success. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Vectors of length 1 have their cosine as product. */
export function unit(vector: readonly number[]): readonly number[] {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

export const product = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

function holds({ key = "", match, has_id: ids }: Condition, { id, payload }: StoredPoint): boolean {
  if (ids !== undefined) return ids.includes(id);
  const value = payload[key];
  return match?.any === undefined ? value === match?.value : match.any.includes(value);
}

/**
 * The points of a collection that meet a filter, in the order of their ids.
 *
 * @throws Refusal in strict mode, for a filter by a key without an index
 */
export function select(
  { indexes, points, strictMode }: StoredCollection,
  { must = [] }: Filter = {},
  rule: "unindexed_filtering_retrieve" | "unindexed_filtering_update" = "unindexed_filtering_retrieve",
): StoredPoint[] {
  const bare = must.find(({ key }) => key !== undefined && !indexes.has(key))?.key;
  if (bare !== undefined && strictMode.enabled === true && strictMode[rule] === false) {
    throw new Refusal(400, `Bad request: Index required but not found for "${bare}" of type: [keyword]`);
  }
  const found = [...points].filter(([, point]) => must.every((condition) => holds(condition, point)));
  return found.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, point]) => point);
}

/** What the server tells of a collection. */
export function infoOf({ size, metadata, strictMode, indexes, points }: StoredCollection): unknown {
  const schema = (params: unknown): unknown => ({ data_type: "keyword", params, points: points.size });
  return {
    status: "green",
    optimizer_status: "ok",
    segments_count: 1,
    points_count: points.size,
    config: {
      params: { vectors: { size, distance: "Cosine" } },
      hnsw_config: { m: 16, ef_construct: 100, full_scan_threshold: 10_000 },
      optimizer_config: { default_segment_number: 0, flush_interval_sec: 5 },
      strict_mode_config: strictMode,
      metadata,
    },
    payload_schema: Object.fromEntries([...indexes].map(([key, params]) => [key, schema(params)])),
  };
}
