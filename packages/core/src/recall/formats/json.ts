import type { Citation } from "../../claims/citation.ts";
import type { Claim } from "../../claims/claim.ts";
import type { RecallRow } from "../types.ts";
import { ageDays } from "./age-days.ts";
import type { Layout } from "./layout.ts";
import { shownCitations } from "./shown-citations.ts";

/** One JSON object without blanks; a fact that a claim lacks has no key. */
export const jsonLayout: Layout = {
  head: () => '{"claims":[',
  tail: ({ included, considered, tokensUsed, tokenBudget }) =>
    `],"meta":${JSON.stringify({
      claims_included: included,
      claims_considered: considered,
      tokens_used: tokensUsed,
      token_budget: tokenBudget,
    })}}\n`,
  separator: ",",
  block: (row, nowMs) => JSON.stringify(claimObject(row, nowMs)),
};

/** `JSON.stringify` leaves out the keys that are `undefined`. */
function claimObject({ claim, score, annotation }: RecallRow, nowMs: number): Readonly<Record<string, unknown>> {
  const cited = shownCitations(claim);
  return {
    id: claim.id,
    text: claim.text,
    score: Number(score.toFixed(4)),
    status: claim.status,
    confidence: Number(claim.confidence.toFixed(3)),
    scope: claim.scope,
    volatility: claim.volatility,
    pinned: claim.pinned,
    correction_pending: annotation.correctionPending ? true : undefined,
    age_days: ageDays(claim, nowMs),
    triple: triple(claim),
    citations: cited.length === 0 ? undefined : cited.map(citation),
    updated_at: claim.updatedAt,
    last_validated_at: claim.lastValidatedAt,
    valid_until: claim.validUntil,
  };
}

function triple({ subject, predicate, objectValue: object }: Claim): Readonly<Record<string, unknown>> | undefined {
  const parts = { subject, predicate, object };
  return Object.values(parts).every((part) => part === undefined) ? undefined : parts;
}

function citation({ source, locator }: Citation): Readonly<Record<string, unknown>> {
  return { source, locator };
}
