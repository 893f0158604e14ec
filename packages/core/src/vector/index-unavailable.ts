import { ProviderError } from "../errors/errors.ts";
import type { CallOptions, IndexReason } from "../ports/vector-index.ts";

/** Whether the same call may succeed later. */
const RETRYABLE: Readonly<Record<IndexReason, boolean>> = {
  collection_missing: false,
  fingerprint_mismatch: false,
  index_timeout: true,
  index_error: true,
  auth_failed: false,
  rate_limited: true,
};

/** The error of every failed call to an index. The message tells what to do about it, and holds nothing from the server. */
export function indexUnavailable(reason: IndexReason, message = `Vector index: ${reason}`): ProviderError {
  return new ProviderError("index.unavailable", message, { details: { reason }, retryable: RETRYABLE[reason] });
}

/** @throws ProviderError `index.unavailable` with the reason `index_timeout` once the caller has given up */
export function checkNotAborted(options: CallOptions | undefined): void {
  if (options?.signal?.aborted === true) throw indexUnavailable("index_timeout");
}
