import type { IndexReason, ProviderError as Failure } from "@memorymaster/core";
import { indexUnavailable, ProviderError } from "@memorymaster/core";

/** What the answer to one request said of itself. */
export interface Seen {
  /** Absent when there was no answer. */
  status?: number;
  /** The header `retry-after`, as it came. */
  retryAfter?: string | undefined;
}

const REASONS: Readonly<Record<number, IndexReason>> = {
  401: "auth_failed",
  403: "auth_failed",
  404: "collection_missing",
  408: "index_timeout",
  429: "rate_limited",
};

/** Whether the same request may succeed when it is sent again: no answer, an overloaded or a broken server. */
export function isTransient({ status }: Seen): boolean {
  return status === undefined || status === 408 || status === 429 || status >= 500;
}

/** The error of a failed request. What the client threw is left behind: it holds address and answer. */
export function requestFailure(operation: string, seen: Seen, isAborted: boolean): Failure {
  const { status } = seen;
  const reason = isAborted ? "index_timeout" : (REASONS[status ?? 0] ?? "index_error");
  const { code, details, retryable } = indexUnavailable(reason);
  const answer = status === undefined ? "" : ` (HTTP ${status})`;
  return new ProviderError(code, `Qdrant ${operation}: ${reason}${answer}`, {
    details: { ...details, operation, ...(status === undefined ? {} : { status }) },
    retryable: retryable && (isAborted || isTransient(seen)),
  });
}

/** The error of an answer that came, but says something else than the interface promises. */
export const badAnswer = (operation: string): Failure => requestFailure(operation, { status: 200 }, false);

export function reasonOf(error: unknown): IndexReason {
  return error instanceof ProviderError ? (error.details.reason as IndexReason) : "index_error";
}
