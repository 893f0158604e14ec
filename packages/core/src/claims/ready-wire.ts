import type { Claim } from "./claim.ts";
import type { ConflictPair } from "./pair-conflicts.ts";
import type { CountedClaims, ReadyReport } from "./ready-types.ts";
import { claimToWire } from "./wire.ts";

type WireObject = Readonly<Record<string, unknown>>;

const SHOWN_CHARACTERS = 120;

const shortText = (claim: Claim): string => [...claim.text].slice(0, SHOWN_CHARACTERS).join("");

const pairToWire = ({ winner, loser, reason, key }: ConflictPair): WireObject => ({
  winner_id: winner.id,
  loser_id: loser.id,
  reason,
  key,
  winner_text: shortText(winner),
  loser_text: shortText(loser),
  winner_confidence: winner.confidence,
  loser_confidence: loser.confidence,
});

const countedToWire = ({ count, claims }: CountedClaims): WireObject => ({ count, claims: claims.map(claimToWire) });

/** The report in JSON that leaves the process; texts of pairs are cut to 120 characters. */
export function readyToWire({ stale, conflicted, lowConfidence, totalAttention }: ReadyReport): WireObject {
  const { count, pairs, unpaired } = conflicted;
  return {
    stale: countedToWire(stale),
    conflicted: { count, pairs: pairs.map(pairToWire), unpaired: unpaired.map(claimToWire) },
    low_confidence: countedToWire(lowConfidence),
    total_attention: totalAttention,
  };
}
