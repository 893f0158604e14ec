import type { Claim } from "../claims/claim.ts";
import type { ScoredClaim } from "./scored-claim.ts";
import { sixDecimals } from "./score.ts";
import type { SelectedQuery } from "./select-groups.ts";
import type { RecallAnnotation, RecallBreakdown, RecallRow } from "./types.ts";

export interface RowFacts {
  readonly query: SelectedQuery;
  readonly floor: number;
  readonly isPending: (row: ScoredClaim) => boolean;
}

/** A row of an answer: its score, and the whole claim. */
export type ShownClaim = ScoredClaim & { readonly claim: Claim };

/** A scored claim as callers see it: figures with 6 decimals. */
export function buildRow(scored: ShownClaim, facts: RowFacts): RecallRow {
  const { claim, lexical } = scored;
  const demoted = facts.isPending(scored);
  return {
    claim,
    status: claim.status,
    annotation: annotationOf(scored, demoted),
    score: scored.final,
    lexicalScore: sixDecimals(lexical.total),
    freshnessScore: sixDecimals(scored.freshness),
    confidenceScore: claim.confidence,
    vectorScore: sixDecimals(scored.vector),
    matchedTerms: scored.matched.map((place) => facts.query.groups[place]?.label ?? ""),
    breakdown: breakdownOf(scored, demoted, facts.floor),
  };
}

function annotationOf({ claim }: ScoredClaim, correctionPending: boolean): RecallAnnotation {
  return {
    status: claim.status,
    active: claim.status === "confirmed",
    stale: claim.status === "stale",
    conflicted: claim.status === "conflicted",
    pinned: claim.pinned,
    unverified: claim.status === "candidate",
    correctionPending,
  };
}

function breakdownOf(scored: ScoredClaim, demoted: boolean, floor: number): RecallBreakdown {
  const { lexical, boost } = scored;
  return {
    relevance: sixDecimals(scored.relevance),
    lexical: {
      bm25: sixDecimals(lexical.bm25),
      coverage: sixDecimals(lexical.coverage),
      proximity: sixDecimals(lexical.proximity),
      phrase: lexical.phrase,
    },
    vector: sixDecimals(scored.vector),
    boost: {
      confidence: sixDecimals(boost.confidence),
      freshness: sixDecimals(boost.freshness),
      pinned: sixDecimals(boost.pinned),
    },
    statusFactor: scored.statusFactor,
    demoted,
    floor: sixDecimals(floor),
    final: scored.final,
  };
}
