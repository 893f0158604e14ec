import { constants } from "node:os";

import type { Outcome } from "./command.ts";
import type { Io } from "./io.ts";

/**
 * Runs work that SIGINT and SIGTERM end: it throws when the signal it gets is aborted.
 *
 * @param left what it leaves behind then; nothing, unless this says otherwise
 */
export async function interruptible(
  io: Io,
  work: (signal: AbortSignal) => Promise<Outcome>,
  left = "nothing was changed",
): Promise<Outcome> {
  const abort = new AbortController();
  let received: "SIGINT" | "SIGTERM" | undefined;
  const ignore = io.onInterrupt((signal) => {
    received = signal;
    abort.abort();
  });
  try {
    return await work(abort.signal);
  } catch (error) {
    if (received === undefined) throw error;
    const failure = { code: "PARTIAL", message: "Interrupted" } as const;
    return { data: null, text: () => left, failure, exit: 128 + constants.signals[received] };
  } finally {
    ignore();
  }
}
