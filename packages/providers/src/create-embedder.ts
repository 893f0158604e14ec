import { once } from "node:events";
import type { Clock, Embedder, EmbeddingKind, EmbeddingSpec } from "@memorymaster/core";
import { ProviderError, unitVector } from "@memorymaster/core";
import type { BatchLimits } from "./batch-texts.ts";
import { batchTexts } from "./batch-texts.ts";
import { embedFailure, failureFacts } from "./embed-failure.ts";
import type { ModelRow } from "./model-table.ts";

/** A model that turns one batch of texts into vectors; everything else is done here, the same for all. */
export interface EmbeddingBackend {
  readonly spec: EmbeddingSpec;
  readonly row: ModelRow;
  readonly batch: BatchLimits;
  /** Longest wait for one batch, in ms; absent for a model that is slow at times and never down. */
  readonly timeoutMs?: Readonly<Record<EmbeddingKind, number>>;
  /** Refuses texts before anything is done with them. @throws ProviderError */
  readonly admit?: (texts: readonly string[]) => void;
  readonly run: (texts: readonly string[], kind: EmbeddingKind, signal: AbortSignal) => Promise<RawVectors>;
}

export type RawVectors = readonly ArrayLike<number>[];
type Vectors = readonly Float32Array[];

/** After a failure calls fail at once for this long (core specification, embeddings). */
const RETRY_AFTER_MS = 5 * 60_000;
const CACHED_QUERIES = 256;

/**
 * An embedder on a model: prefixes, batches, deadlines, checked unit vectors, a cache of queries, and rest after a
 * failure.
 */
export function createEmbedder(backend: EmbeddingBackend, clock: Clock): Embedder {
  const { spec, row, timeoutMs } = backend;
  const queries = new Map<string, Float32Array>();
  let restsUntilMs = 0;
  const isResting = (): boolean => clock.nowMs() < restsUntilMs;

  /** Whether a failure says nothing about the next call: given up, slow to load, or a text that is refused as too long. */
  const isAboutThisCall = (reason: unknown, kind: EmbeddingKind): boolean =>
    reason === "aborted" ||
    (reason === "timeout" && timeoutMs === undefined) ||
    (reason === "refused" && kind === "passage");

  const embedBatch = async (batch: string[], kind: EmbeddingKind, caller?: AbortSignal): Promise<Vectors> => {
    const limits = [caller, timeoutMs && AbortSignal.timeout(timeoutMs[kind])];
    const signal = AbortSignal.any(limits.filter((limit) => limit !== undefined));
    try {
      return checkedVectors(spec, batch.length, await untilAborted(() => backend.run(batch, kind, signal), signal));
    } catch (error) {
      const failure = error instanceof ProviderError ? error : embedFailure(spec, failureFacts(error, signal));
      const isGivenUp = caller?.aborted === true;
      if (!isGivenUp && !isAboutThisCall(failure.details["reason"], kind))
        restsUntilMs = clock.nowMs() + RETRY_AFTER_MS;
      throw failure;
    }
  };

  const compute = async (texts: readonly string[], kind: EmbeddingKind, caller?: AbortSignal): Promise<Vectors> => {
    if (texts.length === 0) return [];
    if (isResting()) throw embedFailure(spec, { reason: "degraded" });
    backend.admit?.(texts);
    const prefixed = texts.map((text) => row.prefixes[kind] + text);
    const vectors: Float32Array[] = [];
    for (const batch of batchTexts(prefixed, backend.batch)) vectors.push(...(await embedBatch(batch, kind, caller)));
    return vectors;
  };

  return {
    spec,
    noiseFloor: row.noiseFloor,
    get isSemantic() {
      return !isResting();
    },
    get degraded() {
      return isResting();
    },
    embed: async (texts, kind, { signal } = {}) =>
      kind === "passage"
        ? compute(texts, kind, signal)
        : throughCache(queries, texts, (missing) => compute(missing, kind, signal)),
  };
}

/** Vectors from the cache, and for the rest from `compute`; the cache then holds the newest of them. */
async function throughCache(
  cache: Map<string, Float32Array>,
  texts: readonly string[],
  compute: (missing: readonly string[]) => Promise<Vectors>,
): Promise<Vectors> {
  const known = texts.map((text) => cache.get(text));
  const fresh = [...(await compute(texts.filter((_text, index) => known[index] === undefined)))];
  const vectors = known.flatMap((vector) => vector ?? fresh.shift() ?? []);
  for (const text of texts) cache.delete(text);
  vectors.forEach((vector, index) => cache.set(texts[index] ?? "", vector));
  for (const oldest of [...cache.keys()].slice(0, -CACHED_QUERIES)) cache.delete(oldest);
  return vectors;
}

/** What `work` gives, or the reason of the signal as soon as it aborts: not every model can be stopped. */
async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const ended = new AbortController();
  const aborted = once(signal, "abort", { signal: ended.signal }).then((): never => {
    throw signal.reason as Error;
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    ended.abort();
  }
}

function checkedVectors(spec: EmbeddingSpec, expected: number, raw: RawVectors): Vectors {
  if (raw.length !== expected) throw embedFailure(spec, { reason: "incomplete", expected, received: raw.length });
  return raw.map((vector) => {
    const { dims } = spec;
    if (vector.length !== dims) throw embedFailure(spec, { reason: "dims", expected: dims, received: vector.length });
    const unit = unitVector(vector);
    if (unit === undefined) throw embedFailure(spec, { reason: "bad_answer" });
    return unit;
  });
}
