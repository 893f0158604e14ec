import type { Volatility } from "../claims/claim.ts";

/** Settings of the core. `config/schema.ts` fills them from a file and the environment. */
export interface MemorySettings {
  /** Weights of lexical match, confidence, freshness and vector match. */
  readonly retrievalWeights: RetrievalWeights;
  /** Parts of the lexical score; they sum to 1. */
  readonly lexicalWeights: {
    readonly bm25: number;
    readonly coverage: number;
    readonly proximity: number;
    readonly phrase: number;
  };
  /** BM25 term saturation `k1` (≥ 0) and length normalisation `b` (0..1). */
  readonly bm25: { readonly k1: number; readonly b: number };
  /** Rows below this share of the best relevance are cut, 0..1; 0 = off. */
  readonly relevanceFloorRatio: number;
  /** A question for which no row stands as high is about something else: nothing is found. ≥ 0; 0 = off. */
  readonly standingFloor: number;
  readonly freshnessHalfLifeHours: Readonly<Record<Volatility, number>>;
  /** Added to the boost of a pinned claim. */
  readonly pinnedBonus: number;
  /** Rows of one session that may stand together; 0 = off. */
  readonly sessionDiversityCap: number;
  /** Whether reads also cover the old bare scope `project`. */
  readonly includeLegacyProjectScope: boolean;
  /** Whether private network addresses are taken out at ingest too. */
  readonly redactPrivateNetwork: boolean;
  readonly vector: VectorSettings;
  readonly intake: IntakeSettings;
  readonly maintenance: MaintenanceSettings;
}

export interface RetrievalWeights {
  readonly lexical: number;
  readonly confidence: number;
  readonly freshness: number;
  readonly vector: number;
}

export interface VectorSettings {
  /** Whether questions are answered by meaning too: `auto` when all is there; `on` calls its absence a failure. */
  readonly reads: "auto" | "on" | "off";
  /** Whether teams may ask by meaning. */
  readonly teamGranted: boolean;
  /** Repairs that a reconciliation makes at most, unless it is a full one. */
  readonly driftMax: number;
}

export interface IntakeSettings {
  /** What happens to a claim without source agent: tag it, refuse it when the caller could have named one, or leave it. */
  readonly requireSourceAgent: "warn" | "strict" | "off";
  readonly defaultSourceAgent: string;
  readonly rejectSessionState: boolean;
  readonly rejectedScopePrefixes: readonly string[];
}

/** Which confirmed, stale and conflicted claims maintenance looks at anew: none, or those whose time has come. */
export const POLICY_MODES = ["legacy", "cadence"] as const;
export type PolicyMode = (typeof POLICY_MODES)[number];

export const PROMOTION_GATES = ["formula", "evidence"] as const;
export type PromotionGateName = (typeof PROMOTION_GATES)[number];

export interface MaintenanceSettings {
  /** Score from which a candidate becomes confirmed, 0..1. */
  readonly validationThreshold: number;
  /** By how much a claim must outdo a confirmed rival, 0..1. */
  readonly conflictMargin: number;
  /** Confidence below which a claim becomes stale, 0..1. */
  readonly staleThreshold: number;
  /** Confidence lost a day. */
  readonly decayRates: Readonly<Record<Volatility, number>>;
  /** Hours after which a claim is due again. */
  readonly cadenceHours: Readonly<Record<Volatility, number>>;
  readonly policyMode: PolicyMode;
  /** By what a candidate with a sufficient score is confirmed: the score alone, or signs in its text as well. */
  readonly promotionGate: PromotionGateName;
  readonly dedupe: {
    readonly enabled: boolean;
    /** Count what would be archived, and archive nothing. */
    readonly shadow: boolean;
    /** Share of terms in common (Jaccard) from which two texts are the same, 0..1. */
    readonly minOverlap: number;
  };
}

export const SETTINGS_DEFAULTS: MemorySettings = {
  retrievalWeights: { lexical: 0.7, confidence: 0.2, freshness: 0.1, vector: 0.3 },
  lexicalWeights: { bm25: 0.85, coverage: 0.05, proximity: 0.05, phrase: 0.05 },
  bm25: { k1: 0.9, b: 0.4 },
  relevanceFloorRatio: 0.25,
  standingFloor: 0.55,
  freshnessHalfLifeHours: { low: 168, medium: 72, high: 24 },
  pinnedBonus: 0.03,
  sessionDiversityCap: 3,
  includeLegacyProjectScope: true,
  redactPrivateNetwork: false,
  vector: { reads: "auto", teamGranted: false, driftMax: 100 },
  intake: {
    requireSourceAgent: "warn",
    defaultSourceAgent: "unknown",
    rejectSessionState: true,
    rejectedScopePrefixes: ["session-state"],
  },
  maintenance: {
    validationThreshold: 0.58,
    conflictMargin: 0.08,
    staleThreshold: 0.35,
    decayRates: { low: 0.005, medium: 0.02, high: 0.05 },
    cadenceHours: { low: 168, medium: 72, high: 24 },
    policyMode: "legacy",
    promotionGate: "evidence",
    dedupe: { enabled: false, shadow: true, minOverlap: 0.85 },
  },
};
