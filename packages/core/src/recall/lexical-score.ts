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
}

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
  if (matched.length === 0) return { bm25: 0, coverage: 0, proximity: 0, phrase: 0, total: 0 };
  const isWhole = matched.length === query.groups.length;
  const parts: LexicalParts = {
    bm25: Math.min(1, bm25(query, found, settings.bm25) / query.reachableWeight),
    coverage: matched.length / query.groups.length,
    proximity: Math.max(...fields.map(proximity)),
    phrase: isWhole && fields.some((field) => holdsPhrase(field, query.groups)) ? 1 : 0,
  };
  return { ...parts, total: Math.min(1, weightedSum(parts, settings.lexicalWeights)) };
}

/** Okapi BM25 over the four fields as one document (Robertson and Zaragoza 2009, §3.4). */
function bm25(query: SelectedQuery, { match, fields }: Found, { k1, b }: MemorySettings["bm25"]): number {
  const relativeLength = query.averageTerms === 0 ? 1 : fields.length / query.averageTerms;
  const norm = k1 * (1 - b + b * relativeLength);
  return match.matched.reduce((sum, place) => {
    const frequency = match.frequencies[place] ?? 0;
    const weight = query.groups[place]?.weight ?? 0;
    return sum + (weight * frequency * (k1 + 1)) / (frequency + norm);
  }, 0);
}

function weightedSum(parts: LexicalParts, weights: LexicalParts): number {
  return (
    weights.bm25 * parts.bm25 +
    weights.coverage * parts.coverage +
    weights.proximity * parts.proximity +
    weights.phrase * parts.phrase
  );
}
