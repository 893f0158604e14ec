import { TURN_SEARCH_MODES, turnMetaToWire, turnRowToWire } from "@memorymaster/core";
import * as z from "zod";

import { clamped, limitArgument } from "../limits.ts";
import { lines, preview } from "../readable.ts";
import { RECALL_ARGUMENTS } from "../recall-arguments.ts";
import type { ToolDefinition } from "../tool.ts";
import { defineTool, READ } from "../tool.ts";

export const searchVerbatim: ToolDefinition = defineTool({
  name: "search_verbatim",
  description: "Finds what was said in stored conversations, word for word.",
  annotations: READ,
  action: "export",
  database: "read",
  input: {
    query: RECALL_ARGUMENTS.query,
    scope: z.string().default(""),
    limit: limitArgument(10, 100),
    mode: z.enum(TURN_SEARCH_MODES).default("fts"),
    window: z.number().default(0).describe("0..5 neighbours"),
    as_of: z.string().default(""),
  },
  output: { rows: z.number(), results: z.array(z.looseObject({})), mode: z.string() },
  async run({ memory, input }) {
    const found = await memory.verbatim.search({
      query: input.query,
      scope: input.scope,
      limit: clamped(input.limit, 1, 100),
      mode: input.mode,
      window: clamped(input.window, 0, 5),
      asOf: input.as_of === "" ? undefined : input.as_of,
    });
    const shown = found.rows.map(
      ({ timestamp, sessionId, position, speaker, role, content }) =>
        `${timestamp} ${sessionId}#${position} ${speaker ?? role}: ${preview(content)}`,
    );
    return {
      result: { rows: found.rows.length, results: found.rows.map(turnRowToWire), ...turnMetaToWire(found) },
      text: shown.length === 0 ? "Nothing relevant found." : lines(`${shown.length} found:`, shown),
    };
  },
});
