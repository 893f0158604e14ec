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
const LONG_NUMBER = /^(?!(?:19|20)\d\d$)\d{4,}$/;
/** Claims that a number may stand in and still mean one thing. */
const FEW = 3;

/**
 * Whether a row shows that the question is about something that is known here: by its meaning, or by enough of its words.
 * Otherwise it holds a word or two that any text may hold.
 *
 * @param floor standing that makes words enough
 */
export function isAnswer(row: ScoredClaim, { groups }: SelectedQuery, floor: number): boolean {
  const { matched, lexical } = row;
  if (matched.length === 0) return isNear(row);
  const hasAll = matched.length === groups.length || groups.length <= SHORT_QUERY_GROUPS;
  if (hasAll || lexical.standing >= floor || isNear(row)) return true;
  return matched.some((place) => isIdentifier(groups[place]) || isRareNumber(groups[place]));
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

/** A port or the number of an issue, which stands for one thing where few hold it; a year or a small number does not. */
function isRareNumber(group: SelectedQuery["groups"][number] | undefined): boolean {
  return group !== undefined && group.documents <= FEW && group.terms.some((term) => LONG_NUMBER.test(term));
}

/** Whoever asks for an identifier means it, whatever else the question says. */
export function isIdentifier(group: QueryGroup | undefined): boolean {
  return group?.terms.some((term) => IDENTIFIER.test(term) && !NUMBER.test(term)) ?? false;
}
