import { claimToWire } from "@memorymaster/core";
import * as z from "zod";

import { CLAIM_OUTPUT } from "../claim-detail-level.ts";
import { claimLine } from "../readable.ts";
import { claimInScopes, SCOPE_ALLOWLIST } from "../scope-arguments.ts";
import type { ToolDefinition } from "../tool.ts";
import { defineTool, WRITE_IDEMPOTENT } from "../tool.ts";

export const pinClaim: ToolDefinition = defineTool({
  name: "pin_claim",
  description: "Keeps a claim in view of every query in its scope, or lets it go again.",
  annotations: WRITE_IDEMPOTENT,
  action: "steward",
  database: "write",
  input: {
    claim_id: z.union([z.number(), z.string()]).describe("id, human id (mm-…) or uid"),
    unpin: z.boolean().default(false),
    scope_allowlist: SCOPE_ALLOWLIST,
  },
  output: { claim: CLAIM_OUTPUT },
  async run({ memory, input }) {
    const id = await claimInScopes(memory, { claim: input.claim_id, scopeAllowlist: input.scope_allowlist });
    const claim = await memory.claims.pin(id, !input.unpin);
    return {
      result: { claim: claimToWire(claim) },
      text: `${claim.pinned ? "Pinned" : "Not pinned"} ${claimLine(claim)}`,
    };
  },
});
