import { requireOperator } from "../access/require-operator.ts";
import { ConflictError, InternalError } from "../errors/errors.ts";
import type { MemoryContext } from "../memory-types.ts";
import { createClaimSink } from "../merge/import-claims.ts";
import type { DumpStore } from "../ports/dump-store.ts";
import type { Store } from "../ports/store.ts";
import { withTurns } from "./adopt-turns.ts";
import { damageOf } from "./damage.ts";
import { filterRow } from "./filter-row.ts";
import type { RowFilterOptions } from "./filter-row.ts";
import { perTable } from "./line-format.ts";
import { openExport } from "./read-export.ts";
import type { ExportRow } from "./read-export.ts";
import type { ImportOptions, ImportReport, ImportResult } from "./types.ts";
import { createRowWriter } from "./write-rows.ts";
import type { RowSink } from "./write-rows.ts";

type Pieces = AsyncIterable<string | Uint8Array>;

const BATCH = 200;

/** Ends a transaction of which nothing shall stay. */
const NOTHING_STAYS: InternalError = new InternalError("internal.unexpected", "The import was refused");

function createImportReport(): ImportReport {
  const inserted = perTable(() => 0);
  return { rows: 0, inserted, skipped: 0, refused: [], redacted: [], leftOut: [], damage: undefined };
}

/** Counts what would be written. */
function createRowCounter(report: ImportReport): RowSink {
  return {
    add: async ({ table }) => void (report.inserted[table] += 1),
    finish: async () => undefined,
  };
}

interface Run {
  readonly rows: AsyncIterable<ExportRow>;
  readonly report: ImportReport;
  readonly options: ImportOptions;
  readonly filter: RowFilterOptions;
}

async function takeRow({ report, filter }: Run, given: ExportRow, sink: RowSink): Promise<void> {
  report.rows += 1;
  const { row, findings, refused } = filterRow(given, filter);
  if (refused !== undefined) report.refused.push(refused);
  // All lines with secrets shall be named: the rest is read, but nothing of it is written.
  if (report.refused.length > 0) return;
  if (row === undefined) {
    report.leftOut.push({ line: given.line, reason: `the words of an event hold a secret (${findings.join(", ")})` });
    return;
  }
  if (findings.length > 0) report.redacted.push({ line: given.line, findings });
  return sink.add(given, row);
}

async function takeAll(run: Run, sink: RowSink): Promise<void> {
  const { rows, report, options } = run;
  try {
    for await (const given of rows) {
      await takeRow(run, given, sink);
      if (report.rows % BATCH === 0) options.onProgress?.(report.rows);
    }
    if (report.refused.length === 0) await sink.finish();
  } catch (error) {
    const damage = damageOf(error);
    if (damage === undefined || options.partial !== true) throw error;
    report.damage = damage;
    if (report.refused.length === 0) await sink.finish();
  }
}

async function isEmpty(dump: DumpStore): Promise<boolean> {
  const claims = await dump.read("claims", undefined, 1);
  return claims.length === 0 && (await dump.headHash()) === undefined;
}

/** All or nothing, also when the process is killed: one transaction holds the whole file. */
async function writeAll(store: Store, run: Run): Promise<void> {
  const fill = async (): Promise<void> => {
    if (!(await isEmpty(store.dump))) {
      const message = "Somebody has just written to the store, and nothing was imported: run it again";
      throw new ConflictError("import.not_empty", message);
    }
    await takeAll(run, createRowWriter(store, run.report));
    if (run.report.refused.length > 0) throw NOTHING_STAYS;
  };
  await store.transaction(fill, { once: true }).catch((error: unknown) => {
    if (error !== NOTHING_STAYS) throw error;
  });
}

/** Of a refused file nothing is stored. */
function resultOf(report: ImportReport): ImportResult {
  return report.refused.length === 0
    ? report
    : { ...createImportReport(), rows: report.rows, refused: report.refused, damage: report.damage };
}

/**
 * Reads an export without a store, and says what an empty one would take of it.
 *
 * @throws InvalidInputError `input.invalid` as `importLines`
 */
export async function checkExport(pieces: Pieces, options: ImportOptions = {}): Promise<ImportResult> {
  const { rows } = await openExport(pieces);
  const report = createImportReport();
  const filter = { redact: options.redact ?? false, redactPrivateNetwork: false };
  await takeAll({ rows, report, options, filter }, createRowCounter(report));
  return resultOf(report);
}

/**
 * Fills an empty store from an export, given in pieces of any size; a store with claims takes those that it does not
 * hold. The file is checked while it is read (`openExport`), and each row goes through the sensitivity filter.
 *
 * @returns with secrets found and not taken out: the lines they are on, and nothing was written
 * @throws InvalidInputError `input.invalid` for a damaged file, `line` (from 1) and `reason` in the details; nothing was
 *   written, but with `partial` the rows before it are, and the damage stands in the result
 * @throws ConflictError `import.not_empty` when somebody else has filled the store meanwhile
 * @throws ForbiddenError `access.denied` for anyone but the local operator
 */
export async function importLines(
  context: MemoryContext,
  pieces: Pieces,
  options: ImportOptions = {},
): Promise<ImportResult> {
  requireOperator(context.authority, "configure");
  const { rows } = await openExport(pieces);
  const { store, settings } = context;
  const report = createImportReport();
  const filter = { redact: options.redact ?? false, redactPrivateNetwork: settings.redactPrivateNetwork };
  const run: Run = { rows, report, options, filter };
  if (options.asCandidates === true || !(await isEmpty(store.dump))) {
    await takeAll(run, withTurns(createClaimSink(context, report, options), store, run));
  } else if (options.dryRun === true) await takeAll(run, createRowCounter(report));
  else await writeAll(store, run);
  return resultOf(report);
}
