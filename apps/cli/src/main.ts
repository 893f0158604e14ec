import { fromUnknown, surfaceOf } from "@memorymaster/core";
import type { MemoryMasterError } from "@memorymaster/core";

import { printsDocument } from "./command.ts";
import type { Outcome } from "./command.ts";
import type { GlobalOptions } from "./global-options.ts";
import type { Io } from "./io.ts";
import { describeError } from "./output/describe-error.ts";
import { failureJson, failureOf, outcomeJson } from "./output/envelope.ts";
import { paintFor } from "./output/paint.ts";
import { watchOutputs, write } from "./output/write.ts";
import { parseCommandLine } from "./program.ts";
import type { Invocation, UsageFault } from "./program.ts";
import { runCommand } from "./run-command.ts";
import type { Finished } from "./run-command.ts";
import { UsageError } from "./usage-error.ts";
import { VERSION } from "./version.ts";

type Run = Extract<Invocation, { readonly kind: "run" }>;

/** Text on a terminal, JSON elsewhere; a document stays a document unless JSON is asked for. */
function wantsJson(io: Io, globals: GlobalOptions, isDocument: boolean): boolean {
  if (globals.format !== undefined) return globals.format === "json";
  return !isDocument && !io.stdout.isTTY;
}

function printErrorLine(io: Io, globals: GlobalOptions, message: string): Promise<void> {
  const paint = paintFor(io.stderr, io, globals.color);
  return write(io.stderr, `${paint.alarm("error:")} ${message}\n`);
}

/** A command line that makes no sense is explained on stderr in any case, and in the envelope where there is one. */
async function refuse(io: Io, { message, globals, document, help }: UsageFault): Promise<number> {
  if (wantsJson(io, globals, document)) await write(io.stdout, failureJson({ error: message, code: "USAGE" }));
  else if (help !== undefined) await write(io.stderr, `${help}\n`);
  await printErrorLine(io, globals, message);
  return 2;
}

/** The stack of a fault of ours, for a report; only on request, since it may tell about data. */
function stackOf(error: MemoryMasterError): string {
  const { cause } = error;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

async function printError(io: Io, { globals, spec, input }: Run, thrown: unknown): Promise<number> {
  const error = fromUnknown(thrown);
  const isFault = error.code === "internal.unexpected";
  if (isFault && globals.logLevel === "debug") await write(io.stderr, `debug: ${stackOf(error)}\n`);
  const message = isFault ? "An unexpected error occurred; --log-level debug shows more" : describeError(error);
  const json = wantsJson(io, globals, printsDocument(spec, input));
  if (json) await write(io.stdout, failureJson(failureOf(error, message)));
  else await printErrorLine(io, globals, message);
  return surfaceOf(error).exit;
}

async function printOutcome(io: Io, run: Run, done: Finished): Promise<number> {
  const { globals, spec, input } = run;
  const { outcome } = done;
  if (outcome.isWritten === true) return 0;
  if (wantsJson(io, globals, printsDocument(spec, input))) {
    await write(io.stdout, outcomeJson(outcome, done.queryMs));
  } else {
    const text = outcome.text(paintFor(io.stdout, io, globals.color));
    await write(io.stdout, text.endsWith("\n") ? text : `${text}\n`);
    if (outcome.failure !== undefined) await printErrorLine(io, globals, outcome.failure.message);
  }
  return outcome.exit ?? (outcome.failure === undefined ? 0 : 1);
}

async function runAndPrint(io: Io, run: Run): Promise<number> {
  try {
    return await printOutcome(io, run, await runCommand(io, run));
  } catch (error) {
    if (!(error instanceof UsageError)) return printError(io, run, error);
    const message = `${error.message}; see memorymaster ${run.spec.name} --help`;
    return refuse(io, { kind: "usage", message, globals: run.globals, document: printsDocument(run.spec, run.input) });
  }
}

async function answer(io: Io): Promise<number> {
  const invocation = parseCommandLine(io.argv);
  switch (invocation.kind) {
    case "run":
      return runAndPrint(io, invocation);
    case "usage":
      return refuse(io, invocation);
    case "help":
      await write(io.stdout, `${invocation.text}\n`);
      return 0;
    case "version": {
      const text = `memorymaster ${VERSION}\n`;
      const asked = invocation.globals.format === "json";
      const version: Outcome = { data: { version: VERSION }, text: () => text };
      await write(io.stdout, asked ? outcomeJson(version, 0) : text);
      return 0;
    }
  }
}

/** Reads the command line, runs the command and prints what came out; an output that takes no more is a failure. */
export async function main(io: Io): Promise<number> {
  const faults = watchOutputs(io);
  const exitCode = await answer(io);
  const fault = faults.first();
  if (fault === undefined) return exitCode;
  await write(io.stderr, `error: The output could not be written (${fault.code ?? fault.message})\n`);
  return 2;
}
