import type { Claim, ClaimStatus } from "../claims/claim.ts";
import type { VectorMeta, VectorReason } from "../vector/types.ts";

export const TRUST_LEVELS = ["all", "confirmed"] as const;
export type Trust = (typeof TRUST_LEVELS)[number];

/** `legacy` = text only; `hybrid` = text and vectors; `qdrant` = the same with the semantic profile. */
export const RETRIEVAL_MODES = ["legacy", "hybrid", "qdrant"] as const;
export type RetrievalMode = (typeof RETRIEVAL_MODES)[number];

export const RETRIEVAL_PROFILES = ["recall", "precision", "fresh", "semantic", "auto"] as const;
export type RetrievalProfile = (typeof RETRIEVAL_PROFILES)[number];

export interface RecallRequest {
  /** 1..10,000 code points. */
  readonly queryText: string;
  /** 1..1,000, default 20. */
  readonly limit?: number | undefined;
  /** `confirmed` leaves out everything else; default `all`, other states marked. */
  readonly trust?: Trust | undefined;
  readonly retrievalMode?: RetrievalMode | undefined;
  readonly retrievalProfile?: RetrievalProfile | undefined;
  readonly includeCandidates?: boolean | undefined;
  readonly includeStale?: boolean | undefined;
  readonly includeConflicted?: boolean | undefined;
  readonly allowSensitive?: boolean | undefined;
  /** Absent or empty = the default read scopes. */
  readonly scopes?: readonly string[] | undefined;
  /** What was valid at this time (ISO-8601); superseded claims then take part. */
  readonly asOf?: string | undefined;
  /** Picks mode and profile by the kind of question; acts only with the default mode. */
  readonly autoClassify?: boolean | undefined;
  /** Collects why rows were left out. */
  readonly explain?: boolean | undefined;
  /** Fills the citations of the returned claims. Default false: they are empty. */
  readonly withCitations?: boolean | undefined;
  /** How long vectors may take: `hook` where a person waits. Default `tool`. */
  readonly deadline?: "hook" | "tool" | undefined;
}

export interface FederatedRequest extends Pick<RecallRequest, "queryText" | "allowSensitive" | "withCitations"> {
  /** 1..100, default 20. */
  readonly limit?: number | undefined;
  /** Default: the project at hand. */
  readonly currentScope?: string | undefined;
  /** Absent or empty = every scope that the caller may read, but for `team:` scopes other than the current one. */
  readonly scopes?: readonly string[] | undefined;
}

export interface RecallAnnotation {
  readonly status: ClaimStatus;
  /** Confirmed. */
  readonly active: boolean;
  readonly stale: boolean;
  readonly conflicted: boolean;
  readonly pinned: boolean;
  /** A candidate: nothing has checked it yet. */
  readonly unverified: boolean;
  /** A proposal to replace it is open; it stands behind all rows without one. */
  readonly correctionPending: boolean;
}

/** Parts of one score, each 0..1 unless said otherwise. */
export interface RecallBreakdown {
  readonly relevance: number;
  readonly lexical: {
    readonly bm25: number;
    readonly coverage: number;
    readonly proximity: number;
    readonly phrase: number;
  };
  /** Likeness of meaning above that of unrelated texts; 0 when vectors took no part. */
  readonly vector: number;
  /** Additions to 1, may be negative. */
  readonly boost: { readonly confidence: number; readonly freshness: number; readonly pinned: number };
  readonly statusFactor: number;
  readonly demoted: boolean;
  /** Relevance below which rows were cut. */
  readonly floor: number;
  readonly final: number;
}

export interface RecallRow {
  readonly claim: Claim;
  readonly status: ClaimStatus;
  readonly annotation: RecallAnnotation;
  readonly score: number;
  readonly lexicalScore: number;
  readonly freshnessScore: number;
  readonly confidenceScore: number;
  readonly vectorScore: number;
  readonly matchedTerms: readonly string[];
  readonly breakdown: RecallBreakdown;
}

export const DROP_REASONS = [
  "zero_relevance",
  "weak_match",
  "below_floor",
  "session_diversity_cap",
  "limit_truncation",
  "visibility",
  "temporal",
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

export interface DroppedRow {
  readonly claimId: number;
  readonly reason: DropReason;
}

export interface RecallMeta {
  readonly requestedRetrievalMode: RetrievalMode;
  readonly retrievalMode: RetrievalMode;
  readonly trust: Trust;
  /** Whether meaning took part, not only words. */
  readonly semantic: boolean;
  readonly degraded: boolean;
  /** Why vectors took no part although the mode wants them; `retrievalMode` is then `legacy`. */
  readonly containmentReason: VectorReason | undefined;
  /** Of the search by vectors; absent when the mode has none, or vectors are neither set up nor insisted on. */
  readonly vector: VectorMeta | undefined;
  /** Rows that match, before the limit, among the candidates looked at: at least 60, twelve times the limit for several words. */
  readonly total: number;
  /** Of these, rows that are not there only because they are pinned. */
  readonly relevant: number;
  /** Some word of the query occurs in no returned row (`droppedTerms`). */
  readonly relaxed: boolean;
  readonly droppedTerms: readonly string[];
  /** Words too common to select by. */
  readonly commonTerms: readonly string[];
  /** Set when `autoClassify` was asked for. */
  readonly queryType: string | undefined;
  /** The mode that `autoClassify` chose, when another had to run. */
  readonly classifiedRetrievalMode: RetrievalMode | undefined;
  /** The limit as used. */
  readonly limit: number;
}

export interface RecallResult {
  readonly rows: readonly RecallRow[];
  readonly meta: RecallMeta;
  /** Filled when `explain` was asked for. */
  readonly dropped: readonly DroppedRow[];
}

export const CONTEXT_FORMATS = ["text", "xml", "json"] as const;
export type ContextFormat = (typeof CONTEXT_FORMATS)[number];

export interface ContextRequest extends RecallRequest {
  /** Upper bound of the final output in tokens, default 4,000. */
  readonly tokenBudget?: number | undefined;
  readonly outputFormat?: ContextFormat | undefined;
}

export interface ContextResult {
  readonly output: string;
  readonly claimsConsidered: number;
  readonly claimsIncluded: number;
  readonly tokensUsed: number;
  readonly tokenBudget: number;
  readonly format: ContextFormat;
  /** Exactly the packed rows. */
  readonly rows: readonly RecallRow[];
  readonly meta: RecallMeta;
}
