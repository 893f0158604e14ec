import { InvalidInputError } from "../errors/errors.ts";

/**
 * Cosine similarity, -1..1; 0 when a vector is all zeros.
 *
 * @throws InvalidInputError `input.invalid` for vectors of different length
 */
export function cosineSimilarity(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) {
    const details = { dims: [a.length, b.length] };
    throw new InvalidInputError("input.invalid", `Vectors of ${a.length} and ${b.length} dimensions`, { details });
  }
  let dot = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let index = 0; index < a.length; index += 1) {
    const x = a[index] ?? 0;
    const y = b[index] ?? 0;
    dot += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  const norms = Math.sqrt(squaresA) * Math.sqrt(squaresB);
  return norms === 0 ? 0 : Math.min(1, Math.max(-1, dot / norms));
}

/** Score of a text in chunks: its best chunk's cosine similarity. `undefined` for no chunk. */
export function maxPooledScore(query: ArrayLike<number>, chunks: readonly ArrayLike<number>[]): number | undefined {
  return chunks.length === 0 ? undefined : Math.max(...chunks.map((chunk) => cosineSimilarity(query, chunk)));
}

/** The same direction at unit length; `undefined` for a vector that has none: all zeros, or not all finite. */
export function unitVector(vector: ArrayLike<number>): Float32Array | undefined {
  const unit = Float32Array.from(vector);
  const norm = Math.sqrt(unit.reduce((sum, value) => sum + value * value, 0));
  return Number.isFinite(norm) && norm > 0 ? unit.map((value) => value / norm) : undefined;
}
