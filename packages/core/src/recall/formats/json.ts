import type { Citation } from "../../claims/citation.ts";
import type { Claim } from "../../claims/claim.ts";
import { ageDays } from "./age-days.ts";
import type { Layout, ShownRow } from "./layout.ts";
import { namedRepeats, replacedOn, shownStart } from "./layout.ts";
import { shownCitations } from "./shown-citations.ts";

/** One JSON object without blanks; a fact that a claim lacks has no key. */
export const jsonLayout: Layout = {
  head: () => '{"claims":[',
  tail: ({ included, considered, tokensUsed, tokenBudget, asOf }) =>
    `],"meta":${JSON.stringify({
      claims_included: included,
      claims_considered: considered,
      tokens_used: tokensUsed,
      token_budget: tokenBudget,
      as_of: asOf,
    })}}\n`,
  separator: ",",
  block: (row, nowMs) => JSON.stringify(claimObject(row, nowMs)),
};

/** `JSON.stringify` leaves out the keys that are `undefined`. */
function claimObject(row: ShownRow, nowMs: number): Readonly<Record<string, unknown>> {
  const { claim, score, annotation } = row;
  const cited = shownCitations(claim);
  return {
    id: claim.id,
    text: claim.text,
    score: Number(score.toFixed(4)),
    status: claim.status,
    current: row.isCurrent,
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
    event_time: claim.eventTime,
    valid_from: shownStart(claim),
    valid_until: claim.validUntil,
    replaced_by: replacedBy(row),
    nearly_the_same: repeats(row),
  };
}

function replacedBy({ replacement }: ShownRow): Readonly<Record<string, unknown>> | undefined {
  if (replacement === undefined) return undefined;
  const { id, text, status } = replacement;
  return { id, text, status, since: replacedOn(replacement) };
}

function repeats(row: ShownRow): Readonly<Record<string, unknown>> | undefined {
  return row.repeats === undefined ? undefined : { count: row.repeats.length, ids: namedRepeats(row) };
}

function triple({ subject, predicate, objectValue: object }: Claim): Readonly<Record<string, unknown>> | undefined {
  const parts = { subject, predicate, object };
  return Object.values(parts).every((part) => part === undefined) ? undefined : parts;
}

function citation({ source, locator }: Citation): Readonly<Record<string, unknown>> {
  return { source, locator };
}
