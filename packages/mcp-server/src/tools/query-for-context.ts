import { CONTEXT_FORMATS } from "@memorymaster/core";
import * as z from "zod";

import { CLAIM_OUTPUT, claimAt } from "../claim-detail-level.ts";
import { clamped } from "../limits.ts";
import {
  contextLimit,
  metaFields,
  RECALL_ARGUMENTS,
  RECALL_LIMIT,
  RECALL_META_OUTPUT,
  recallRequest,
} from "../recall-arguments.ts";
import type { ToolDefinition } from "../tool.ts";
import { defineTool, READ } from "../tool.ts";

const MAX_BUDGET = 32_000;
/** A larger block would not fit an answer, which holds it twice: as a value and as text. */
const MAX_PACKED = 11_500;

export const queryForContext: ToolDefinition = defineTool({
  name: "query_for_context",
  description: "Packs the claims that matter for a task into one block of text within a token budget.",
  annotations: READ,
  action: "query",
  database: "read",
  input: {
    ...RECALL_ARGUMENTS,
    limit: RECALL_LIMIT.context,
    token_budget: z.number().default(4000).describe(`1..${MAX_BUDGET}; at most ${MAX_PACKED} are used`),
    output_format: z.enum(CONTEXT_FORMATS).default("text"),
  },
  output: {
    output: z.string(),
    claims_considered: z.number(),
    claims_included: z.number(),
    tokens_used: z.number(),
    token_budget: z.number(),
    format: z.string(),
    claims: z.array(CLAIM_OUTPUT),
    ...RECALL_META_OUTPUT,
  },
  async run({ memory, input }) {
    const packed = await memory.recall.context({
      ...recallRequest(input, contextLimit(input.limit)),
      tokenBudget: Math.min(clamped(input.token_budget, 1, MAX_BUDGET), MAX_PACKED),
      outputFormat: input.output_format,
    });
    const claims =
      input.detail_level === "standard"
        ? {}
        : { claims: packed.rows.map((row) => claimAt(input.detail_level, row.claim)) };
    return {
      result: {
        output: packed.output,
        claims_considered: packed.claimsConsidered,
        claims_included: packed.claimsIncluded,
        tokens_used: packed.tokensUsed,
        token_budget: packed.tokenBudget,
        format: packed.format,
        ...claims,
        ...metaFields(packed.meta),
      },
      text: packed.output,
    };
  },
});
