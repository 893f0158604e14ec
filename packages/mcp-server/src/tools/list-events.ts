import type { MemoryEvent } from "@memorymaster/core";
import { eventToWire } from "@memorymaster/core";
import * as z from "zod";

import { fitPage } from "../fit-answer.ts";
import { clamped, limitArgument } from "../limits.ts";
import { lines, pageLine } from "../readable.ts";
import { claimInScopes, SCOPE_ALLOWLIST, scopesOf } from "../scope-arguments.ts";
import type { ToolDefinition } from "../tool.ts";
import { defineTool, READ } from "../tool.ts";

function eventLine({ createdAt, id, eventType, claimId, details }: MemoryEvent): string {
  return `${createdAt} #${id} ${eventType} claim=${claimId ?? "-"} ${details ?? ""}`.trimEnd();
}

export const listEvents: ToolDefinition = defineTool({
  name: "list_events",
  description: "The audit trail, newest first: what changed, when and why.",
  annotations: READ,
  action: "query",
  database: "read",
  input: {
    claim_id: z.int().optional(),
    event_type: z.string().default(""),
    limit: limitArgument(100, 500),
    cursor: z.string().default(""),
    scope_allowlist: SCOPE_ALLOWLIST,
  },
  output: {
    rows: z.number(),
    total: z.number(),
    events: z
      .array(z.looseObject({}))
      .describe("id, claim_id, event_type, from_status, to_status, details, payload_json, …"),
    next_cursor: z.string().nullable(),
    limit: z.number(),
    truncated: z.boolean(),
  },
  async run({ memory, input }) {
    const claim =
      input.claim_id === undefined
        ? undefined
        : await claimInScopes(memory, { claim: input.claim_id, scopeAllowlist: input.scope_allowlist });
    return fitPage(clamped(input.limit, 1, 500), "events", async (limit) => {
      const page = await memory.events.list({
        claim,
        scopes: scopesOf(input.scope_allowlist),
        eventType: input.event_type === "" ? undefined : input.event_type,
        limit,
        cursor: input.cursor === "" ? undefined : input.cursor,
      });
      const rows = page.items.length;
      return {
        result: {
          rows,
          total: page.total,
          events: page.items.map(eventToWire),
          next_cursor: page.nextCursor ?? null,
          limit,
        },
        text: lines(`${rows} of ${page.total} events`, [...page.items.map(eventLine), ...pageLine(page.nextCursor)]),
      };
    });
  },
});
