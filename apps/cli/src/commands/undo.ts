import { undoToWire } from "@memorymaster/core";
import type { RestoredClaim, UndoResult } from "@memorymaster/core";

import { actorOption } from "../actor-option.ts";
import { argument, switchOption, textOption } from "../command-input.ts";
import type { CommandContext, CommandInput, Outcome, RunCommand } from "../command.ts";
import { cleanLine } from "../output/clean-text.ts";
import { UsageError } from "../usage-error.ts";
import { sameDatabase } from "./database-files.ts";
import { undoOnceConfirmed, watched } from "./undo-job.ts";
import type { UndoJob } from "./undo-job.ts";

const SHOWN = 20;

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

function resultLines({ restored, blocked }: UndoResult): readonly string[] {
  const more = restored.length > SHOWN ? [`and ${restored.length - SHOWN} more; --json tells all`] : [];
  const leftOut = blocked.map(
    ({ claimId, eventIds }) => `left out: claim_id=${claimId ?? ""} blocked by ${eventIds.join(", ")}`,
  );
  return [...restored.slice(0, SHOWN).map(restoredText), ...more, ...leftOut];
}

const counted = ({ length }: readonly unknown[], noun: string): string => `${length} ${noun}${length === 1 ? "" : "s"}`;

function outcomeOf(context: CommandContext, input: CommandInput, result: UndoResult & { dryRun: boolean }): Outcome {
  const { restored, blocked, dryRun } = result;
  const isJob = switchOption(input, "run");
  const again = result.undoEventIds.at(-1);
  const events = isJob ? `: ${counted(restored, "event")}` : "";
  const lines = [
    ...(dryRun ? ["[DRY RUN]"] : []),
    `${isJob ? "the job of " : ""}event ${argument(input, 0)} ${dryRun ? "would be" : "is"} undone${events}`,
    ...resultLines(result),
    ...(again === undefined
      ? []
      : [`do again with: ${sameDatabase(context, `undo ${again}${isJob ? " --run" : ""}`)}`]),
  ];
  const message = `Left out, since later events block them: ${counted(blocked, "claim")}`;
  return {
    data: { ...undoToWire(result), ...(dryRun && { dry_run: true }) },
    text: () => lines.join("\n"),
    ...(blocked.length > 0 && { failure: { code: "PARTIAL", message } }),
  };
}

export const undo: RunCommand = async (context, input) => {
  const id = eventId(argument(input, 0));
  const [run, partial, isDry] = [
    switchOption(input, "run"),
    switchOption(input, "partial"),
    switchOption(input, "dryRun"),
  ];
  if (partial && !run) throw new UsageError("option '--partial' needs '--run'");
  const { memory, authority } = await context.open("write");
  const options = { actor: actorOption(input, authority), reason: textOption(input, "reason"), run, partial };
  const undoIt: UndoJob = async (dryRun, watching) => {
    const result = await memory.governance.undo(id, { ...options, ...watching, dryRun });
    return outcomeOf(context, input, { ...result, dryRun });
  };
  if (!run) return undoIt(isDry, {});
  return isDry || switchOption(input, "yes")
    ? watched(context, (watching) => undoIt(isDry, watching))
    : undoOnceConfirmed(context, undoIt);
};
