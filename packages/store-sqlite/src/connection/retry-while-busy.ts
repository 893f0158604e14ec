import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { StoreError } from "@memorymaster/core";
import { translateError } from "./translate-error.ts";

/** Pauses grow to this. Jitter keeps waiting processes from asking in step. */
const LONGEST_PAUSE_MS = 50;

/** How long a connection waits inside SQLite, where it blocks the event loop, before it pauses outside. */
export const NATIVE_WAIT_MS = 50;

const isBusy = (error: unknown): boolean => error instanceof StoreError && error.code === "store.busy";

/**
 * Runs something on the database until it is not locked out by another process, letting the event loop go on meanwhile.
 *
 * @throws StoreError `store.busy` when it is still locked out after `limitMs`; other failures at once, translated
 */
export async function retryWhileBusy<T>(action: () => T | Promise<T>, limitMs: number): Promise<T> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await action();
    } catch (error) {
      const failure = translateError(error);
      if (!isBusy(failure) || performance.now() - startedAt >= limitMs) throw failure;
    }
    await sleep(randomInt(1, Math.min(LONGEST_PAUSE_MS, 4 * attempt) + 1));
  }
}
