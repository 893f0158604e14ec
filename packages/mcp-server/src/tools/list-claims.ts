import type { ClaimStatus } from "@memorymaster/core";
import { CLAIM_STATUSES } from "@memorymaster/core";
import * as z from "zod";

import { CLAIM_OUTPUT, claimAt } from "../claim-detail-level.ts";
import { fitPage } from "../fit-answer.ts";
import { clamped, limitArgument } from "../limits.ts";
import { claimLine, lines, pageLine } from "../readable.ts";
import { SCOPE_ALLOWLIST, scopesOf } from "../scope-arguments.ts";
import type { ToolDefinition } from "../tool.ts";
import { defineTool, READ } from "../tool.ts";

/** More would be echoed by an answer that is mostly ids. */
const MAX_IDS = 1000;

export const listClaims: ToolDefinition = defineTool({
  name: "list_claims",
  description: "Lists claims of the project, user and global scopes, pinned first, page by page.",
  annotations: READ,
  action: "query",
  inTeam: true,
  database: "read",
  input: {
    status: z.enum(["", ...CLAIM_STATUSES]).default(""),
    limit: limitArgument(50, 250),
    include_archived: z.boolean().default(false),
    allow_sensitive: z.boolean().default(false),
    scope_allowlist: SCOPE_ALLOWLIST,
    ids: z.array(z.int()).max(MAX_IDS).optional().describe("[] = none"),
    cursor: z.string().default("").describe("next_cursor of the page before"),
  },
  output: {
    ids_requested: z.array(z.number()).nullable(),
    rows: z.number(),
    total: z.number(),
    claims: z.array(CLAIM_OUTPUT),
    next_cursor: z.string().nullable(),
    limit: z.number(),
    truncated: z.boolean(),
  },
  async run({ memory, input }) {
    const status: ClaimStatus | undefined = input.status === "" ? undefined : input.status;
    const scopes = scopesOf(input.scope_allowlist) ?? (await memory.scopes.defaultRead());
    return fitPage(clamped(input.limit, 1, 250), "claims", async (limit) => {
      const page = await memory.claims.list({
        status,
        scopes,
        limit,
        includeArchived: input.include_archived,
        allowSensitive: input.allow_sensitive,
        ids: input.ids,
        cursor: input.cursor === "" ? undefined : input.cursor,
      });
      const rows = page.items.length;
      return {
        result: {
          ids_requested: input.ids ?? null,
          rows,
          total: page.total,
          claims: page.items.map((claim) => claimAt("standard", claim)),
          next_cursor: page.nextCursor ?? null,
          limit,
        },
        text: lines(`${rows} of ${page.total} claims`, [...page.items.map(claimLine), ...pageLine(page.nextCursor)]),
      };
    });
  },
});
