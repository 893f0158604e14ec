import type { MemorySettings } from "../../src/config/settings.ts";
import { SETTINGS_DEFAULTS } from "../../src/config/settings.ts";
import type { Citation } from "../../src/claims/citation.ts";
import type { Claim } from "../../src/claims/claim.ts";
import type { ClaimFields } from "../../src/recall/claim-fields.ts";
import { queryGroups } from "../../src/recall/query-groups.ts";
import type { ScoredClaim } from "../../src/recall/scored-claim.ts";
import type { SelectedQuery } from "../../src/recall/select-groups.ts";
import { selectGroups } from "../../src/recall/select-groups.ts";
import type { RecallRow } from "../../src/recall/types.ts";
import { analyze } from "../../src/text/analyze.ts";

const AT = "2026-01-02T03:04:05+00:00";

export function claimOf(overrides: Partial<Claim> = {}): Claim {
  return {
    id: 1,
    uid: "019b7c00-0000-7000-8000-000000000001",
    humanId: "mm-0001",
    text: "The staging API listens on port 7443",
    idempotencyKey: undefined,
    contentHash: undefined,
    normalizedText: undefined,
    claimType: undefined,
    subject: undefined,
    predicate: undefined,
    objectValue: undefined,
    scope: "project:demo",
    volatility: "medium",
    status: "candidate",
    confidence: 0.5,
    pinned: false,
    supersedesClaimId: undefined,
    replacedByClaimId: undefined,
    createdAt: AT,
    updatedAt: AT,
    lastValidatedAt: undefined,
    lastDecayedAt: undefined,
    archivedAt: undefined,
    tenantId: undefined,
    tier: "working",
    accessCount: 0,
    lastAccessed: undefined,
    eventTime: undefined,
    validFrom: AT,
    validUntil: undefined,
    sourceAgent: "tester",
    confirmedBy: undefined,
    visibility: "public",
    version: 1,
    wikiArticle: undefined,
    holder: undefined,
    entityId: undefined,
    citations: [],
    ...overrides,
  };
}

export function citationOf(overrides: Partial<Citation> = {}): Citation {
  return { id: 1, claimId: 1, source: "docs/ops.md", locator: "L12", kind: "file", createdAt: AT, ...overrides };
}

/** A query over a corpus in which each of its words has the count given for its label; others are in no claim. */
export function queryOf(
  text: string,
  documents: Readonly<Record<string, number>> = {},
  corpus: { readonly claims: number; readonly terms: number } = { claims: 1_000, terms: 20_000 },
): SelectedQuery {
  const groups = queryGroups(text);
  const counts = groups.flatMap(({ label, terms }) => terms.map((term) => [term, documents[label] ?? 0] as const));
  return selectGroups(groups, new Map(counts.filter(([, count]) => count > 0)), corpus);
}

export function fieldsOf(...texts: readonly string[]): ClaimFields {
  const fields = texts.map((text) => analyze(text, "index"));
  return { fields, length: fields.flat().flatMap(({ terms }) => terms).length };
}

export function scoredOf(overrides: Partial<ScoredClaim> = {}, claim: Partial<Claim> = {}): ScoredClaim {
  return {
    claim: claimOf(claim),
    lexical: { bm25: 0.5, coverage: 0.5, proximity: 0.5, phrase: 0, total: 0.5, standing: 0.5 },
    vector: 0,
    relevance: 0.5,
    matched: [0],
    boost: { confidence: 0, freshness: 0, pinned: 0 },
    statusFactor: 1,
    freshness: 0.5,
    final: 0.5,
    ...overrides,
  };
}

export function rowOf(claim: Partial<Claim> = {}, overrides: Partial<RecallRow> = {}): RecallRow {
  const full = claimOf(claim);
  return {
    claim: full,
    status: full.status,
    annotation: {
      status: full.status,
      active: full.status === "confirmed",
      stale: full.status === "stale",
      conflicted: full.status === "conflicted",
      pinned: full.pinned,
      unverified: full.status === "candidate",
      correctionPending: false,
    },
    score: 0.655208,
    lexicalScore: 0.770833,
    freshnessScore: 0.5,
    confidenceScore: full.confidence,
    vectorScore: 0,
    matchedTerms: ["staging"],
    breakdown: {
      relevance: 0.770833,
      lexical: { bm25: 1, coverage: 0.666667, proximity: 0.25, phrase: 0 },
      vector: 0,
      boost: { confidence: 0, freshness: 0, pinned: 0 },
      statusFactor: 0.85,
      demoted: false,
      floor: 0.192708,
      final: 0.655208,
    },
    ...overrides,
  };
}

/** The default rules with length normalisation off, so that figures can be followed by hand. */
export const PLAIN_RULES: MemorySettings = { ...SETTINGS_DEFAULTS, bm25: { k1: 1, b: 0 } };
