import { checkExport, ForbiddenError, InvalidInputError, StoreError } from "@memorymaster/core";
import type { ImportResult } from "@memorymaster/core";
import type { MemoryMaster } from "@memorymaster/runtime";

import { switchOption, textOption } from "../command-input.ts";
import type { CommandContext, CommandInput, Outcome, RunCommand } from "../command.ts";
import { openInput } from "../input/open-input.ts";
import { interruptible } from "../interruptible.ts";
import { createProgress } from "../output/progress.ts";
import { damageOutcome, importOutcome } from "../output/import-outcome.ts";
import { UsageError } from "../usage-error.ts";

function fileOf(input: CommandInput): string {
  const [argument] = input.args;
  const option = textOption(input, "input");
  if (argument !== undefined && option !== undefined) throw new UsageError("the file is given twice");
  const file = argument ?? option;
  if (file === undefined) throw new UsageError("missing argument 'file'");
  return file;
}

/** The database, unless there is none yet. */
async function openPresent(context: CommandContext): Promise<MemoryMaster | undefined> {
  try {
    // Also for a dry run: it writes, and takes all of that back.
    return await context.open("write");
  } catch (error) {
    if (error instanceof StoreError && error.code === "store.missing") return undefined;
    throw error;
  }
}

interface Job {
  readonly context: CommandContext;
  readonly name: string;
  readonly options: Readonly<Record<"redact" | "partial" | "dryRun" | "asCandidates", boolean>>;
  /** Aborted when the work shall end. */
  readonly signal: AbortSignal;
}

/** Reads the file from its beginning. */
async function withPieces<T>(
  { context, name, signal }: Job,
  read: (pieces: AsyncIterable<Uint8Array>, onProgress: (rows: number) => void) => Promise<T>,
): Promise<T> {
  const { stream, sizeBytes } = await openInput(context.io, name);
  const progress = createProgress(context.io, "rows");
  let bytes = 0;
  async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      bytes += piece.length;
      yield piece;
      signal.throwIfAborted();
    }
    signal.throwIfAborted();
  }
  const stop = (): void => void stream.destroy();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await read(pieces(), (rows) => progress.show(rows, sizeBytes === undefined ? undefined : bytes / sizeBytes));
  } finally {
    signal.removeEventListener("abort", stop);
    progress.end();
    stop();
  }
}

/** What a database that is made for the file would take of it; only a file can be read twice. */
async function rehearse(job: Job): Promise<ImportResult> {
  return withPieces(job, (pieces, onProgress) => checkExport(pieces, { ...job.options, onProgress }));
}

async function runImport(job: Job): Promise<ImportResult> {
  const { context, name, options } = job;
  let master = await openPresent(context);
  if (master === undefined && (options.dryRun || name !== "-")) {
    const rehearsed = await rehearse(job);
    if (options.dryRun || rehearsed.refused.length > 0) return rehearsed;
  }
  master ??= await context.open("create");
  const { transfer } = master.memory;
  return withPieces(job, (pieces, onProgress) => transfer.importLines(pieces, { ...options, onProgress }));
}

export const importStore: RunCommand = async (context, input) => {
  const options = {
    redact: switchOption(input, "redact"),
    partial: switchOption(input, "partial"),
    dryRun: switchOption(input, "dryRun"),
    asCandidates: switchOption(input, "asCandidates"),
  };
  const name = fileOf(input);
  if (context.globals.tenant !== undefined) {
    throw new ForbiddenError("access.denied", "An export holds the claims of every tenant: leave out --tenant");
  }
  return interruptible(context.io, async (signal): Promise<Outcome> => {
    try {
      return importOutcome(await runImport({ context, name, options, signal }), options);
    } catch (error) {
      if (error instanceof InvalidInputError && typeof error.details["line"] === "number")
        return damageOutcome(name, error);
      throw error;
    }
  });
};
