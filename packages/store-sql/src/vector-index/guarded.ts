import { checkNotAborted, fromUnknown, indexUnavailable, InvalidInputError, ProviderError } from "@memorymaster/core";
import type { CallOptions } from "@memorymaster/core";
import { missingPart } from "../store-faults.ts";

/** Errors of the port for those of a database; what is refused for the request itself stays as it is. */
function indexError(error: unknown): unknown {
  if (error instanceof ProviderError || error instanceof InvalidInputError) return error;
  if (missingPart(error) === "table") return indexUnavailable("collection_missing");
  return indexUnavailable("index_error", `Vector index in the database: ${fromUnknown(error).code}`);
}

/** Rejects as soon as the caller gives up. */
function abortion(signal: AbortSignal, done: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(indexUnavailable("index_timeout")), { once: true, signal: done });
  });
}

/**
 * Runs a call of the port. A statement cannot be called back: when the caller gives up it goes on and its answer is
 * dropped.
 */
export async function guarded<T>(options: CallOptions | undefined, work: () => Promise<T>): Promise<T> {
  checkNotAborted(options);
  const done = new AbortController();
  try {
    const running = work();
    const { signal } = options ?? {};
    return await (signal === undefined ? running : Promise.race([running, abortion(signal, done.signal)]));
  } catch (error) {
    throw indexError(error);
  } finally {
    done.abort();
  }
}
