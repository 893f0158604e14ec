import { claimToWire, historyRow, linkToWire } from "@memorymaster/core";
import * as z from "zod";

import { CLAIM_OUTPUT } from "../claim-detail-level.ts";
import { fitPage } from "../fit-answer.ts";
import { clamped } from "../limits.ts";
import { claimBlock } from "../readable.ts";
import { claimInScopes, SCOPE_ALLOWLIST } from "../scope-arguments.ts";
import type { ToolDefinition } from "../tool.ts";
import { defineTool, READ } from "../tool.ts";

export const getClaim: ToolDefinition = defineTool({
  name: "get_claim",
  description: "One claim in full: text, citations, links and history.",
  annotations: READ,
  action: "query",
  inTeam: true,
  database: "read",
  input: {
    claim_id: z.union([z.number(), z.string()]).describe("id, human id (mm-…) or uid"),
    history_limit: z.number().default(20).describe("0..200, clamped"),
    allow_sensitive: z.boolean().default(false),
    scope_allowlist: SCOPE_ALLOWLIST,
  },
  output: {
    claim: CLAIM_OUTPUT,
    links: z.array(z.looseObject({})),
    history: z.array(z.looseObject({})),
    truncated: z.boolean(),
  },
  async run({ memory, input }) {
    const allowSensitive = input.allow_sensitive;
    const id = await claimInScopes(memory, {
      claim: input.claim_id,
      scopeAllowlist: input.scope_allowlist,
      allowSensitive,
    });
    return fitPage(clamped(input.history_limit, 0, 200), "history", async (historyLimit) => {
      const { claim, links, entries } = await memory.claims.detail(id, {
        historyLimit: Math.max(1, historyLimit),
        allowSensitive,
      });
      return {
        result: {
          claim: claimToWire(claim),
          links: links.map(linkToWire),
          history: historyLimit === 0 ? [] : entries.map(historyRow),
        },
        text: claimBlock(claim),
      };
    });
  },
});
