import type { ClaimStatus } from "../claims/claim.ts";
import type { MemorySettings, RetrievalWeights } from "../config/settings.ts";
import type { Candidate } from "../ports/search-store.ts";
import { ageMs, freshness } from "./freshness.ts";
import type { RecallBreakdown } from "./types.ts";

/** Superseded claims take part only in questions about the past, where they are as good as any. */
const STATUS_FACTORS: Readonly<Record<ClaimStatus, number>> = {
  confirmed: 1,
  candidate: 0.85,
  conflicted: 0.7,
  stale: 0.6,
  superseded: 1,
  archived: 0,
};

export interface ScoreKnobs extends Pick<MemorySettings, "freshnessHalfLifeHours" | "pinnedBonus"> {
  readonly weights: RetrievalWeights;
  /** The present, in milliseconds since the epoch. */
  readonly nowMs: number;
}

export interface Score {
  readonly boost: RecallBreakdown["boost"];
  readonly statusFactor: number;
  /** 0..1. */
  readonly freshness: number;
  /** ≥ 0, 6 decimals. */
  readonly final: number;
}

/**
 * relevance × (1 + boost) × status factor: trust and age move a row among its equals, and multiplying keeps them from
 * carrying a row that has nothing to do with the query.
 */
export function score(claim: Candidate, relevance: number, knobs: ScoreKnobs): Score {
  const fresh = freshness(ageMs(claim, knobs.nowMs), knobs.freshnessHalfLifeHours[claim.volatility]);
  const boost = {
    confidence: knobs.weights.confidence * (claim.confidence - 0.5),
    freshness: knobs.weights.freshness * (fresh - 0.5),
    pinned: claim.pinned ? knobs.pinnedBonus : 0,
  };
  const statusFactor = STATUS_FACTORS[claim.status];
  const lift = Math.max(0, 1 + boost.confidence + boost.freshness + boost.pinned);
  return { boost, statusFactor, freshness: fresh, final: sixDecimals(relevance * lift * statusFactor) };
}

/** As scores stand in rows: more would only show the noise of the machine. */
export function sixDecimals(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
