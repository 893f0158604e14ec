import type { ScoredClaim } from "./scored-claim.ts";
import type { SelectedQuery } from "./select-groups.ts";
import type { DropReason } from "./types.ts";

/** A long query of which one ordinary word is all that matches says little about the claim. */
const LONG_QUERY_GROUPS = 4;
const WEAK_COVERAGE = 0.3;
const RARE_RATIO = 0.01;
const RARE_MIN_DOCUMENTS = 3;
const DIGIT_OR_SIGN = /[^\p{L}\p{M}]/u;

export type CutReason = Extract<DropReason, "zero_relevance" | "weak_match" | "below_floor">;

/**
 * Why a row does not belong to the answer, `undefined` when it does.
 *
 * @param floor relevance below which rows go
 */
export function cutReason(row: ScoredClaim, query: SelectedQuery, floor: number): CutReason | undefined {
  if (row.relevance === 0) return "zero_relevance";
  if (isWeak(row, query)) return "weak_match";
  return row.relevance < floor ? "below_floor" : undefined;
}

function isWeak({ matched, lexical }: ScoredClaim, query: SelectedQuery): boolean {
  if (query.groups.length < LONG_QUERY_GROUPS || matched.length !== 1 || lexical.coverage >= WEAK_COVERAGE)
    return false;
  const group = query.groups[matched[0] ?? 0];
  if (group === undefined) return false;
  const isIdentifier = group.terms.some((term) => DIGIT_OR_SIGN.test(term));
  return !isIdentifier && group.documents > Math.max(RARE_MIN_DOCUMENTS, RARE_RATIO * query.claims);
}
