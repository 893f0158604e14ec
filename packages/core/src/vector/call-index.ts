import { ProviderError } from "../errors/errors.ts";
import { INDEX_REASONS } from "../ports/vector-index.ts";
import type { CallOptions } from "../ports/vector-index.ts";
import { indexUnavailable } from "./index-unavailable.ts";
import type { VectorReason, VectorRuntime } from "./types.ts";

/** How long calls that change points, and those that look after an index, may take, in ms. */
const WRITE_LIMIT_MS = 10_000;
export const UPKEEP_LIMIT_MS = 30_000;

const REASONS = [...INDEX_REASONS, "breaker_open"] as const;

/** With these the index has answered: it works, but holds nothing for this model. */
const ANSWERS: readonly unknown[] = ["collection_missing", "fingerprint_mismatch"];

const EMBED_REASONS: Readonly<Record<string, VectorReason>> = {
  timeout: "embed_timeout",
  aborted: "embed_timeout",
  not_semantic: "non_semantic_embedder",
};

/** Why an index or an embedder failed; `undefined` for an error of anything else. */
export function vectorReasonOf(error: unknown): VectorReason | undefined {
  if (!(error instanceof ProviderError)) return undefined;
  const { reason } = error.details;
  if (error.code === "embed.unavailable") return EMBED_REASONS[String(reason)] ?? "embed_error";
  return REASONS.find((known) => known === reason) ?? "index_error";
}

/** The result of `work`, unless the signal comes first: what works on without looking at it is left behind. */
export async function untilAborted<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  signal.throwIfAborted();
  let giveUp = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener("abort", giveUp, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

function failureOf(error: unknown, signal: AbortSignal): ProviderError {
  if (error instanceof ProviderError && error.code === "index.unavailable") return error;
  return indexUnavailable(signal.aborted ? "index_timeout" : "index_error");
}

/**
 * Calls an index, unless it has failed too often lately. How it went counts for the calls to come.
 *
 * @throws ProviderError `index.unavailable`, whatever the index threw; see `vectorReasonOf`
 */
export async function callIndex<Value>(
  { breaker }: Pick<VectorRuntime, "breaker">,
  signal: AbortSignal,
  call: (options: CallOptions) => Promise<Value>,
): Promise<Value> {
  if (!breaker.admits()) {
    const message = "The vector index has failed too often and is left alone for a while";
    throw new ProviderError("index.unavailable", message, { details: { reason: "breaker_open" }, retryable: true });
  }
  try {
    const value = await untilAborted(signal, () => call({ signal }));
    breaker.succeeded();
    return value;
  } catch (error) {
    const failure = failureOf(error, signal);
    const { reason } = failure.details;
    if (ANSWERS.includes(reason)) breaker.succeeded();
    else breaker.failed(reason === "auth_failed");
    throw failure;
  }
}

/** The same for a call that changes points. */
export async function writeIndex<Value>(
  runtime: Pick<VectorRuntime, "breaker">,
  call: (options: CallOptions) => Promise<Value>,
): Promise<Value> {
  return callIndex(runtime, AbortSignal.timeout(WRITE_LIMIT_MS), call);
}

/** The same for scans, counts and what concerns collections. */
export async function tendIndex<Value>(
  runtime: Pick<VectorRuntime, "breaker">,
  call: (options: CallOptions) => Promise<Value>,
): Promise<Value> {
  return callIndex(runtime, AbortSignal.timeout(UPKEEP_LIMIT_MS), call);
}
