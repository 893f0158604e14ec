import { epochMsOf } from "../claims/time.ts";
import { InvalidInputError } from "../errors/errors.ts";
import type { Clock } from "../ports/clock.ts";

/** A clock that stands still until it is moved. */
export interface FixedClock extends Clock {
  /** Moves by milliseconds; a negative number goes back. */
  advance(byMs: number): void;
  set(iso: string): void;
}

function parsed(iso: string): number {
  const epochMs = epochMsOf(iso);
  if (epochMs === undefined) throw new InvalidInputError("input.invalid", `${iso} is not a valid ISO-8601 time`);
  return epochMs;
}

/** @throws InvalidInputError `input.invalid` when `iso` is no time */
export function createFixedClock(iso = "2026-01-02T03:04:05Z"): FixedClock {
  let nowMs = parsed(iso);
  return {
    nowMs: () => nowMs,
    advance: (byMs) => void (nowMs += byMs),
    set: (to) => void (nowMs = parsed(to)),
  };
}
