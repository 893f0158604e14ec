import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";

import {
  checkLegacy,
  ForbiddenError,
  InvalidInputError,
  legacyReportToWire,
  MemoryMasterError,
} from "@memorymaster/core";
import type { LegacyReport, LegacySource } from "@memorymaster/core";

import { argument, switchOption, textOption } from "../command-input.ts";
import type { CommandContext, Outcome, RunCommand } from "../command.ts";
import { interruptible } from "../interruptible.ts";
import { describeError } from "../output/describe-error.ts";
import { legacyReportText } from "../output/legacy-report-text.ts";
import { createProgress } from "../output/progress.ts";
import { writePrivateFile } from "../output/write-private-file.ts";

const INTERRUPTED = "what was taken until then is in the store: the same command goes on";

/** A place for the report that nothing stands on. */
function reportPath({ io }: CommandContext, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const path = resolve(io.cwd(), name);
  if (!existsSync(path)) return path;
  throw new InvalidInputError("input.invalid", `Cannot write ${path}: there is such a file already`, {
    details: { field: "report" },
  });
}

/** The file to read, or why it is none. */
async function openSource(path: string): Promise<{ readonly source: LegacySource } | { readonly refused: Outcome }> {
  try {
    const { openLegacyFile } = await import("@memorymaster/runtime");
    return { source: await openLegacyFile(path) };
  } catch (error) {
    if (!(error instanceof MemoryMasterError)) throw error;
    const failure = { code: "VALIDATION_ERROR", message: describeError(error as MemoryMasterError) } as const;
    return { refused: { data: null, text: () => "nothing was written", failure } };
  }
}

async function takeIn(context: CommandContext, source: LegacySource, dryRun: boolean): Promise<Outcome> {
  const run = async (signal: AbortSignal): Promise<LegacyReport> => {
    const progress = createProgress(context.io, "rows");
    const onProgress = (done: number, total: number): void => {
      signal.throwIfAborted();
      progress.show(done, done / total);
    };
    try {
      if (dryRun) return await checkLegacy(source, { onProgress });
      const { memory } = await context.open("create");
      return await memory.transfer.importLegacy(source, { onProgress });
    } finally {
      progress.end();
    }
  };
  const work = async (signal: AbortSignal): Promise<Outcome> => {
    const report = await run(signal);
    const isWhole = report.rows.every(({ outcome }) => outcome !== "refused") && report.chain.valid;
    return {
      data: { ...(dryRun && { dry_run: true }), ...legacyReportToWire(report) },
      text: () => `${dryRun ? "[DRY RUN]\n" : ""}${legacyReportText(report)}`,
      exit: isWhole ? 0 : 3,
    };
  };
  return interruptible(context.io, work, dryRun ? undefined : INTERRUPTED);
}

export const importLegacy: RunCommand = async (context, input) => {
  if (context.globals.tenant !== undefined) {
    throw new ForbiddenError("access.denied", "The file holds the claims of every tenant: leave out --tenant");
  }
  const report = reportPath(context, textOption(input, "report"));
  const opened = await openSource(resolve(context.io.cwd(), argument(input, 0)));
  if ("refused" in opened) return opened.refused;
  const { source } = opened;
  try {
    const outcome = await takeIn(context, source, switchOption(input, "dryRun"));
    if (report !== undefined && outcome.data !== null) {
      const text = `${JSON.stringify(outcome.data, undefined, 2)}\n`;
      await writePrivateFile(report, { force: false, keep: [] }, (stream) => pipeline([text], stream));
    }
    return outcome;
  } finally {
    source[Symbol.dispose]();
  }
};
