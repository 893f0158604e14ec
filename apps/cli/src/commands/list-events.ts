import { chainReportToWire, eventToWire } from "@memorymaster/core";
import type { Memory } from "@memorymaster/core";

import { numberOption, switchOption, textOption } from "../command-input.ts";
import type { CommandInput, Outcome, RunCommand } from "../command.ts";
import { eventText, listText } from "../output/claim-text.ts";
import { UsageError } from "../usage-error.ts";

const FILTERS = ["claimId", "eventType", "limit", "cursor"] as const;

async function verify(memory: Memory): Promise<Outcome> {
  const { events, valid, issues, head_hash: head } = chainReportToWire(await memory.events.verify());
  const lines = issues.map((issue) => `  event ${issue.event_id}: ${issue.reason}`);
  return {
    data: { events, valid, issues, head },
    text: () => [`events=${events} valid=${valid ? 1 : 0} head=${head ?? ""}`, ...lines].join("\n"),
    ...(!valid && { failure: { code: "CHECK_FAILED", message: "The chain of events is broken" } }),
  };
}

async function list(memory: Memory, input: CommandInput): Promise<Outcome> {
  const page = await memory.events.list({
    scopes: "all",
    claim: textOption(input, "claimId"),
    eventType: textOption(input, "eventType"),
    limit: numberOption(input, "limit") ?? 100,
    cursor: textOption(input, "cursor"),
  });
  return {
    data: page.items.map(eventToWire),
    meta: { total: page.total, next_cursor: page.nextCursor ?? null },
    text: (paint) => {
      const more = page.nextCursor === undefined ? "" : ` total=${page.total} next_cursor=${page.nextCursor}`;
      return `${listText(page.items.map((event) => eventText(event, paint)))}${more}`;
    },
  };
}

export const listEvents: RunCommand = async (context, input) => {
  const checks = switchOption(input, "verify");
  if (checks && FILTERS.some((name) => input.options[name] !== undefined)) {
    throw new UsageError("option '--verify' checks the whole record and takes no other option");
  }
  const { memory } = await context.open("read");
  return checks ? verify(memory) : list(memory, input);
};
