/** What vectors were made with. Two specs with one `fp` give vectors that can be compared. */
export interface EmbeddingSpec {
  /** `local`, `gemini`, `openai-compatible`, … */
  readonly provider: string;
  readonly model: string;
  /** Tells builds of one model apart; empty when the provider tells none. */
  readonly revision: string;
  /** 1..65535. */
  readonly dims: number;
  readonly distance: "cosine";
  readonly normalized: boolean;
  /** Version of the text made of a claim, see `embeddingInput`. */
  readonly inputFormat: number;
  /** 16 hex digits over the other fields. */
  readonly fp: string;
}

/** What a text is for: many models embed a question differently from what answers it. */
export type EmbeddingKind = "query" | "passage";

export interface EmbedOptions {
  /** Ends the call, a running load or request included. */
  readonly signal?: AbortSignal | undefined;
}

export interface Embedder {
  readonly spec: EmbeddingSpec;
  /** Similarity of unrelated texts, as (cosine + 1) / 2: what lies at or below says nothing. 0..1. */
  readonly noiseFloor: number;
  /** Whether closeness means likeness of meaning right now. Read it after embedding. */
  readonly isSemantic: boolean;
  /** Failed lately; calls fail at once until it may be tried again. */
  readonly degraded: boolean;
  /**
   * One vector for each text, in order: unit length, `spec.dims` finite numbers.
   *
   * @throws ProviderError `embed.unavailable`; `details.reason` says why and holds neither text nor key. All or nothing.
   */
  embed(texts: readonly string[], kind: EmbeddingKind, options?: EmbedOptions): Promise<readonly Float32Array[]>;
}
