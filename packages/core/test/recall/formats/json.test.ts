import { describe, expect, it } from "vitest";
import { jsonLayout } from "../../../src/recall/formats/json.ts";
import { citationOf, claimOf, rowOf } from "../builders.ts";

const NOW = Date.parse("2026-01-05T12:00:00Z");

describe("jsonLayout", () => {
  it("writes a claim with every fact it has", () => {
    const row = rowOf(
      {
        id: 12,
        text: 'a "quoted" line\nand \u2028 another\u0000',
        predicate: "listens_on",
        confidence: 0.12345,
        pinned: true,
        lastValidatedAt: "2026-01-03T00:00:00+00:00",
        validUntil: "2026-06-01T00:00:00+00:00",
        citations: [citationOf(), citationOf({ id: 2, source: "cli", locator: undefined })],
      },
      { score: 0.655208 },
    );
    const pending = { ...row, annotation: { ...row.annotation, correctionPending: true } };

    expect(JSON.parse(jsonLayout.block(pending, NOW))).toEqual({
      id: 12,
      text: 'a "quoted" line\nand \u2028 another\u0000',
      score: 0.6552,
      status: "candidate",
      confidence: 0.123,
      scope: "project:demo",
      volatility: "medium",
      pinned: true,
      correction_pending: true,
      age_days: 2,
      triple: { predicate: "listens_on" },
      citations: [{ source: "docs/ops.md", locator: "L12" }, { source: "cli" }],
      updated_at: "2026-01-02T03:04:05+00:00",
      last_validated_at: "2026-01-03T00:00:00+00:00",
      valid_until: "2026-06-01T00:00:00+00:00",
    });
  });

  it("has no key for what a claim lacks", () => {
    expect(JSON.parse(jsonLayout.block(rowOf(), NOW))).toEqual({
      id: 1,
      text: "The staging API listens on port 7443",
      score: 0.6552,
      status: "candidate",
      confidence: 0.5,
      scope: "project:demo",
      volatility: "medium",
      pinned: false,
      age_days: 3,
      updated_at: "2026-01-02T03:04:05+00:00",
    });
  });

  it("says what still holds, what has replaced a claim, and how many more say nearly the same", () => {
    const replacement = claimOf({ id: 20, text: "It is 8443 now", validFrom: "2026-01-04T00:00:00+00:00" });
    const row = { ...rowOf({ status: "superseded" }), isCurrent: false, replacement, repeats: [3, 4] };

    expect(JSON.parse(jsonLayout.block(row, NOW))).toMatchObject({
      status: "superseded",
      current: false,
      valid_from: "2026-01-02T03:04:05+00:00",
      replaced_by: { id: 20, text: "It is 8443 now", status: "candidate", since: "2026-01-04" },
      nearly_the_same: { count: 2, ids: [3, 4] },
    });
  });

  it("frames claims as one object with the counts", () => {
    const facts = { included: 0, considered: 2, tokensUsed: 33, tokenBudget: 40 };

    expect(JSON.parse(jsonLayout.head(facts) + jsonLayout.tail(facts))).toEqual({
      claims: [],
      meta: { claims_included: 0, claims_considered: 2, tokens_used: 33, token_budget: 40 },
    });
  });
});
