import { epochMsOf } from "../claims/time.ts";
import type { Claim } from "../claims/claim.ts";
import type { ClaimFilter } from "../ports/claim-store.ts";

/** What a search asks of every claim; the store has applied it already to what it gave. */
export interface RecallFilter extends Pick<ClaimFilter, "statuses" | "scopes"> {
  readonly validAt: string;
}

type Filtered = Pick<Claim, "status" | "scope" | "validFrom" | "validUntil">;

/** Whether a claim is what was searched for, as it is now: another writer may have changed it since it was found. */
export function meetsFilter(claim: Filtered, { statuses, scopes, validAt }: RecallFilter): boolean {
  return (
    (statuses?.includes(claim.status) ?? true) && (scopes?.includes(claim.scope) ?? true) && isValidAt(claim, validAt)
  );
}

/** A time that cannot be read means that the claim is not valid. */
export function isValidAt({ validFrom, validUntil }: Pick<Claim, "validFrom" | "validUntil">, at: string): boolean {
  const instant = epochMsOf(at) ?? Number.NaN;
  const starts = validFrom === undefined ? Number.NEGATIVE_INFINITY : epochMsOf(validFrom);
  const ends = validUntil === undefined ? Number.POSITIVE_INFINITY : epochMsOf(validUntil);
  return starts !== undefined && ends !== undefined && starts <= instant && ends > instant;
}
