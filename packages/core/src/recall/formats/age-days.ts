import type { Claim } from "../../claims/claim.ts";
import { ageMs } from "../freshness.ts";

const MS_PER_DAY = 86_400_000;

/** Whole days since the claim was last validated, changed or created. */
export function ageDays(claim: Claim, nowMs: number): number | undefined {
  const age = ageMs(claim, nowMs);
  return age === undefined ? undefined : Math.floor(age / MS_PER_DAY);
}
