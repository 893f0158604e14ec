import { requireOperator } from "../access/require-operator.ts";
import { ConflictError, InternalError } from "../errors/errors.ts";
import type { ErrorDetails } from "../errors/errors.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { DumpStore } from "../ports/dump-store.ts";
import type { Store } from "../ports/store.ts";
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

const notEmpty = (message: string, details?: ErrorDetails): ConflictError =>
  new ConflictError("import.not_empty", message, { details });

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

/** Looks whether a store that is not empty holds every claim of the file. */
function createKnownCheck(dump: DumpStore, report: ImportReport): RowSink {
  const lines = new Map<string, number>();
  const unknown: number[] = [];
  const look = async (): Promise<void> => {
    const known = await dump.knownUids([...lines.keys()]);
    unknown.push(...[...lines].filter(([uid]) => !known.has(uid)).map(([, line]) => line));
    lines.clear();
  };
  return {
    add: async ({ line, table, row }) => {
      if (table === "claims") lines.set(String(row["uid"]), line);
      if (lines.size === BATCH) await look();
    },
    finish: async () => {
      await look();
      report.skipped = report.rows;
      const [line] = unknown;
      if (line === undefined) return;
      const message = `The store is not empty, and ${unknown.length} claims of the file are not in it, the first on line ${line}`;
      throw notEmpty(`${message}: an import fills an empty store`, { unknown: unknown.length, line });
    },
  };
}

interface Run {
  readonly rows: AsyncIterable<ExportRow>;
  readonly report: ImportReport;
  readonly options: ImportOptions;
  /** Absent = rows are not looked at, since none is written. */
  readonly filter: RowFilterOptions | undefined;
}

async function takeRow({ report, filter }: Run, given: ExportRow, sink: RowSink): Promise<void> {
  report.rows += 1;
  if (filter === undefined) return sink.add(given, given.row);
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
  const work = store.transaction(async () => {
    if (!(await isEmpty(store.dump)))
      throw notEmpty("Somebody has just written to the store, and nothing was imported: run it again");
    await takeAll(run, createRowWriter(store, run.report));
    if (run.report.refused.length > 0) throw NOTHING_STAYS;
  });
  await work.catch((error: unknown) => {
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
 * Fills an empty store from an export, given in pieces of any size. A store that holds every claim of it already stays as
 * it is. The file is checked while it is read (`openExport`), and each row goes through the sensitivity filter.
 *
 * @returns with secrets found and not taken out: the lines they are on, and nothing was written
 * @throws InvalidInputError `input.invalid` for a damaged file, `line` (from 1) and `reason` in the details; nothing was
 *   written, but with `partial` the rows before it are, and the damage stands in the result
 * @throws ConflictError `import.not_empty` for claims that a store with others does not hold
 * @throws ForbiddenError `access.denied` for anyone but the local operator
 */
export async function importLines(
  context: Pick<MemoryContext, "store" | "authority" | "settings">,
  pieces: Pieces,
  options: ImportOptions = {},
): Promise<ImportResult> {
  requireOperator(context.authority, "configure");
  const { rows } = await openExport(pieces);
  const { store, settings } = context;
  const report = createImportReport();
  const filter = { redact: options.redact ?? false, redactPrivateNetwork: settings.redactPrivateNetwork };
  const run: Run = { rows, report, options, filter };
  if (!(await isEmpty(store.dump))) {
    await takeAll({ ...run, filter: undefined }, createKnownCheck(store.dump, report));
  } else if (options.dryRun === true) await takeAll(run, createRowCounter(report));
  else await writeAll(store, run);
  return resultOf(report);
}
