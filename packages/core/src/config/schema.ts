import * as z from "zod";

import { POLICY_MODES, PROMOTION_GATES, SETTINGS_DEFAULTS } from "./settings.ts";
import type { MaintenanceSettings, MemorySettings, PolicyMode, PromotionGateName } from "./settings.ts";

const weight = z.number().min(0);
const ratio = z.number().min(0).max(1);
const hours = z.number().positive();
const agent = z.string().trim().min(1).max(200);

const SUM_TOLERANCE = 1e-6;

const retrievalWeights = z
  .strictObject({ lexical: weight, confidence: weight, freshness: weight, vector: weight })
  .refine((parts) => parts.lexical + parts.vector > 0, "lexical and vector weight must not both be 0");

const lexicalWeights = z
  .strictObject({ bm25: weight, coverage: weight, proximity: weight, phrase: weight })
  .refine(
    (parts) => Math.abs(parts.bm25 + parts.coverage + parts.proximity + parts.phrase - 1) <= SUM_TOLERANCE,
    "the four parts must sum to 1",
  );

const VECTOR_READS = { auto: "auto", "0": "off", "1": "on" } as const;

/** The settings by their keys in the configuration file. */
export interface SettingValues {
  readonly retrieval_weights: MemorySettings["retrievalWeights"];
  readonly lexical_weights: MemorySettings["lexicalWeights"];
  readonly bm25: MemorySettings["bm25"];
  readonly relevance_floor: number;
  readonly standing_floor: number;
  readonly freshness_halflife: MemorySettings["freshnessHalfLifeHours"];
  readonly pinned_bonus: number;
  readonly session_diversity_cap: number;
  readonly query_include_legacy_project: boolean;
  readonly redact_private_network: boolean;
  /** `auto`, `1` = on, `0` = off. */
  readonly qdrant_governed_reads: keyof typeof VECTOR_READS;
  readonly qdrant_drift_max: number;
  readonly team_vectors: boolean;
  readonly intake_require_source_agent: MemorySettings["intake"]["requireSourceAgent"];
  readonly intake_default_source_agent: string;
  readonly intake_reject_session_state: boolean;
  readonly intake_rejected_scope_prefixes: readonly string[];
  readonly validation_threshold: number;
  readonly conflict_margin: number;
  readonly stale_threshold: number;
  readonly decay_rates: MaintenanceSettings["decayRates"];
  readonly cadence_hours: MaintenanceSettings["cadenceHours"];
  readonly policy_mode: PolicyMode;
  readonly promotion_gate: PromotionGateName;
  readonly dedupe_enabled: boolean;
  readonly dedupe_shadow: boolean;
  readonly dedupe_jaccard_high: number;
}

export type SettingKey = keyof SettingValues;

/** How the text of a variable becomes a value: numbers of a list go to the named parts in that order. */
export type TextForm =
  | { readonly kind: "number" | "boolean" | "text" | "texts" }
  | { readonly kind: "numbers"; readonly parts: readonly string[] };

/** One setting: its variable is `MEMORYMASTER_` and the key in capitals. */
export interface Setting<Value> {
  readonly form: TextForm;
  readonly schema: z.ZodType<Value>;
  readonly initial: Value;
}

const numbers = (...parts: readonly string[]): TextForm => ({ kind: "numbers", parts });
const D = SETTINGS_DEFAULTS;

export const SETTINGS: { readonly [Key in SettingKey]: Setting<SettingValues[Key]> } = {
  retrieval_weights: {
    form: numbers("lexical", "confidence", "freshness", "vector"),
    schema: retrievalWeights,
    initial: D.retrievalWeights,
  },
  lexical_weights: {
    form: numbers("bm25", "coverage", "proximity", "phrase"),
    schema: lexicalWeights,
    initial: D.lexicalWeights,
  },
  bm25: { form: numbers("k1", "b"), schema: z.strictObject({ k1: weight, b: ratio }), initial: D.bm25 },
  relevance_floor: { form: { kind: "number" }, schema: ratio, initial: D.relevanceFloorRatio },
  standing_floor: { form: { kind: "number" }, schema: weight, initial: D.standingFloor },
  freshness_halflife: {
    form: numbers("low", "medium", "high"),
    schema: z.strictObject({ low: hours, medium: hours, high: hours }),
    initial: D.freshnessHalfLifeHours,
  },
  pinned_bonus: { form: { kind: "number" }, schema: weight, initial: D.pinnedBonus },
  session_diversity_cap: { form: { kind: "number" }, schema: z.int().min(0), initial: D.sessionDiversityCap },
  query_include_legacy_project: {
    form: { kind: "boolean" },
    schema: z.boolean(),
    initial: D.includeLegacyProjectScope,
  },
  redact_private_network: { form: { kind: "boolean" }, schema: z.boolean(), initial: D.redactPrivateNetwork },
  qdrant_governed_reads: { form: { kind: "text" }, schema: z.enum(["auto", "0", "1"]), initial: "auto" },
  qdrant_drift_max: { form: { kind: "number" }, schema: z.int().min(0), initial: D.vector.driftMax },
  team_vectors: { form: { kind: "boolean" }, schema: z.boolean(), initial: D.vector.teamGranted },
  intake_require_source_agent: {
    form: { kind: "text" },
    schema: z.enum(["warn", "strict", "off"]),
    initial: D.intake.requireSourceAgent,
  },
  intake_default_source_agent: { form: { kind: "text" }, schema: agent, initial: D.intake.defaultSourceAgent },
  intake_reject_session_state: { form: { kind: "boolean" }, schema: z.boolean(), initial: D.intake.rejectSessionState },
  intake_rejected_scope_prefixes: {
    form: { kind: "texts" },
    schema: z.array(agent),
    initial: D.intake.rejectedScopePrefixes,
  },
  validation_threshold: { form: { kind: "number" }, schema: ratio, initial: D.maintenance.validationThreshold },
  conflict_margin: { form: { kind: "number" }, schema: ratio, initial: D.maintenance.conflictMargin },
  stale_threshold: { form: { kind: "number" }, schema: ratio, initial: D.maintenance.staleThreshold },
  decay_rates: {
    form: numbers("low", "medium", "high"),
    schema: z.strictObject({ low: ratio, medium: ratio, high: ratio }),
    initial: D.maintenance.decayRates,
  },
  cadence_hours: {
    form: numbers("low", "medium", "high"),
    schema: z.strictObject({ low: hours, medium: hours, high: hours }),
    initial: D.maintenance.cadenceHours,
  },
  policy_mode: { form: { kind: "text" }, schema: z.enum(POLICY_MODES), initial: D.maintenance.policyMode },
  promotion_gate: { form: { kind: "text" }, schema: z.enum(PROMOTION_GATES), initial: D.maintenance.promotionGate },
  dedupe_enabled: { form: { kind: "boolean" }, schema: z.boolean(), initial: D.maintenance.dedupe.enabled },
  dedupe_shadow: { form: { kind: "boolean" }, schema: z.boolean(), initial: D.maintenance.dedupe.shadow },
  dedupe_jaccard_high: { form: { kind: "number" }, schema: ratio, initial: D.maintenance.dedupe.minOverlap },
};

export const SETTING_KEYS: readonly SettingKey[] = Object.keys(SETTINGS) as SettingKey[];

export function settingsFrom(values: SettingValues): MemorySettings {
  return {
    retrievalWeights: values.retrieval_weights,
    lexicalWeights: values.lexical_weights,
    bm25: values.bm25,
    relevanceFloorRatio: values.relevance_floor,
    standingFloor: values.standing_floor,
    freshnessHalfLifeHours: values.freshness_halflife,
    pinnedBonus: values.pinned_bonus,
    sessionDiversityCap: values.session_diversity_cap,
    includeLegacyProjectScope: values.query_include_legacy_project,
    redactPrivateNetwork: values.redact_private_network,
    vector: {
      reads: VECTOR_READS[values.qdrant_governed_reads],
      teamGranted: values.team_vectors,
      driftMax: values.qdrant_drift_max,
    },
    intake: {
      requireSourceAgent: values.intake_require_source_agent,
      defaultSourceAgent: values.intake_default_source_agent,
      rejectSessionState: values.intake_reject_session_state,
      rejectedScopePrefixes: values.intake_rejected_scope_prefixes,
    },
    maintenance: {
      validationThreshold: values.validation_threshold,
      conflictMargin: values.conflict_margin,
      staleThreshold: values.stale_threshold,
      decayRates: values.decay_rates,
      cadenceHours: values.cadence_hours,
      policyMode: values.policy_mode,
      promotionGate: values.promotion_gate,
      dedupe: {
        enabled: values.dedupe_enabled,
        shadow: values.dedupe_shadow,
        minOverlap: values.dedupe_jaccard_high,
      },
    },
  };
}
