import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { StoreError } from "@memorymaster/core";

const ATTEMPTS = 3;
/** Longest pause before the second attempt; the third waits twice as long. */
const PAUSE_MS = 100;

/** Failures after which nothing of a transaction stays, so that it may run again. */
const PASSING: ReadonlySet<unknown> = new Set(["serialization", "deadlock", "connection_lost"]);

const mayRunAgain = (error: unknown): boolean =>
  error instanceof StoreError && error.code !== "store.commit_unknown" && PASSING.has(error.details["reason"]);

/**
 * Runs a transaction up to three times, when the database gave it up before the commit was sent. A commit whose fate is
 * unknown is never repeated here: the caller does that with the same idempotency keys.
 */
export async function retryTransaction<T>(attempt: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (run === ATTEMPTS || !mayRunAgain(error)) throw error;
    }
    await sleep(randomInt(1, run * PAUSE_MS + 1));
  }
}
