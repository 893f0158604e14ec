import { createBoundedCache, detached } from "./bounded-cache.ts";
import { type ChunkReading, readChunk } from "./read-chunk.ts";
import { type ChunkTerms, readTerms } from "./read-terms.ts";

export interface KnownChunk {
  readonly chunk: string;
  readonly terms: ChunkTerms;
  /** Of chunks that were part of a signature: a query asks for terms alone. */
  reading: ChunkReading | undefined;
}

/** Longer chunks, web addresses and paths, seldom come in another text, but a stored text is read more than once. */
const MAX_COMMON_LENGTH = 64;
const MAX_CACHED_LENGTH = 256;

/** One cache for both readings, since a claim is read for its signature and then indexed. */
const chunks = createBoundedCache<KnownChunk>(32_768);
const longChunks = createBoundedCache<KnownChunk>(512);

/** {@link readChunk} of a plain chunk; read once, when the first signature asks. */
export function chunkReading(known: KnownChunk): ChunkReading {
  known.reading ??= readChunk(known.chunk, () => known.terms);
  return known.reading;
}

/** A plain chunk with its terms, most often known from other texts. */
export function knownChunk(chunk: string): KnownChunk {
  if (chunk.length > MAX_CACHED_LENGTH) return madeFrom(chunk);
  const cache = chunk.length > MAX_COMMON_LENGTH ? longChunks : chunks;
  const known = cache.get(chunk);
  if (known !== undefined) return known;
  const made = madeFrom(detached(chunk));
  cache.set(made.chunk, made);
  return made;
}

function madeFrom(chunk: string): KnownChunk {
  return { chunk, terms: readTerms(chunk), reading: undefined };
}
