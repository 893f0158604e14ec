import { describe, expect, test } from "vitest";

import { claimToWire } from "../../src/claims/wire.ts";
import type { RecallMeta, RecallRow } from "../../src/recall/types.ts";
import {
  breakdownToWire,
  contextToWire,
  droppedRowToWire,
  recallMetaToWire,
  recallRowToWire,
  recallScoresToWire,
} from "../../src/recall/wire.ts";
import { openContext, seedOne } from "../support/open-context.ts";

async function aRow(): Promise<RecallRow> {
  return {
    claim: await seedOne(openContext()),
    status: "candidate",
    annotation: {
      status: "candidate",
      active: false,
      stale: false,
      conflicted: false,
      pinned: true,
      unverified: true,
      correctionPending: true,
    },
    score: 0.6552,
    lexicalScore: 0.7708,
    freshnessScore: 0.5,
    confidenceScore: 0.4,
    vectorScore: 0,
    matchedTerms: ["port", "stage"],
    breakdown: {
      relevance: 0.7708,
      lexical: { bm25: 1, coverage: 0.6667, proximity: 0.25, phrase: 0 },
      vector: 0,
      boost: { confidence: -0.02, freshness: 0, pinned: 0.03 },
      statusFactor: 0.85,
      demoted: true,
      floor: 0.1,
      final: 0.6552,
    },
  };
}

const SCORES = {
  status: "candidate",
  annotation: {
    status: "candidate",
    active: false,
    stale: false,
    conflicted: false,
    pinned: true,
    unverified: true,
    correction_pending: true,
  },
  score: 0.6552,
  lexical_score: 0.7708,
  freshness_score: 0.5,
  confidence_score: 0.4,
  vector_score: 0,
  matched_terms: ["port", "stage"],
};
const BREAKDOWN = {
  relevance: 0.7708,
  lexical: { bm25: 1, coverage: 0.6667, proximity: 0.25, phrase: 0 },
  vector: 0,
  boost: { confidence: -0.02, freshness: 0, pinned: 0.03 },
  status_factor: 0.85,
  demoted: true,
  floor: 0.1,
  final: 0.6552,
};

describe("a row of an answer on the wire", () => {
  test("has claim and scores, and the parts of the score when asked for", async () => {
    const row = await aRow();
    const claim = claimToWire(row.claim);

    expect([recallRowToWire(row, false), recallRowToWire(row, true)]).toEqual([
      { claim, ...SCORES },
      { claim, ...SCORES, breakdown: BREAKDOWN },
    ]);
  });

  test("can be had without its claim", async () => {
    const row = await aRow();

    expect([recallScoresToWire(row), breakdownToWire(row.breakdown)]).toEqual([SCORES, BREAKDOWN]);
  });
});

describe("what an answer says about itself on the wire", () => {
  const meta: RecallMeta = {
    requestedRetrievalMode: "hybrid",
    retrievalMode: "hybrid",
    trust: "all",
    semantic: false,
    degraded: false,
    containmentReason: undefined,
    vector: undefined,
    total: 3,
    relevant: 2,
    relaxed: true,
    droppedTerms: ["zxqv"],
    commonTerms: [],
    queryType: undefined,
    classifiedRetrievalMode: undefined,
    limit: 20,
  };

  test("has null for a reason that is not there, and the type of question only when it was asked for", () => {
    const wire = {
      requested_retrieval_mode: "hybrid",
      retrieval_mode: "hybrid",
      trust: "all",
      semantic: false,
      degraded: false,
      containment_reason: null,
      total: 3,
      relevant: 2,
      relaxed: true,
      dropped_terms: ["zxqv"],
      common_terms: [],
      limit: 20,
    };

    expect(recallMetaToWire(meta)).toEqual(wire);
    const classified = { queryType: "preference", classifiedRetrievalMode: "qdrant" } as const;
    expect(recallMetaToWire({ ...meta, ...classified, containmentReason: "not_configured" })).toEqual({
      ...wire,
      containment_reason: "not_configured",
      query_type: "preference",
      classified_retrieval_mode: "qdrant",
    });
  });

  test("and what became of the search by vectors", () => {
    const counts = { candidates: 40, accepted: 9, dropped: { ghost: 1 } };

    const used = recallMetaToWire({ ...meta, vector: { state: "used", reason: undefined, ...counts, tookMs: 38 } });

    expect(used.vector).toEqual({ state: "used", reason: null, ...counts, took_ms: 38 });
  });

  test("and a packed context, without its rows", () => {
    const context = {
      output: "x",
      claimsConsidered: 3,
      claimsIncluded: 2,
      tokensUsed: 40,
      tokenBudget: 200,
      format: "text",
      rows: [],
      meta,
    } as const;

    expect(contextToWire(context)).toEqual({
      output: "x",
      claims_considered: 3,
      claims_included: 2,
      tokens_used: 40,
      token_budget: 200,
      format: "text",
    });
  });

  test("and a row that was left out", () => {
    expect(droppedRowToWire({ claimId: 4, reason: "below_floor" })).toEqual({ claim_id: 4, reason: "below_floor" });
  });
});
