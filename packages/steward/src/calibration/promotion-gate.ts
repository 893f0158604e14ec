import type { Claim } from "@memorymaster/core";
import { isGenericTuple } from "../conflicts/generic-tuple.ts";
import type { PromotionGate } from "../validator/survey.ts";

/** What the gate reads. */
export type GateFields = Pick<Claim, "text" | "subject" | "predicate">;

interface Sign {
  readonly name: string;
  /** In log odds. */
  readonly weight: number;
  readonly isOn: (claim: GateFields) => boolean;
}

/** A heading in front: a section cut out of a document. One `#` makes one only with lines below: `# of retries` is none. */
const HEADING = /^\s*(?:#{2,6}\s|#\s.*\n)/;

/** Code points that a statement of one address or link has at most. */
const ONE_VALUE = 120;

/** An address or link was read out of a text that is about something else, and is no name of it. */
const borrowsTuple = (claim: GateFields): boolean => isGenericTuple(claim) && [...claim.text].length > ONE_VALUE;

/**
 * What speaks against a claim. Only signs that told wanted from unwanted claims on the tuning half of
 * `bench/steward/gate.mjs` are here, with its weights rounded to halves; `bench/results/steward-gate.md` says what the
 * others did.
 */
const EVIDENCE_GATE: Readonly<{ base: number; threshold: number; signs: readonly Sign[] }> = {
  base: 1,
  /** @see spec/steward.md §18.2 */
  threshold: 0.65,
  signs: [
    { name: "borrowed tuple", weight: -2, isOn: borrowsTuple },
    { name: "pasted section", weight: -1, isOn: ({ text }) => HEADING.test(text) },
  ],
};

/** How likely the claim is one to keep, 0..1. */
export function keepProbability(claim: GateFields): number {
  const { base, signs } = EVIDENCE_GATE;
  const odds = signs.reduce((sum, { weight, isOn }) => sum + (isOn(claim) ? weight : 0), base);
  return 1 / (1 + Math.exp(-odds));
}

/**
 * A second condition beside the formula: candidates that look like fragments stay candidates. What is confirmed already is
 * left to the formula, so that the gate retires nothing.
 *
 * @param minScore of the formula, 0..1
 */
export function evidenceGate(minScore: number): PromotionGate {
  return ({ claim, score }) => {
    if (claim.status !== "candidate" || score < minScore) return undefined;
    const probability = keepProbability(claim);
    return { promote: probability >= EVIDENCE_GATE.threshold, score: probability };
  };
}
