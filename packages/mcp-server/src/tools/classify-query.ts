import { classifyQuery as classify } from "@memorymaster/core";
import * as z from "zod";

import type { ToolDefinition } from "../tool.ts";
import { defineTool, READ } from "../tool.ts";

/** No semantic index is part of this version, so every mode runs on text. */
const EFFECTIVE_MODE = "legacy";

export const classifyQuery: ToolDefinition = defineTool({
  name: "classify_query",
  description: "Says what kind of question this is and which retrieval mode suits it.",
  annotations: READ,
  action: "query",
  inTeam: true,
  database: "none",
  input: { query: z.string() },
  output: {
    query_type: z.string(),
    recommended_mode: z.string(),
    effective_mode: z.string().describe("The mode that can run now"),
    containment_reason: z.string(),
  },
  run({ input, mode }) {
    const { queryType, recommendedMode } = classify(input.query);
    const why = mode === "team" ? "team_not_granted" : "not_configured";
    const contained = recommendedMode === EFFECTIVE_MODE ? {} : { containment_reason: why };
    return {
      result: {
        query_type: queryType,
        recommended_mode: recommendedMode,
        effective_mode: EFFECTIVE_MODE,
        ...contained,
      },
      text: `${queryType} (${EFFECTIVE_MODE})`,
    };
  },
});
