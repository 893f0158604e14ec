import { invalidField } from "../claims/check-text.ts";
import { LIVE_STATUSES } from "../claims/claim.ts";
import type { Claim, ClaimStatus } from "../claims/claim.ts";

/** An interval of time in stored form, whose text order is the order of time; its end is exclusive. */
export interface Validity {
  readonly validFrom: string | undefined;
  readonly validUntil: string | undefined;
}

const LIVE: ReadonlySet<ClaimStatus> = new Set(LIVE_STATUSES);

export const isLive = (claim: Pick<Claim, "status">): boolean => LIVE.has(claim.status);

/**
 * When a new claim is valid: from now on, unless it says otherwise. An end in the past without a start closes the
 * interval there, so that it is never inverted.
 *
 * @throws InvalidInputError `input.invalid` for an end before the start
 */
export function resolveValidity(
  given: Validity,
  now: string,
): { readonly validFrom: string; readonly validUntil: string | undefined } {
  const { validFrom, validUntil } = given;
  if (validFrom !== undefined && validUntil !== undefined && validUntil < validFrom) {
    throw invalidField("input.invalid", "valid_until", "lies before valid_from");
  }
  const start = validUntil !== undefined && validUntil <= now ? validUntil : now;
  return { validFrom: validFrom ?? start, validUntil };
}

/**
 * Whether a stored claim holds at an instant. A start that ingest set by itself counts as reached, whatever clock the
 * writer had: else two writers of one fact at the turn of a second would not see each other's.
 */
export function isCurrent(claim: Pick<Claim, "validFrom" | "validUntil" | "createdAt">, now: string): boolean {
  const { validFrom, validUntil, createdAt } = claim;
  const hasBegun = validFrom === undefined || validFrom <= now || validFrom === createdAt;
  return hasBegun && (validUntil === undefined || validUntil > now);
}

const startsBeforeEnd = (a: Validity, b: Validity): boolean =>
  a.validFrom === undefined || b.validUntil === undefined || a.validFrom < b.validUntil;

/** Whether there is an instant at which both hold. */
export function validityOverlaps(a: Validity, b: Validity): boolean {
  return startsBeforeEnd(a, b) && startsBeforeEnd(b, a);
}
