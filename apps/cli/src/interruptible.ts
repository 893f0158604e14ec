import { constants } from "node:os";

import type { Outcome } from "./command.ts";
import type { Io } from "./io.ts";

/**
 * Runs work that SIGINT and SIGTERM end as if it had never begun: it gives up when the signal it gets is aborted, and
 * leaves nothing behind when it throws.
 */
export async function interruptible(io: Io, work: (signal: AbortSignal) => Promise<Outcome>): Promise<Outcome> {
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
    return { data: null, text: () => "nothing was changed", failure, exit: 128 + constants.signals[received] };
  } finally {
    ignore();
  }
}
