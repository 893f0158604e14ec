import { epochMsOf } from "../claims/time.ts";
import type { Claim } from "../claims/claim.ts";
import type { ClaimFilter } from "../ports/claim-store.ts";

/** What a search asks of every claim; the store has applied it already to what it gave. */
export interface RecallFilter extends Pick<ClaimFilter, "statuses" | "scopes" | "atPresent"> {
  readonly validAt: string;
}

type Timed = Pick<Claim, "validFrom" | "validUntil" | "createdAt">;
type Filtered = Timed & Pick<Claim, "status" | "scope">;

/** Whether a claim is what was searched for, as it is now: another writer may have changed it since it was found. */
export function meetsFilter(claim: Filtered, filter: RecallFilter): boolean {
  const { statuses, scopes } = filter;
  return (
    (statuses?.includes(claim.status) ?? true) && (scopes?.includes(claim.scope) ?? true) && isValid(claim, filter)
  );
}

/** A time that cannot be read means that the claim is not valid. */
export function isValid(
  { validFrom, validUntil, createdAt }: Timed,
  { validAt, atPresent }: Pick<RecallFilter, "validAt" | "atPresent">,
): boolean {
  const instant = epochMsOf(validAt) ?? Number.NaN;
  const hasBegun = validFrom === undefined || (atPresent === true && validFrom === createdAt);
  const starts = hasBegun ? Number.NEGATIVE_INFINITY : epochMsOf(validFrom);
  const ends = validUntil === undefined ? Number.POSITIVE_INFINITY : epochMsOf(validUntil);
  return starts !== undefined && ends !== undefined && starts <= instant && ends > instant;
}
