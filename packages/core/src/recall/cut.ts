import type { QueryGroup } from "./query-groups.ts";
import type { ScoredClaim } from "./scored-claim.ts";
import type { SelectedQuery } from "./select-groups.ts";
import type { DropReason } from "./types.ts";

/** Of two words one that matches is half of the question. */
export const SHORT_QUERY_GROUPS = 2;
const IDENTIFIER = /[^\p{L}\p{M}]/u;
const NUMBER = /^\d+$/;

export interface Floors {
  /** Relevance below which rows go. */
  readonly relevance: number;
  /** Below it a row answers for too little of the question: a word or two that any text may hold. */
  readonly standing: number;
}

export type CutReason = Extract<DropReason, "zero_relevance" | "weak_match" | "below_floor">;

/** Why a row does not belong to the answer, `undefined` when it does. */
export function cutReason(row: ScoredClaim, query: SelectedQuery, floors: Floors): CutReason | undefined {
  if (row.relevance === 0) return "zero_relevance";
  if (isWeak(row, query, floors.standing)) return "weak_match";
  return row.relevance < floors.relevance ? "below_floor" : undefined;
}

function isWeak({ matched, lexical }: ScoredClaim, { groups }: SelectedQuery, floor: number): boolean {
  if (groups.length <= SHORT_QUERY_GROUPS || lexical.standing >= floor) return false;
  return !matched.some((place) => isIdentifier(groups[place]));
}

/** Whoever asks for an identifier means it, whatever else the question says. */
export function isIdentifier(group: QueryGroup | undefined): boolean {
  return group?.terms.some((term) => IDENTIFIER.test(term) && !NUMBER.test(term)) ?? false;
}
