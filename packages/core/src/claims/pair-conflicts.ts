import { textSignature } from "../text/signature.ts";
import type { Claim } from "./claim.ts";
import { namespaceKey, UNIT_SEPARATOR } from "./identity.ts";

/** Why the winner of a pair comes first. */
export type WinReason = "pinned_wins" | "higher_confidence" | "more_recent" | "higher_id_tiebreaker";

export interface ConflictPair {
  readonly winner: Claim;
  readonly loser: Claim;
  readonly reason: WinReason;
  /** What they have in common: subject, predicate and scope, else `near_twin` and scope. */
  readonly key: readonly string[];
}

export interface PairedConflicts {
  readonly pairs: readonly ConflictPair[];
  /** Conflicted claims whose opponent is gone, or elsewhere. */
  readonly unpaired: readonly Claim[];
}

const folded = (text: string): string => text.trim().toLowerCase();

function tupleKey({ subject, predicate }: Claim): readonly string[] | undefined {
  return subject === undefined || predicate === undefined ? undefined : [folded(subject), folded(predicate)];
}

/** Claims that share one of these contradict each other: the tuple, or the words without their values. */
function keysOf(claim: Claim): readonly string[] {
  const namespace = namespaceKey(claim);
  const tuple = tupleKey(claim);
  const keys = tuple === undefined ? [] : [["tuple", ...tuple, namespace].join(UNIT_SEPARATOR)];
  // Where the words are gone, all claims read the same.
  if (claim.contentHash === undefined) return keys;
  return [...keys, ["twin", textSignature(claim.text).twinHash, namespace].join(UNIT_SEPARATOR)];
}

/** Groups of claims that share a key, also by way of a third one; groups, and claims in them, in the order given. */
function groupsOf(claims: readonly Claim[]): readonly (readonly Claim[])[] {
  /** Leads from a claim to an earlier one of its group. */
  const earlier = new Map<Claim, Claim>();
  const firstOf = (claim: Claim): Claim => {
    let first = claim;
    for (let next = earlier.get(first); next !== undefined; next = earlier.get(first)) first = next;
    return first;
  };
  const places = new Map(claims.map((claim, place) => [claim, place]));
  const placeOf = (claim: Claim): number => places.get(claim) ?? 0;
  const holders = new Map<string, Claim>();
  for (const [claim, key] of claims.flatMap((one) => keysOf(one).map((its) => [one, its] as const))) {
    const [one, other] = [firstOf(holders.get(key) ?? claim), firstOf(claim)];
    if (placeOf(one) < placeOf(other)) earlier.set(other, one);
    if (placeOf(other) < placeOf(one)) earlier.set(one, other);
    holders.set(key, claim);
  }
  const groups = new Map<Claim, Claim[]>();
  for (const claim of claims) groups.set(firstOf(claim), [...(groups.get(firstOf(claim)) ?? []), claim]);
  return [...groups.values()];
}

function pairOf(winner: Claim, loser: Claim): ConflictPair {
  const { subject, predicate, scope } = winner;
  const sharesTuple = subject !== undefined && String(tupleKey(winner)) === String(tupleKey(loser));
  const key = sharesTuple && predicate !== undefined ? [subject, predicate, scope] : ["near_twin", scope];
  return { winner, loser, reason: reasonOf(winner, loser), key };
}

function reasonOf(winner: Claim, loser: Claim): WinReason {
  if (winner.pinned !== loser.pinned) return "pinned_wins";
  if (winner.confidence !== loser.confidence) return "higher_confidence";
  return winner.updatedAt === loser.updatedAt ? "higher_id_tiebreaker" : "more_recent";
}

/**
 * Which of the conflicted claims contradict each other. In each group one wins, and makes a pair with every other.
 *
 * @param claims in the order of a list, so that the first of a group is its winner: pinned, then more confidence, then the
 *   later change, then the higher id
 */
export function pairConflicts(claims: readonly Claim[]): PairedConflicts {
  const groups = groupsOf(claims);
  return {
    pairs: groups.flatMap(([winner, ...losers]) =>
      winner === undefined ? [] : losers.map((loser) => pairOf(winner, loser)),
    ),
    unpaired: groups.flatMap((group) => (group.length === 1 ? group : [])),
  };
}
