import type { Claim } from "../claims/claim.ts";
import { epochMsOf } from "../claims/time.ts";

const MS_PER_HOUR = 3_600_000;
/** What a claim of unknown age gets: neither fresh nor old. */
const UNKNOWN_AGE = 0.5;

/** Milliseconds since the claim was last validated, else changed, else created; a time to come is age 0. */
export function ageMs(
  claim: Pick<Claim, "lastValidatedAt" | "updatedAt" | "createdAt">,
  nowMs: number,
): number | undefined {
  for (const anchor of [claim.lastValidatedAt, claim.updatedAt, claim.createdAt]) {
    const since = anchor === undefined ? undefined : epochMsOf(anchor);
    if (since !== undefined) return Math.max(0, nowMs - since);
  }
  return undefined;
}

/** Exponential decay of an age: 1 when new, 0.5 after one half-life; 0.5 when the age is not known. */
export function freshness(age: number | undefined, halfLifeHours: number): number {
  return age === undefined ? UNKNOWN_AGE : 2 ** (-age / (halfLifeHours * MS_PER_HOUR));
}
