import { ForbiddenError } from "@memorymaster/core";
import type { MergeResult } from "@memorymaster/core";
import type { OpenedSource } from "@memorymaster/runtime";

import { switchOption, textOption } from "../command-input.ts";
import type { CommandContext, CommandInput, Outcome, RunCommand } from "../command.ts";
import { interruptible } from "../interruptible.ts";
import { createProgress } from "../output/progress.ts";
import { runtimeOptions } from "../runtime-options.ts";
import { UsageError } from "../usage-error.ts";

const INTERRUPTED = "what was merged until then is in the store: the same command goes on";

function outcomeOf(result: MergeResult, dryRun: boolean): Outcome {
  const { scanned, merged, updated, skipped, errors, refused, left } = result;
  const counts = { scanned, merged, updated, skipped, errors };
  const rows = refused.map(({ uid, code, field, findings }) => ({ uid, code, field, findings }));
  const lines = rows.map(({ uid, code, field, findings = [] }) => [uid, code, field, ...findings].join(" "));
  const failure = { code: "PARTIAL", message: `${errors} claims were refused` } as const;
  return {
    data: { ...(dryRun && { dry_run: true }), ...counts, rows, left },
    text: () => {
      const summary = Object.entries({ ...counts, left: left.length }).map(([name, count]) => `${name}=${count}`);
      return [...(dryRun ? ["[DRY RUN]"] : []), ...lines, summary.join(" ")].join("\n");
    },
    ...(errors > 0 && { failure }),
  };
}

async function merge(context: CommandContext, source: OpenedSource, input: CommandInput): Promise<Outcome> {
  const dryRun = switchOption(input, "dryRun");
  // A dry run writes, and takes all of that back; it makes no database for that.
  const { memory, logger } = await context.open(dryRun ? "write" : "create");
  if (source.schemaVersion === undefined) {
    logger.log(
      "warning",
      "The source names no schema version, as a file of changes does: it is read as one of this version",
    );
  }
  const progress = createProgress(context.io, "claims");
  const work = async (signal: AbortSignal): Promise<Outcome> => {
    const onProgress = (done: number, total: number): void => {
      signal.throwIfAborted();
      progress.show(done, done / total);
    };
    const options = { keepStatus: switchOption(input, "keepStatus"), dryRun, onProgress };
    return outcomeOf(await memory.transfer.merge(source, options), dryRun);
  };
  return interruptible(context.io, work, dryRun ? undefined : INTERRUPTED).finally(() => progress.end());
}

export const mergeDb: RunCommand = async (context, input) => {
  if (context.globals.tenant !== undefined) {
    throw new ForbiddenError("access.denied", "A merge concerns the claims of every tenant: leave out --tenant");
  }
  const name = textOption(input, "source")?.trim() ?? "";
  if (name === "") throw new UsageError("option '--source <path|dsn>' is missing");
  const { openSource } = await import("@memorymaster/runtime");
  const source = await openSource(runtimeOptions(context), name);
  try {
    return await merge(context, source, input);
  } finally {
    await source.close();
  }
};
