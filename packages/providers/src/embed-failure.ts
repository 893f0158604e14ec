import type { EmbeddingSpec } from "@memorymaster/core";
import { ProviderError } from "@memorymaster/core";

/** `details.reason` of every error of an embedder, and whether the same call may succeed later. */
const REASONS = {
  aborted: false,
  auth_failed: false,
  bad_answer: false,
  budget: false,
  degraded: true,
  dims: false,
  failed: false,
  incomplete: false,
  network: true,
  rate_limited: true,
  refused: false,
  sensitive: false,
  timeout: true,
  unavailable: true,
} as const;

export type EmbedFailureReason = keyof typeof REASONS;

/** Facts of one failure; they hold neither text nor key. */
export interface FailureFacts {
  readonly reason: EmbedFailureReason;
  /** HTTP status, when there was an answer. */
  readonly status?: number;
  readonly expected?: number;
  readonly received?: number;
}

/** The typed error for a failure. What the library threw is left behind: it holds the texts of the request. */
export function embedFailure({ provider, model }: EmbeddingSpec, facts: FailureFacts): ProviderError {
  const status = facts.status === undefined ? "" : ` (HTTP ${facts.status})`;
  return new ProviderError("embed.unavailable", `Embedding by ${provider} ${model}: ${facts.reason}${status}`, {
    details: { provider, model, ...facts },
    retryable: REASONS[facts.reason],
  });
}

function reasonOfStatus(status: number): EmbedFailureReason {
  if (status < 300) return "bad_answer";
  if (status === 401 || status === 403) return "auth_failed";
  if (status === 429) return "rate_limited";
  return status < 500 ? "refused" : "unavailable";
}

/** What went wrong, told by the signal first: a cut connection looks like any other failure. */
export function failureFacts(error: unknown, { aborted, reason }: AbortSignal): FailureFacts {
  if (aborted) return { reason: reason instanceof Error && reason.name === "TimeoutError" ? "timeout" : "aborted" };
  const { name, statusCode: status } = (error ?? {}) as { readonly name?: unknown; readonly statusCode?: unknown };
  if (typeof status === "number") return { reason: reasonOfStatus(status), status };
  return { reason: name === "AI_APICallError" ? "network" : "failed" };
}
