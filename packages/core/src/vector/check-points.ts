import { InvalidInputError } from "../errors/errors.ts";
import type { EmbeddingSpec } from "../ports/embedder.ts";
import type { FailedPoint, IndexFilter, ScanPage, VectorPoint, VectorQuery } from "../ports/vector-index.ts";
import { indexUnavailable } from "./index-unavailable.ts";

/** The most that one call may ask for. */
export const INDEX_LIMITS = { hits: 400, page: 1_000, scopes: 100, claims: 1_000 } as const;

type Kept = Pick<EmbeddingSpec, "dims" | "fp">;

function isUsable(vector: Float32Array, dims: number): boolean {
  const squares = vector.reduce((sum, value) => sum + value * value, 0);
  return vector.length === dims && Number.isFinite(squares) && squares > 0;
}

/** Points that an index of this spec can take; each of the others with the reason, none of which goes away by itself. */
export function sortPoints(
  points: readonly VectorPoint[],
  { dims, fp }: Kept,
): { readonly usable: readonly VectorPoint[]; readonly failed: readonly FailedPoint[] } {
  const usable: VectorPoint[] = [];
  const failed: FailedPoint[] = [];
  for (const point of points) {
    const fault = point.fp !== fp ? "fingerprint_mismatch" : isUsable(point.vector, dims) ? undefined : "bad_vector";
    if (fault === undefined) usable.push(point);
    else failed.push({ claimUid: point.claimUid, code: fault, retryable: false });
  }
  return { usable, failed };
}

function checkRange(field: string, value: number, [least, most]: readonly [number, number]): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new InvalidInputError("input.invalid", `${field}: ${least} to ${most}`, { details: { field } });
}

/** @throws InvalidInputError `input.invalid` */
export function checkIndexFilter({ scopes = [], claimUids = [] }: IndexFilter): void {
  checkRange("scopes", scopes.length, [0, INDEX_LIMITS.scopes]);
  checkRange("claimUids", claimUids.length, [0, INDEX_LIMITS.claims]);
}

/** @throws InvalidInputError `input.invalid` */
export function checkScanPage({ filter, limit }: ScanPage): void {
  checkIndexFilter(filter);
  checkRange("limit", limit, [1, INDEX_LIMITS.page]);
}

/**
 * @throws InvalidInputError `input.invalid`: too much is asked for
 * @throws ProviderError `index.unavailable`: `fingerprint_mismatch` for a vector of another model, `index_error` for one
 *   that has no direction
 */
export function checkVectorQuery({ vector, fp, limit, filter }: VectorQuery, spec: Kept): void {
  checkIndexFilter(filter);
  checkRange("limit", limit, [1, INDEX_LIMITS.hits]);
  if (fp !== spec.fp || vector.length !== spec.dims) throw indexUnavailable("fingerprint_mismatch");
  if (!isUsable(vector, spec.dims)) throw indexUnavailable("index_error", "The vector of the query has no direction");
}
