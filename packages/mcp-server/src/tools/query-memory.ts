import { recallScoresToWire } from "@memorymaster/core";
import type { RecallResult } from "@memorymaster/core";
import * as z from "zod";

import { CLAIM_OUTPUT, claimAt } from "../claim-detail-level.ts";
import type { DetailLevel } from "../claim-detail-level.ts";
import { lines, recallLine } from "../readable.ts";
import {
  metaFields,
  queryLimit,
  RECALL_ARGUMENTS,
  RECALL_LIMIT,
  RECALL_META_OUTPUT,
  recallRequest,
} from "../recall-arguments.ts";
import type { ToolAnswer, ToolDefinition } from "../tool.ts";
import { defineTool, READ } from "../tool.ts";

/** Names the shape of `rows_data`. */
const RESPONSE_CONTRACT = "memorymaster.retrieval.v2";

/** Fields of an answer that lists claims with their scores. */
export const RECALL_OUTPUT: z.ZodRawShape = {
  rows: z.number(),
  claims: z.array(CLAIM_OUTPUT),
  rows_data: z.array(z.looseObject({})).describe("Score and status of claims[claim_index]"),
  response_contract: z.string(),
  ...RECALL_META_OUTPUT,
};

export function recallAnswer({ rows, meta }: RecallResult, level: DetailLevel): ToolAnswer {
  return {
    result: {
      rows: rows.length,
      claims: rows.map((row) => claimAt(level, row.claim)),
      rows_data: rows.map((row, index) => ({ claim_index: index, ...recallScoresToWire(row) })),
      response_contract: RESPONSE_CONTRACT,
      ...metaFields(meta),
    },
    text: rows.length === 0 ? "Nothing relevant found." : lines(`${meta.total} found:`, rows.map(recallLine)),
  };
}

export const queryMemory: ToolDefinition = defineTool({
  name: "query_memory",
  description: "Finds the remembered claims that answer a question, best first, each with status and score.",
  annotations: READ,
  action: "query",
  inTeam: true,
  database: "read",
  input: { ...RECALL_ARGUMENTS, limit: RECALL_LIMIT.query, auto_classify: z.boolean().default(false) },
  output: { ...RECALL_OUTPUT, query_type: z.string() },
  async run({ memory, input }) {
    const request = recallRequest(input, queryLimit(input.limit));
    const answer = await memory.recall.query({ ...request, autoClassify: input.auto_classify });
    return recallAnswer(answer, input.detail_level);
  },
});
