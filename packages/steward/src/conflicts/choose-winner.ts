import { epochMsOf } from "@memorymaster/core";
import type { Claim } from "@memorymaster/core";
import { foldedValue } from "@memorymaster/core/jobs";

/** Why one claim comes before another. */
export type WinReason =
  | "pinned_wins"
  | "person_wins"
  | "higher_confidence"
  | "more_recent"
  | "more_citations"
  | "higher_id_tiebreaker"
  | "llm_evaluation";

export interface Choice {
  /** `undefined` = nothing tells them apart: a person decides. */
  readonly winner: Claim | undefined;
  /** By claim: what put it behind the winner, or behind those that nothing tells apart. */
  readonly reasons: ReadonlyMap<Claim, WinReason>;
  /** Those that nothing tells apart; the winner alone when there is one. */
  readonly tied: readonly Claim[];
}

interface Tier {
  readonly reason: WinReason;
  readonly rank: (claim: Claim) => number;
  /** Those that stand first here with different values are a person's to decide at once. */
  readonly isLastWord?: boolean | undefined;
}

/** Smaller differences are none. */
const TIE = 1e-6;

const TIERS: readonly Tier[] = [
  { reason: "pinned_wins", rank: ({ pinned }) => Number(pinned) },
  { reason: "person_wins", rank: ({ confirmedBy }) => Number(confirmedBy !== undefined), isLastWord: true },
  { reason: "higher_confidence", rank: ({ confidence }) => confidence },
  { reason: "more_recent", rank: ({ updatedAt }) => epochMsOf(updatedAt) ?? 0 },
  { reason: "more_citations", rank: ({ citations }) => citations.length },
];

const ID_TIER: Tier = { reason: "higher_id_tiebreaker", rank: ({ id }) => id };

export const sameObject = (a: Claim, b: Claim): boolean =>
  foldedValue(a.objectValue ?? "") === foldedValue(b.objectValue ?? "");

const agree = (claims: readonly Claim[]): boolean =>
  claims.every((claim) => claims[0] !== undefined && sameObject(claim, claims[0]));

/** Whether persons have said different things. */
const areDisputedWords = (claims: readonly Claim[]): boolean =>
  claims.every(({ confirmedBy }) => confirmedBy !== undefined) && !agree(claims);

/** Claims that stand first in a tier, and the reason that puts the others behind them. */
function first(claims: readonly Claim[], { reason, rank }: Tier, reasons: Map<Claim, WinReason>): readonly Claim[] {
  const best = Math.max(...claims.map(rank));
  const leading = claims.filter((claim) => best - rank(claim) < TIE);
  for (const claim of claims) if (!leading.includes(claim)) reasons.set(claim, reason);
  return leading;
}

/**
 * The one claim of a group of any size that stands for it, whatever the order it is given in: pinned before a person's
 * word, before confidence, later change, more citations. Of claims with one value the oldest stands for all.
 *
 * @param idTiebreak let the higher id win where nothing else does, in place of a person
 */
export function chooseWinner(
  group: readonly Claim[],
  { idTiebreak = false }: { readonly idTiebreak?: boolean | undefined } = {},
): Choice {
  const reasons = new Map<Claim, WinReason>();
  let tied: readonly Claim[] = group.toSorted((a, b) => a.id - b.id);
  for (const tier of idTiebreak ? [...TIERS, ID_TIER] : TIERS) {
    tied = first(tied, tier, reasons);
    if (tier.isLastWord === true && areDisputedWords(tied)) break;
  }
  return agree(tied) ? { winner: tied[0], reasons, tied: tied.slice(0, 1) } : { winner: undefined, reasons, tied };
}
