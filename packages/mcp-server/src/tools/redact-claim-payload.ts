import { redactionToWire } from "@memorymaster/core";
import type { RedactResult } from "@memorymaster/core";
import * as z from "zod";

import { claimInScopes, SCOPE_ALLOWLIST } from "../scope-arguments.ts";
import type { ToolDefinition } from "../tool.ts";
import { defineTool, DESTRUCTIVE } from "../tool.ts";

function outcomeText({ claim, mode, changed, sealed, eventId, files }: RedactResult): string {
  if (!changed) return `Nothing was changed: the words of claim ${claim.id} are gone already`;
  const undo = sealed && eventId !== undefined ? `undo of event ${eventId} brings them back` : "for good";
  const traces = files === "pending" ? "; traces in the database file remain until it is free" : "";
  return `The words of claim ${claim.id} are ${mode === "erase" ? "erased" : "redacted"}, ${undo}${traces}`;
}

export const redactClaimPayload: ToolDefinition = defineTool({
  name: "redact_claim_payload",
  description: "Takes a claim's words away: redact leaves markers, erase removes them for good.",
  annotations: DESTRUCTIVE,
  action: "delete",
  database: "write",
  input: {
    claim_id: z.union([z.number(), z.string()]),
    mode: z.enum(["redact", "erase"]).default("redact"),
    redact_claim: z.boolean().default(true),
    redact_citations: z.boolean().default(true),
    reason: z.string().default(""),
    actor: z.string().default("mcp"),
    scope_allowlist: SCOPE_ALLOWLIST,
  },
  output: { result: z.looseObject({}) },
  async run({ memory, principal, input }) {
    const id = await claimInScopes(memory, { claim: input.claim_id, scopeAllowlist: input.scope_allowlist });
    const result = await memory.claims.redact(id, {
      mode: input.mode,
      claim: input.redact_claim,
      citations: input.redact_citations,
      reason: input.reason,
      actor: principal ?? input.actor,
    });
    return { result: { result: redactionToWire(result) }, text: outcomeText(result) };
  },
});
