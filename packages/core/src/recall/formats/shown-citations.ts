import type { Citation } from "../../claims/citation.ts";
import type { Claim } from "../../claims/claim.ts";

/** Enough to check a claim, few enough that a much cited one still fits. */
const MAX_CITATIONS = 3;

/** The first citations of a claim: those that a block of context shows. */
export function shownCitations({ citations }: Claim): readonly Citation[] {
  return citations.slice(0, MAX_CITATIONS);
}
