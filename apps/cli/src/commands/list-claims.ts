import { CLAIM_STATUSES, claimToWire } from "@memorymaster/core";
import type { ListClaimsRequest } from "@memorymaster/core";

import { choiceOption, listOption, numberOption, switchOption, textOption } from "../command-input.ts";
import type { CommandInput, RunCommand } from "../command.ts";
import { claimText, listText } from "../output/claim-text.ts";
import { UsageError } from "../usage-error.ts";

function idsOf(input: CommandInput): readonly number[] | undefined {
  return listOption(input, "ids")?.map((text) => {
    const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
    if (id < 1) throw new UsageError("option '--ids <1,2>' takes numeric ids, separated by commas");
    return id;
  });
}

function scopesOf(input: CommandInput, ids: readonly number[] | undefined): ListClaimsRequest["scopes"] {
  const scopes = listOption(input, "scope");
  const all = switchOption(input, "allScopes");
  if (all && scopes !== undefined) throw new UsageError("options '--scope' and '--all-scopes' exclude each other");
  return scopes ?? (all || ids !== undefined ? "all" : undefined);
}

export const listClaims: RunCommand = async (context, input) => {
  const ids = idsOf(input);
  const scopes = scopesOf(input, ids);
  const { memory } = await context.open("read");
  const page = await memory.claims.list({
    status: choiceOption(input, "status", CLAIM_STATUSES),
    limit: numberOption(input, "limit") ?? 50,
    includeArchived: switchOption(input, "includeArchived"),
    allowSensitive: switchOption(input, "allowSensitive"),
    cursor: textOption(input, "cursor"),
    scopes,
    ids,
  });
  return {
    data: page.items.map(claimToWire),
    meta: {
      total: page.total,
      next_cursor: page.nextCursor ?? null,
      ...(ids !== undefined && { ids_requested: ids }),
    },
    text: (paint) => {
      const more = page.nextCursor === undefined ? "" : ` total=${page.total} next_cursor=${page.nextCursor}`;
      return `${listText(page.items.map((claim) => claimText(claim, paint)))}${more}`;
    },
  };
};
