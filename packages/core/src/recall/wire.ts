import { claimToWire } from "../claims/wire.ts";
import type { WireClaim } from "../claims/wire.ts";
import type { JsonObject } from "../events/event.ts";
import { vectorMetaToWire } from "../vector/wire.ts";
import type { ContextResult, DroppedRow, RecallAnnotation, RecallBreakdown, RecallMeta, RecallRow } from "./types.ts";

export interface WireAnnotation {
  readonly status: RecallAnnotation["status"];
  readonly active: boolean;
  readonly stale: boolean;
  readonly conflicted: boolean;
  readonly pinned: boolean;
  readonly unverified: boolean;
  readonly correction_pending: boolean;
}

/** A row of an answer without its claim and without the parts of its score. */
export interface WireRecallScores {
  readonly status: RecallRow["status"];
  readonly annotation: WireAnnotation;
  readonly score: number;
  readonly lexical_score: number;
  readonly freshness_score: number;
  readonly confidence_score: number;
  readonly vector_score: number;
  readonly matched_terms: readonly string[];
}

export interface WireBreakdown {
  readonly relevance: number;
  readonly lexical: RecallBreakdown["lexical"];
  readonly vector: number;
  readonly boost: RecallBreakdown["boost"];
  readonly status_factor: number;
  readonly demoted: boolean;
  readonly floor: number;
  readonly final: number;
}

export interface WireRecallRow extends WireRecallScores {
  readonly claim: WireClaim;
  /** There when the parts of the score were asked for. */
  readonly breakdown?: WireBreakdown;
}

export function recallScoresToWire(row: RecallRow): WireRecallScores {
  const { annotation } = row;
  return {
    status: row.status,
    annotation: {
      status: annotation.status,
      active: annotation.active,
      stale: annotation.stale,
      conflicted: annotation.conflicted,
      pinned: annotation.pinned,
      unverified: annotation.unverified,
      correction_pending: annotation.correctionPending,
    },
    score: row.score,
    lexical_score: row.lexicalScore,
    freshness_score: row.freshnessScore,
    confidence_score: row.confidenceScore,
    vector_score: row.vectorScore,
    matched_terms: row.matchedTerms,
  };
}

export function breakdownToWire(breakdown: RecallBreakdown): WireBreakdown {
  return {
    relevance: breakdown.relevance,
    lexical: breakdown.lexical,
    vector: breakdown.vector,
    boost: breakdown.boost,
    status_factor: breakdown.statusFactor,
    demoted: breakdown.demoted,
    floor: breakdown.floor,
    final: breakdown.final,
  };
}

/** @param explain - whether the parts of the score belong to the answer */
export function recallRowToWire(row: RecallRow, explain: boolean): WireRecallRow {
  const breakdown = explain ? { breakdown: breakdownToWire(row.breakdown) } : {};
  return { claim: claimToWire(row.claim), ...recallScoresToWire(row), ...breakdown };
}

/** What an answer says about itself, on every surface. */
export interface WireRecallMeta {
  readonly requested_retrieval_mode: RecallMeta["requestedRetrievalMode"];
  readonly retrieval_mode: RecallMeta["retrievalMode"];
  readonly trust: RecallMeta["trust"];
  readonly semantic: boolean;
  readonly degraded: boolean;
  readonly containment_reason: string | null;
  /** There when vectors are set up or insisted on, and the mode wants them. */
  readonly vector?: JsonObject;
  readonly total: number;
  readonly relevant: number;
  readonly relaxed: boolean;
  readonly dropped_terms: readonly string[];
  readonly common_terms: readonly string[];
  readonly limit: number;
  /** There when the question was to be classified. */
  readonly query_type?: string;
  /** There when the mode that the classification chose could not run. */
  readonly classified_retrieval_mode?: RecallMeta["retrievalMode"];
}

export function recallMetaToWire(meta: RecallMeta): WireRecallMeta {
  return {
    requested_retrieval_mode: meta.requestedRetrievalMode,
    retrieval_mode: meta.retrievalMode,
    trust: meta.trust,
    semantic: meta.semantic,
    degraded: meta.degraded,
    containment_reason: meta.containmentReason ?? null,
    ...(meta.vector === undefined ? {} : { vector: vectorMetaToWire(meta.vector) }),
    total: meta.total,
    relevant: meta.relevant,
    relaxed: meta.relaxed,
    dropped_terms: meta.droppedTerms,
    common_terms: meta.commonTerms,
    limit: meta.limit,
    ...(meta.queryType === undefined ? {} : { query_type: meta.queryType }),
    ...(meta.classifiedRetrievalMode === undefined ? {} : { classified_retrieval_mode: meta.classifiedRetrievalMode }),
  };
}

export interface WireDroppedRow {
  readonly claim_id: number;
  readonly reason: DroppedRow["reason"];
}

export function droppedRowToWire(row: DroppedRow): WireDroppedRow {
  return { claim_id: row.claimId, reason: row.reason };
}

/** A packed context without its rows and metadata. */
export interface WireContext {
  readonly output: string;
  readonly claims_considered: number;
  readonly claims_included: number;
  readonly tokens_used: number;
  readonly token_budget: number;
  readonly format: ContextResult["format"];
}

export function contextToWire(context: ContextResult): WireContext {
  return {
    output: context.output,
    claims_considered: context.claimsConsidered,
    claims_included: context.claimsIncluded,
    tokens_used: context.tokensUsed,
    token_budget: context.tokenBudget,
    format: context.format,
  };
}
