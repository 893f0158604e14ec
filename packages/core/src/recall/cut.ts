import type { QueryGroup } from "./query-groups.ts";
import type { ScoredClaim } from "./scored-claim.ts";
import type { SelectedQuery } from "./select-groups.ts";
import type { DropReason } from "./types.ts";

/** Of two words one that matches is half of the question. */
export const SHORT_QUERY_GROUPS = 2;
/** Likeness of meaning that makes a row of an answer, whatever its words. */
const LIKE_ENOUGH = 0.45;
const IDENTIFIER = /[^\p{L}\p{M}]/u;
const NUMBER = /^\d+$/;

/**
 * Whether a row shows that the question is about something that is known here: by its meaning, or by enough of its words.
 * Otherwise it holds a word or two that any text may hold.
 *
 * @param floor standing that makes words enough
 */
export function isAnswer(row: ScoredClaim, { groups }: SelectedQuery, floor: number): boolean {
  const { matched, lexical } = row;
  if (matched.length === 0) return isNear(row);
  if (groups.length <= SHORT_QUERY_GROUPS || lexical.standing >= floor || isNear(row)) return true;
  return matched.some((place) => isIdentifier(groups[place]));
}

const isNear = ({ vector }: ScoredClaim): boolean => vector >= LIKE_ENOUGH;

export interface CutRules {
  /** Relevance below which rows go. */
  readonly floor: number;
  /** Whether some row is an answer; without one, none belongs to it. */
  readonly isAnswered: boolean;
}

export type CutReason = Extract<DropReason, "zero_relevance" | "weak_match" | "below_floor">;

/** Why a row does not belong to the answer, `undefined` when it does. */
export function cutReason(row: ScoredClaim, { floor, isAnswered }: CutRules): CutReason | undefined {
  if (row.relevance === 0) return "zero_relevance";
  if (!isAnswered || (row.matched.length === 0 && !isNear(row))) return "weak_match";
  return row.relevance < floor ? "below_floor" : undefined;
}

/** Whoever asks for an identifier means it, whatever else the question says. */
export function isIdentifier(group: QueryGroup | undefined): boolean {
  return group?.terms.some((term) => IDENTIFIER.test(term) && !NUMBER.test(term)) ?? false;
}
