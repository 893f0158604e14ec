import { surfaceOf } from "@memorymaster/core";
import type { BulkRow, IngestManyResult } from "@memorymaster/core";

import type { CommandContext, CommandInput, Outcome } from "../command.ts";
import { switchOption } from "../command-input.ts";
import { openInput } from "../input/open-input.ts";
import type { Input } from "../input/open-input.ts";
import { readBulk } from "../input/read-bulk.ts";
import { cleanLine } from "../output/clean-text.ts";
import { describeError } from "../output/describe-error.ts";
import { createProgress } from "../output/progress.ts";

type Signal = "SIGINT" | "SIGTERM";
const EXIT_OF_SIGNAL: Readonly<Record<Signal, number>> = { SIGINT: 130, SIGTERM: 143 };

/** The bytes of an input; when `abort` fires, they end as if the input ended there. */
async function* chunksOf(input: Input, abort: AbortSignal, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  const stop = (): void => void input.stream.destroy();
  abort.addEventListener("abort", stop, { once: true });
  try {
    for await (const chunk of input.stream as AsyncIterable<Buffer>) {
      count(chunk.length);
      yield chunk;
    }
  } catch (error) {
    // Destroying a stream that is being read shows as a failure of the reader.
    if (!abort.aborted) throw error;
  } finally {
    abort.removeEventListener("abort", stop);
  }
}

type RejectedRow = Extract<BulkRow, { readonly error: unknown }>;
const isRejected = (row: BulkRow): row is RejectedRow => "error" in row;

function rowToWire(row: BulkRow): Readonly<Record<string, unknown>> {
  if (!isRejected(row)) {
    return { line: row.line, claim_id: row.claimId, deduplicated: row.deduplicated, warnings: row.warnings };
  }
  return { line: row.line, code: surfaceOf(row.error).wire, error: cleanLine(row.error.message) };
}

function rowText(row: BulkRow): string {
  if (isRejected(row)) return `line ${row.line}: ${surfaceOf(row.error).wire} ${describeError(row.error)}`;
  const verb = row.deduplicated ? "existing" : "ingested";
  return [`line ${row.line}: ${verb} claim_id=${row.claimId}`, ...row.warnings].join(" ");
}

function failureOf(result: IngestManyResult, signal: Signal | undefined): Pick<Outcome, "failure" | "exit"> {
  if (signal !== undefined) {
    const message = `Interrupted: ${result.total} rows were read, what is reported as stored is stored`;
    return { failure: { code: "PARTIAL", message }, exit: EXIT_OF_SIGNAL[signal] };
  }
  if (result.rejected === 0) return {};
  return { failure: { code: "PARTIAL", message: `${result.rejected} of ${result.total} rows were rejected` } };
}

function report(result: IngestManyResult, all: boolean, signal: Signal | undefined): Outcome {
  const { total, ingested, deduplicated, rejected } = result;
  const rows = all ? result.rows : result.rows.filter(isRejected);
  const sums = `total=${total} ingested=${ingested} deduplicated=${deduplicated} rejected=${rejected}`;
  return {
    data: { total, ingested, deduplicated, rejected, rows: rows.map(rowToWire) },
    meta: { total },
    text: () => [...rows.map(rowText), sums].join("\n"),
    ...failureOf(result, signal),
  };
}

/** Stores every line of a file that is a claim. The first SIGINT or SIGTERM ends it after the batch that is running. */
export async function ingestFile(context: CommandContext, input: CommandInput, name: string): Promise<Outcome> {
  const source = await openInput(context.io, name);
  const { memory } = await context.open("create");
  const abort = new AbortController();
  let signal: Signal | undefined;
  const ignore = context.io.onInterrupt((received) => {
    signal = received;
    abort.abort();
  });
  const progress = createProgress(context.io, "claims");
  let read = 0;
  try {
    const items = readBulk(chunksOf(source, abort.signal, (bytes) => (read += bytes)));
    const result = await memory.claims.ingestMany(items, {
      onSecret: switchOption(input, "redact") ? "redact" : "reject",
      onProgress: (done) => progress.show(done, source.sizeBytes === undefined ? undefined : read / source.sizeBytes),
      signal: abort.signal,
    });
    return report(result, switchOption(input, "verbose"), signal);
  } finally {
    progress.end();
    ignore();
    source.stream.destroy();
  }
}
