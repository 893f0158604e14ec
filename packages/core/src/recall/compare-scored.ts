import { sixDecimals } from "./score.ts";
import type { ScoredClaim } from "./scored-claim.ts";

/**
 * The order of rows: score, lexical score, confidence, freshness, last change, id, all descending. Figures are compared as
 * they are shown, so that no order hangs on the last bit of a sum.
 */
export function compareScored(a: ScoredClaim, b: ScoredClaim): number {
  return (
    b.final - a.final ||
    sixDecimals(b.lexical.total) - sixDecimals(a.lexical.total) ||
    b.claim.confidence - a.claim.confidence ||
    sixDecimals(b.freshness) - sixDecimals(a.freshness) ||
    compareText(b.claim.updatedAt, a.claim.updatedAt) ||
    b.claim.id - a.claim.id
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
