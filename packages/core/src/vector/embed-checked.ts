import { ProviderError } from "../errors/errors.ts";
import type { Embedder, EmbeddingKind } from "../ports/embedder.ts";
import { untilAborted } from "./call-index.ts";

const failed = (reason: string): ProviderError =>
  new ProviderError("embed.unavailable", `Embedding: ${reason}`, { details: { reason }, retryable: true });

function isVector(vector: Float32Array | undefined, dims: number): boolean {
  const squares = vector?.reduce((sum, value) => sum + value * value, 0) ?? Number.NaN;
  return vector?.length === dims && Number.isFinite(squares) && squares > 0;
}

interface Embedding {
  readonly kind: EmbeddingKind;
  /** Default: as long as the embedder takes. */
  readonly signal?: AbortSignal | undefined;
}

async function embedUntil(
  embedder: Embedder,
  texts: readonly string[],
  { kind, signal }: Embedding,
): Promise<readonly Float32Array[]> {
  if (signal === undefined) return embedder.embed(texts, kind);
  return untilAborted(signal, () => embedder.embed(texts, kind, { signal }));
}

/**
 * One vector for each text, of the right length and with a direction. Whatever the embedder throws or gives instead is
 * one kind of failure.
 *
 * @throws ProviderError `embed.unavailable`; `details.reason` is `not_semantic` where closeness of vectors means nothing
 */
export async function embedChecked(
  embedder: Embedder,
  texts: readonly string[],
  embedding: Embedding,
): Promise<readonly Float32Array[]> {
  let vectors: readonly Float32Array[];
  try {
    vectors = await embedUntil(embedder, texts, embedding);
  } catch (error) {
    if (embedding.signal?.aborted === true) throw failed("timeout");
    throw error instanceof ProviderError && error.code === "embed.unavailable" ? error : failed("error");
  }
  if (!embedder.isSemantic) throw failed("not_semantic");
  const { dims } = embedder.spec;
  if (vectors.length !== texts.length || !vectors.every((vector) => isVector(vector, dims))) throw failed("bad_vector");
  return vectors;
}
