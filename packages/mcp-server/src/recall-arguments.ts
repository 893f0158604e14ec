import type { RecallMeta, RecallRequest, RetrievalMode, RetrievalProfile, Trust } from "@memorymaster/core";
import { recallMetaToWire, RETRIEVAL_MODES, RETRIEVAL_PROFILES, TRUST_LEVELS } from "@memorymaster/core";
import * as z from "zod";

import type { DetailLevel } from "./claim-detail-level.ts";
import { clamped, limitArgument } from "./limits.ts";
import { SCOPE_ALLOWLIST, scopesOf } from "./scope-arguments.ts";
import type { WireObject } from "./tool.ts";

const flag = z.boolean().optional();

type OneOf<Value extends string> = z.ZodDefault<z.ZodEnum<{ readonly [Key in Value]: Key }>>;
type Flag = z.ZodOptional<z.ZodBoolean>;
type Text = z.ZodDefault<z.ZodString>;

export type RecallArgumentsShape = {
  readonly query: z.ZodString;
  readonly retrieval_mode: OneOf<RetrievalMode>;
  readonly trust: OneOf<Trust>;
  readonly retrieval_profile: OneOf<"" | RetrievalProfile>;
  readonly include_stale: Flag;
  readonly include_conflicted: Flag;
  readonly include_candidates: Flag;
  readonly allow_sensitive: z.ZodDefault<z.ZodBoolean>;
  readonly scope_allowlist: Text;
  readonly as_of: Text;
  readonly detail_level: OneOf<DetailLevel>;
};

/** Arguments that both recall tools share. */
export const RECALL_ARGUMENTS: RecallArgumentsShape = {
  query: z.string().regex(/\S/, "is empty").describe("Plain words or a question"),
  retrieval_mode: z.enum(RETRIEVAL_MODES).default("hybrid"),
  trust: z.enum(TRUST_LEVELS).default("all").describe("confirmed = only confirmed claims"),
  retrieval_profile: z.enum(["", ...RETRIEVAL_PROFILES]).default(""),
  include_stale: flag,
  include_conflicted: flag,
  include_candidates: flag,
  allow_sensitive: z.boolean().default(false),
  scope_allowlist: SCOPE_ALLOWLIST,
  as_of: z.string().default("").describe("ISO-8601: what held at that time"),
  detail_level: z.enum(["summary", "standard", "full"]).default("standard"),
};

type RecallArguments = z.output<z.ZodObject<RecallArgumentsShape>>;

/** Fields of the answer that both recall tools share. */
export const RECALL_META_OUTPUT: z.ZodRawShape = {
  retrieval_mode: z.string(),
  semantic: z.boolean(),
  total: z.number().describe("Matching rows"),
  relevant: z.number(),
  relaxed: z.boolean(),
  dropped_terms: z.array(z.string()),
  limit: z.number().describe("As used"),
  truncated: z.boolean(),
};

export const RECALL_LIMIT: Readonly<Record<"query" | "context", z.ZodDefault<z.ZodNumber>>> = {
  query: limitArgument(20, 100),
  context: limitArgument(100, 250),
};

export function recallRequest(input: RecallArguments, limit: number): RecallRequest {
  return {
    queryText: input.query,
    limit,
    trust: input.trust,
    retrievalMode: input.retrieval_mode,
    retrievalProfile: input.retrieval_profile === "" ? undefined : input.retrieval_profile,
    includeStale: input.include_stale,
    includeConflicted: input.include_conflicted,
    includeCandidates: input.include_candidates,
    allowSensitive: input.allow_sensitive,
    scopes: scopesOf(input.scope_allowlist),
    asOf: input.as_of === "" ? undefined : input.as_of,
    withCitations: input.detail_level === "full",
  };
}

export const queryLimit = (given: number): number => clamped(given, 1, 100);
export const contextLimit = (given: number): number => clamped(given, 1, 250);

export function metaFields(meta: RecallMeta): WireObject {
  return { ...recallMetaToWire(meta) };
}
