import type { Claim } from "./claim.ts";
import type { PairedConflicts } from "./pair-conflicts.ts";

export interface ReadyRequest {
  /** Rows of each list, 1..1,000, default 10; the counts are not cut. */
  readonly limit?: number | undefined;
  /** Confirmed claims and candidates with less than this need attention; 0..1, default 0.5. */
  readonly confidenceThreshold?: number | undefined;
}

export interface CountedClaims {
  readonly count: number;
  readonly claims: readonly Claim[];
}

/** Claims that need a person, each counted once. */
export interface ReadyReport {
  readonly stale: CountedClaims;
  /** `count` is that of the claims, not of the pairs. */
  readonly conflicted: PairedConflicts & { readonly count: number };
  readonly lowConfidence: CountedClaims;
  readonly totalAttention: number;
}
