import * as z from "zod";

import { queryLimit, RECALL_ARGUMENTS, RECALL_LIMIT } from "../recall-arguments.ts";
import { scopesOf } from "../scope-arguments.ts";
import type { ToolDefinition } from "../tool.ts";
import { defineTool, READ } from "../tool.ts";
import { RECALL_OUTPUT, recallAnswer } from "./query-memory.ts";

export const federatedQuery: ToolDefinition = defineTool({
  name: "federated_query",
  description: "Like query_memory, over every project: for what another one may have learned already.",
  annotations: READ,
  action: "query",
  database: "read",
  input: {
    query: RECALL_ARGUMENTS.query,
    limit: RECALL_LIMIT.query,
    current_scope: z.string().default("").describe("Default: the project"),
    scope_allowlist: z.string().default("").describe("Comma list of scopes; default: all but those of teams"),
  },
  output: RECALL_OUTPUT,
  async run({ memory, input }) {
    const answer = await memory.recall.federated({
      queryText: input.query,
      limit: queryLimit(input.limit),
      currentScope: input.current_scope,
      scopes: scopesOf(input.scope_allowlist),
    });
    return recallAnswer(answer, "standard");
  },
});
