import type { Claim, Proposal } from "@memorymaster/core";
import { proposalToWire } from "@memorymaster/core";
import * as z from "zod";

import { fitPage } from "../fit-answer.ts";
import { clamped, limitArgument } from "../limits.ts";
import { claimLine, lines } from "../readable.ts";
import { SCOPE_ALLOWLIST, scopesOf } from "../scope-arguments.ts";
import type { ToolDefinition } from "../tool.ts";
import { defineTool, READ } from "../tool.ts";

const claimText = (id: number, claim: Claim | undefined): string =>
  `  #${id} ${claim === undefined ? "(not shown)" : claimLine(claim)}`;

function proposalLines({ eventId, kind, status, reasons, ...of }: Proposal): string {
  const why = reasons.map(({ code, detail }) => `${code} (${detail})`).join(", ");
  const other = of.candidateClaimId === undefined ? [] : [claimText(of.candidateClaimId, of.candidate)];
  return lines(`${eventId} ${kind} ${status}: ${why}`, [claimText(of.claimId, of.claim), ...other]);
}

export const listStewardProposals: ToolDefinition = defineTool({
  name: "list_steward_proposals",
  description: "Questions for a person, newest first: does one claim replace or contradict another?",
  annotations: READ,
  action: "query",
  database: "read",
  input: {
    limit: limitArgument(100, 500),
    include_resolved: z.boolean().default(false),
    scope_allowlist: SCOPE_ALLOWLIST,
  },
  output: {
    rows: z.number(),
    proposals: z.array(z.looseObject({})),
    truncated: z.boolean(),
  },
  run: ({ memory, input }) =>
    fitPage(clamped(input.limit, 1, 500), "proposals", async (limit) => {
      const { items, hasMore } = await memory.governance.proposals({
        limit,
        includeResolved: input.include_resolved,
        scopes: scopesOf(input.scope_allowlist) ?? [],
      });
      return {
        result: {
          rows: items.length,
          proposals: items.map(proposalToWire),
          ...(hasMore && { truncated: true }),
          limit,
        },
        text: lines(`proposals: ${items.length}${hasMore ? " and more" : ""}`, items.map(proposalLines)),
      };
    }),
});
