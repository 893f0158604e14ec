import { resolveResultToWire } from "@memorymaster/core";
import * as z from "zod";

import { SCOPE_ALLOWLIST, scopesOf } from "../scope-arguments.ts";
import type { ToolDefinition } from "../tool.ts";
import { defineTool, DESTRUCTIVE } from "../tool.ts";

/** Who decides when the operator has named nobody. */
const NOBODY_NAMED = "mcp-session";

export const resolveStewardProposal: ToolDefinition = defineTool({
  name: "resolve_steward_proposal",
  description: "Answers one proposal as the person decided, by its event or by its claim.",
  annotations: DESTRUCTIVE,
  action: "steward",
  database: "write",
  input: {
    action: z.enum(["approve", "reject"]),
    proposal_event_id: z.int().optional(),
    claim_id: z.union([z.number(), z.string()]).optional(),
    apply_on_approve: z.boolean().default(true).describe("false: claims stay"),
    scope_allowlist: SCOPE_ALLOWLIST,
  },
  output: { result: z.looseObject({}) },
  async run({ memory, principal, input }) {
    const result = await memory.governance.resolve({
      action: input.action,
      proposalEventId: input.proposal_event_id,
      claim: input.claim_id,
      apply: input.apply_on_approve,
      actor: principal ?? NOBODY_NAMED,
      scopes: scopesOf(input.scope_allowlist) ?? [],
    });
    const text =
      "reason" in result
        ? `${result.reason}: nothing was changed`
        : [result.status, result.applyError, `event ${result.auditEventId}`].filter(Boolean).join(", ");
    return { result: { result: resolveResultToWire(result) }, text };
  },
});
