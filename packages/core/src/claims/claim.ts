import type { Citation } from "./citation.ts";

/** The six states, in the order of trust. Their transitions are in `lifecycle.ts`. */
export const CLAIM_STATUSES = ["confirmed", "candidate", "stale", "conflicted", "superseded", "archived"] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** States a claim is still answered in; the other two are history. */
export const LIVE_STATUSES = ["confirmed", "candidate", "stale", "conflicted"] as const;

export const VOLATILITIES = ["low", "medium", "high"] as const;
export type Volatility = (typeof VOLATILITIES)[number];

export const VISIBILITIES = ["public", "private", "sensitive"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export const CLAIM_TIERS = ["core", "working", "peripheral"] as const;
export type ClaimTier = (typeof CLAIM_TIERS)[number];

/** Name that stands for "no principal is known". */
export const UNKNOWN_AGENT = "unknown";

/** A short statement with its evidence, owner and state. Times are ISO-8601 UTC, whole seconds, `+00:00`. */
export interface Claim {
  /** Local to this store, positive. */
  readonly id: number;
  /** UUIDv7, the same in every store that ever holds this claim. */
  readonly uid: string;
  /** `mm-` and 4 hex digits, perhaps `~n`: unique in its identity namespace. */
  readonly humanId: string;
  /** 1..10,000 code points. */
  readonly text: string;
  readonly idempotencyKey: string | undefined;
  readonly contentHash: string | undefined;
  readonly normalizedText: string | undefined;
  /** Lower case, free form: `fact`, `decision`, `constraint`, … */
  readonly claimType: string | undefined;
  readonly subject: string | undefined;
  readonly predicate: string | undefined;
  readonly objectValue: string | undefined;
  readonly scope: string;
  readonly volatility: Volatility;
  readonly status: ClaimStatus;
  /** 0..1. */
  readonly confidence: number;
  readonly pinned: boolean;
  readonly supersedesClaimId: number | undefined;
  readonly replacedByClaimId: number | undefined;
  readonly createdAt: string;
  /** Last change of content or status. */
  readonly updatedAt: string;
  readonly lastValidatedAt: string | undefined;
  /** When decay last took its share of the confidence. */
  readonly lastDecayedAt: string | undefined;
  readonly archivedAt: string | undefined;
  readonly tenantId: string | undefined;
  readonly tier: ClaimTier;
  readonly accessCount: number;
  readonly lastAccessed: string | undefined;
  /** When the fact happened in the world. */
  readonly eventTime: string | undefined;
  readonly validFrom: string | undefined;
  /** Exclusive. */
  readonly validUntil: string | undefined;
  readonly sourceAgent: string;
  /** The person whose word made it confirmed; only while it is confirmed. */
  readonly confirmedBy: string | undefined;
  readonly visibility: Visibility;
  /** Optimistic lock, from 1. */
  readonly version: number;
  readonly wikiArticle: string | undefined;
  /** Whose belief it is; nobody's in particular when absent. */
  readonly holder: string | undefined;
  readonly entityId: number | undefined;
  /** Empty unless the reader asked for them. */
  readonly citations: readonly Citation[];
}
