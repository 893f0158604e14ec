import type { Claim } from "@memorymaster/core";

/** What the score is made of. @see spec/steward.md §5.1 */
const SCORE = {
  base: 0.35,
  perCitation: 0.12,
  citationsMax: 0.4,
  /** Code points that are worth 1. */
  textLength: 240,
  textMax: 0.15,
  tuple: 0.1,
  /** Share of the evidence; the rest is what the confidence was. */
  evidenceShare: 0.75,
} as const;

export type ScoredFields = Pick<Claim, "text" | "subject" | "predicate" | "objectValue" | "confidence" | "citations">;

/** What the evidence of a claim alone is worth, 0.35..1. */
export function evidenceScore({ text, subject, predicate, objectValue, citations }: ScoredFields): number {
  const isStructured = subject !== undefined && predicate !== undefined && objectValue !== undefined;
  return (
    SCORE.base +
    Math.min(SCORE.perCitation * citations.length, SCORE.citationsMax) +
    Math.min([...text].length / SCORE.textLength, SCORE.textMax) +
    (isStructured ? SCORE.tuple : 0)
  );
}

/**
 * The score that a claim is promoted by, 0..1. Becoming the confidence again and again, it goes to the worth of the
 * evidence: waiting promotes nothing.
 */
export function validationScore(claim: ScoredFields): number {
  const { evidenceShare } = SCORE;
  const score = evidenceShare * evidenceScore(claim) + (1 - evidenceShare) * claim.confidence;
  return Math.min(1, Math.max(0, score));
}

/** A score as events tell it. */
export const rounded = (score: number): number => Math.round(score * 1000) / 1000;
