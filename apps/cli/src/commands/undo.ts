import { undoToWire } from "@memorymaster/core";
import type { RestoredClaim } from "@memorymaster/core";

import { actorOption } from "../actor-option.ts";
import { argument, switchOption, textOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { cleanLine } from "../output/clean-text.ts";
import { UsageError } from "../usage-error.ts";
import { sameDatabase } from "./database-files.ts";

function eventId(text: string): number {
  if (/^\d{1,15}$/.test(text) && Number(text) > 0) return Number(text);
  throw new UsageError("argument 'event' is the number in front of an event, as memorymaster history CLAIM shows it");
}

function restoredText({ claimId, fromStatus, toStatus, fields }: RestoredClaim): string {
  const status = fromStatus === toStatus ? toStatus : `${fromStatus} -> ${toStatus}`;
  const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
  const values = Object.entries(fields).map(([name, value]) => `${name}=${value === null ? "" : shown(value)}`);
  return cleanLine([`claim_id=${claimId}`, status, ...values].join(" "));
}

export const undo: RunCommand = async (context, input) => {
  const id = eventId(argument(input, 0));
  const dryRun = switchOption(input, "dryRun");
  const { memory } = await context.open("write");
  const options = { actor: actorOption(input), reason: textOption(input, "reason"), dryRun };
  const result = await memory.governance.undo(id, options);
  const again = result.undoEventIds.at(-1);
  return {
    data: { ...undoToWire(result), ...(dryRun && { dry_run: true }) },
    text: () =>
      [
        ...(dryRun ? ["[DRY RUN]"] : []),
        `event ${id} ${dryRun ? "would be" : "is"} undone`,
        ...result.restored.map(restoredText),
        ...(again === undefined ? [] : [`do again with: ${sameDatabase(context, `undo ${again}`)}`]),
      ].join("\n"),
  };
};
