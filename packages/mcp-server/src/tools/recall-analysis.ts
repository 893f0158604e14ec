import { recallAnalysisToWire } from "@memorymaster/core";
import * as z from "zod";

import { limitArgument } from "../limits.ts";
import { lines, recallLine } from "../readable.ts";
import { queryLimit, RECALL_ARGUMENTS, recallRequest } from "../recall-arguments.ts";
import type { ToolDefinition } from "../tool.ts";
import { defineTool, READ } from "../tool.ts";

export const recallAnalysis: ToolDefinition = defineTool({
  name: "recall_analysis",
  description: "Says why query_memory answers as it does.",
  annotations: READ,
  action: "query",
  database: "read",
  input: {
    query: RECALL_ARGUMENTS.query,
    limit: limitArgument(10, 100),
    retrieval_mode: RECALL_ARGUMENTS.retrieval_mode,
    trust: RECALL_ARGUMENTS.trust,
    retrieval_profile: RECALL_ARGUMENTS.retrieval_profile,
    include_stale: RECALL_ARGUMENTS.include_stale,
    include_conflicted: RECALL_ARGUMENTS.include_conflicted,
    include_candidates: RECALL_ARGUMENTS.include_candidates,
    allow_sensitive: RECALL_ARGUMENTS.allow_sensitive,
    scope_allowlist: RECALL_ARGUMENTS.scope_allowlist,
  },
  output: { rows: z.number(), results: z.array(z.looseObject({})), component_rankings: z.looseObject({}) },
  async run({ memory, input }) {
    const request = recallRequest({ ...input, as_of: "", detail_level: "standard" }, queryLimit(input.limit));
    const analysis = await memory.recall.analysis(request);
    const { rows } = analysis;
    return {
      result: recallAnalysisToWire(analysis),
      text: rows.length === 0 ? "Nothing relevant found." : lines(`${rows.length} found:`, rows.map(recallLine)),
    };
  },
});
