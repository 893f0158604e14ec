import type { MemoryContext } from "../memory-types.ts";
import { parseRequest } from "../recall/parse-request.ts";
import { queryClaims } from "../recall/query-claims.ts";
import { planRetrieval } from "../recall/retrieval-plan.ts";
import type { RecallRequest, RecallRow } from "../recall/types.ts";
import { breakdownToWire, droppedRowToWire, recallMetaToWire, recallScoresToWire } from "../recall/wire.ts";
import type { RecallAnalysis } from "./types.ts";

function ranked(rows: readonly RecallRow[], scoreOf: (row: RecallRow) => number): readonly number[] {
  const having = rows.filter((row) => scoreOf(row) > 0);
  return having.toSorted((a, b) => scoreOf(b) - scoreOf(a)).map(({ claim }) => claim.id);
}

/**
 * Why a query is answered as it is. Nobody counts the claims as handed out.
 *
 * @throws as `queryClaims`
 */
export async function recallAnalysis(context: MemoryContext, request: RecallRequest): Promise<RecallAnalysis> {
  const answer = await queryClaims(context, { ...request, explain: true });
  const { weights } = planRetrieval(context, parseRequest(request));
  return {
    ...answer,
    query: request.queryText,
    profile: request.retrievalProfile,
    weights,
    componentRankings: {
      lexical: ranked(answer.rows, ({ lexicalScore }) => lexicalScore),
      vector: ranked(answer.rows, ({ vectorScore }) => vectorScore),
      confidence: ranked(answer.rows, ({ confidenceScore }) => confidenceScore),
      freshness: ranked(answer.rows, ({ freshnessScore }) => freshnessScore),
    },
  };
}

type WireFields = Readonly<Record<string, unknown>>;

function rowToWire(row: RecallRow): WireFields {
  const { id, humanId, text, tier, pinned } = row.claim;
  const named = { claim_id: id, human_id: humanId, text, tier, pinned };
  return { ...named, ...recallScoresToWire(row), breakdown: breakdownToWire(row.breakdown) };
}

export function recallAnalysisToWire(analysis: RecallAnalysis): WireFields {
  return {
    query: analysis.query,
    mode: analysis.meta.retrievalMode,
    profile: analysis.profile ?? null,
    rows: analysis.rows.length,
    weights: analysis.weights,
    component_rankings: analysis.componentRankings,
    results: analysis.rows.map(rowToWire),
    dropped: analysis.dropped.map(droppedRowToWire),
    ...recallMetaToWire(analysis.meta),
  };
}
