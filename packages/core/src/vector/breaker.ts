import type { Clock } from "../ports/clock.ts";

const FAILURES_IN_A_ROW = 5;
const WINDOW_CALLS = 20;
const WINDOW_MS = 60_000;
const FAILING_SHARE = 0.5;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 300_000;

export type BreakerState = "closed" | "open" | "probing";

/** Keeps callers from a target that fails: after failures it lets nobody through for a while, then one to try. */
export interface Breaker {
  readonly state: () => BreakerState;
  /** Whether a call would be kept back now. Asking changes nothing. */
  readonly refuses: () => boolean;
  /** Whether a call may be made now. After a pause the one that is let through must report how it went. */
  readonly admits: () => boolean;
  readonly succeeded: () => void;
  /** `fatal`: trying again soon is no use (a refused key), so it opens at once. */
  readonly failed: (fatal?: boolean) => void;
}

export function createBreaker(clock: Clock): Breaker {
  let calls: { readonly at: number; readonly ok: boolean }[] = [];
  let state: BreakerState = "closed";
  let pauseMs = FIRST_PAUSE_MS;
  let openUntil = 0;

  const open = (pause: number): void => {
    pauseMs = Math.min(pause, LONGEST_PAUSE_MS);
    openUntil = clock.nowMs() + pauseMs;
    state = "open";
    calls = [];
  };
  const note = (ok: boolean): void => {
    const since = clock.nowMs() - WINDOW_MS;
    calls = [...calls.filter(({ at }) => at > since), { at: clock.nowMs(), ok }].slice(-WINDOW_CALLS);
  };
  const fails = (): boolean => {
    const inARow = calls.slice(-FAILURES_IN_A_ROW);
    if (inARow.length === FAILURES_IN_A_ROW && inARow.every(({ ok }) => !ok)) return true;
    const failures = calls.filter(({ ok }) => !ok).length;
    return calls.length === WINDOW_CALLS && failures >= FAILING_SHARE * WINDOW_CALLS;
  };

  const refuses = (): boolean => state === "probing" || (state === "open" && clock.nowMs() < openUntil);

  return {
    state: () => state,
    refuses,
    admits: () => {
      if (refuses()) return false;
      if (state === "open") state = "probing";
      return true;
    },
    succeeded: () => {
      if (state === "probing") calls = [];
      state = "closed";
      pauseMs = FIRST_PAUSE_MS;
      note(true);
    },
    failed: (fatal = false) => {
      if (state === "probing") open(pauseMs * 2);
      else if (state === "closed") {
        note(false);
        if (fatal || fails()) open(FIRST_PAUSE_MS);
      }
    },
  };
}
