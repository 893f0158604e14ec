import type { EachResult } from "../jobs/each-claim.ts";
import type { StepResult } from "../types.ts";

/** What may become of a claim, as the result names it. @see spec/steward.md §5.4 */
const OUTCOMES = [
  "confirmed",
  "conflicted",
  "superseded",
  "archived_duplicates",
  "pending",
  "skill_pending_approval",
  "blocked_pending_supersession",
  "staled",
  "revalidated_healthy",
  "observation_checked",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Processed {
  readonly candidates: number;
  readonly revalidated: number;
}

/** The result of a run: how many claims met which outcomes. */
export function tallied(processed: Processed, outcomes: Iterable<readonly Outcome[]>, each: EachResult): StepResult {
  const counts = Object.fromEntries(OUTCOMES.map((name) => [name, 0])) as Record<Outcome, number>;
  for (const names of outcomes) for (const name of names) counts[name] += 1;
  return {
    processed: processed.candidates + processed.revalidated,
    candidate_processed: processed.candidates,
    revalidation_processed: processed.revalidated,
    ...counts,
    // No job decides about observations.
    observation_confirmed: 0,
    observation_archived: 0,
    observation_errors: 0,
    errors: each.errors,
    skipped: each.skipped,
  };
}
