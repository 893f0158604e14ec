import { resolve } from "node:path";

import { mineTranscript } from "@memorymaster/bridges";
import type { MineResult } from "@memorymaster/bridges";
import { canonicalScope, InvalidInputError } from "@memorymaster/core";

import { numberOption, textOption } from "../command-input.ts";
import type { CommandContext, CommandInput, Outcome, RunCommand } from "../command.ts";
import { interruptible } from "../interruptible.ts";
import { createProgress } from "../output/progress.ts";
import { runtimeOptions } from "../runtime-options.ts";
import { UsageError } from "../usage-error.ts";

/** Stands for the project that each session was held in. */
const PROJECT = "project";

function outcomeOf({ turnsStored, error, lines, ...counts }: MineResult): Outcome {
  const { scanned, ...rest } = counts;
  const sums = { scanned, turns_stored: turnsStored, ...rest };
  const classes = Object.entries(lines).filter(([, { kept, dropped }]) => kept + dropped > 0);
  return {
    data: { ...sums, lines, ...(error !== undefined && { error }) },
    text: () =>
      [
        ...classes.map(([name, { kept, dropped }]) => `${name}: kept=${kept} dropped=${dropped}`),
        Object.entries(sums)
          .map(([name, count]) => `${name}=${count}`)
          .join(" "),
      ].join("\n"),
    ...(error !== undefined && { failure: { code: "PARTIAL", message: error } }),
  };
}

/** A file that is not there is the subject of the command that failed, and no fault of the call. */
function withoutInput(error: unknown): Outcome {
  if (!(error instanceof InvalidInputError) || error.details["field"] !== "input") throw error;
  const { message } = error;
  return { data: null, text: () => "nothing was read", failure: { code: "VALIDATION_ERROR", message } };
}

async function mine(context: CommandContext, input: CommandInput, signal: AbortSignal): Promise<Outcome> {
  const file = textOption(input, "input");
  if (file === undefined || file === "") throw new UsageError("required option '--input <file>' not given");
  const named = textOption(input, "scope") ?? PROJECT;
  const master = await context.open("write");
  const { openCapture } = await import("@memorymaster/runtime");
  const { cursors, scopeOf } = openCapture(runtimeOptions(context), master);
  const progress = createProgress(context.io, "lines");
  try {
    const result = await mineTranscript(master.memory, {
      input: resolve(context.io.cwd(), file),
      cursors,
      scopeOf: named === PROJECT ? scopeOf : async () => canonicalScope(named),
      maxClaims: input.options["claims"] === false ? 0 : numberOption(input, "max"),
      onProgress: progress.show,
      signal,
    });
    return outcomeOf(result);
  } finally {
    progress.end();
  }
}

export const mineTranscripts: RunCommand = (context, input) =>
  interruptible(
    context.io,
    (signal) => mine(context, input, signal).catch(withoutInput),
    "what was taken in stays; the same command goes on behind it",
  );
