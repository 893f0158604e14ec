import type { MemorySettings } from "../config/settings.ts";
import type { ClaimFields } from "./claim-fields.ts";
import type { ClaimMatch } from "./match-claim.ts";
import { holdsPhrase } from "./phrase.ts";
import { proximity } from "./proximity.ts";
import type { SelectedQuery } from "./select-groups.ts";
import type { RecallBreakdown } from "./types.ts";

export type LexicalParts = RecallBreakdown["lexical"];

export interface LexicalScore extends LexicalParts {
  /** The weighted sum, 0..1. */
  readonly total: number;
  /** How much of the question the claim answers for, ≥ 0; see `standing`. */
  readonly standing: number;
}

/** Of a long message no more than a few words can be the topic. */
const TOPIC_WORDS = 6;
/** Between the share of the question (1) and what chance would find of it, which grows by its root (.5). */
const STANDING_POWER = 0.75;

interface Found {
  readonly match: ClaimMatch;
  readonly fields: ClaimFields;
}

/** How well a claim holds the words of a query: how rare they are, how many, how close, and whether as a phrase. */
export function lexicalScore(
  query: SelectedQuery,
  found: Found,
  settings: Pick<MemorySettings, "bm25" | "lexicalWeights">,
): LexicalScore {
  const { matched, fields } = found.match;
  if (matched.length === 0) return { bm25: 0, coverage: 0, proximity: 0, phrase: 0, total: 0, standing: 0 };
  const coverage = matched.length / query.groups.length;
  const weights = wordWeights(query, found, settings.bm25);
  const evidence = sum(query.groups.map(({ emphasis }, place) => emphasis * (weights[place] ?? 0)));
  const parts: LexicalParts = {
    bm25: Math.min(1, sum(weights) / (query.reachableWeight * (settings.bm25.k1 + 1))),
    coverage,
    // Two neighbours out of many words say little.
    proximity: coverage * Math.max(...fields.map(proximity)),
    phrase: coverage === 1 && fields.some((field) => holdsPhrase(field, query.groups)) ? 1 : 0,
  };
  return {
    ...parts,
    total: Math.min(1, weightedSum(parts, settings.lexicalWeights)),
    standing: standing(evidence, query),
  };
}

/** Weight of the words found against that of all words asked for, of which a longer question needs a smaller share. */
export function standing(
  evidence: number,
  { askedWeight, absentWeight }: Pick<SelectedQuery, "askedWeight" | "absentWeight">,
): number {
  return evidence / Math.min(askedWeight, TOPIC_WORDS * absentWeight) ** STANDING_POWER;
}

/** Okapi BM25 over the four fields as one document (Robertson and Zaragoza 2009, §3.4), for each scored word. */
function wordWeights(
  query: SelectedQuery,
  { match, fields }: Found,
  { k1, b }: MemorySettings["bm25"],
): readonly number[] {
  const relativeLength = query.averageTerms === 0 ? 1 : fields.length / query.averageTerms;
  const norm = k1 * (1 - b + b * relativeLength);
  return query.scored.map(({ weight }, place) => {
    const frequency = match.frequencies[place] ?? 0;
    return frequency === 0 ? 0 : (weight * frequency * (k1 + 1)) / (frequency + norm);
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function weightedSum(parts: LexicalParts, weights: LexicalParts): number {
  return (
    weights.bm25 * parts.bm25 +
    weights.coverage * parts.coverage +
    weights.proximity * parts.proximity +
    weights.phrase * parts.phrase
  );
}
