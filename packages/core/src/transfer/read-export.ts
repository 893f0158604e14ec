import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";

import type { MemoryEvent } from "../events/event.ts";
import { DUMP_COLUMNS, DUMP_KEYS } from "../ports/dump-columns.ts";
import { DUMP_TABLES } from "../ports/dump-store.ts";
import type { DumpRow, DumpTable, DumpValue } from "../ports/dump-store.ts";
import { createEventChecks } from "./check-events.ts";
import { createReferenceChecks } from "./check-references.ts";
import { rowFault } from "./check-row.ts";
import { damage } from "./damage.ts";
import { endLine, perTable } from "./line-format.ts";
import type { ExportHeader } from "./line-format.ts";
import { explainStart, readHeader } from "./read-header.ts";
import { recordOf } from "./row-record.ts";
import { splitLines } from "./split-lines.ts";
import type { RawLine } from "./split-lines.ts";

export interface ExportRow {
  readonly line: number;
  readonly table: DumpTable;
  /** Without the uids of other claims. */
  readonly row: DumpRow;
  /** The row of an event in the names of TypeScript. */
  readonly event: MemoryEvent | undefined;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

function parsed({ line, bytes }: RawLine): unknown {
  const isEnded = bytes.at(-1) === LINE_FEED;
  const wrong = line === 1 || bytes.at(-2) === CARRIAGE_RETURN ? explainStart(bytes) : undefined;
  if (wrong !== undefined) throw damage(line, wrong);
  try {
    if (isEnded && isUtf8(bytes)) return JSON.parse(bytes.toString("utf8")) as unknown;
  } catch {
    // The message repeats the text, which may hold a secret: it is not passed on.
  }
  if (line === 1) throw damage(line, "this is not an export, or its first line is damaged");
  throw damage(line, isEnded ? "the line is not valid JSON" : "the file ends in the middle of this line");
}

/** The fields of a line that is a JSON object. */
function fieldsOf(value: unknown): { readonly table?: unknown; readonly row?: unknown } {
  return typeof value === "object" && value !== null ? value : {};
}

function isBehind(key: DumpValue | undefined, last: DumpValue | undefined): boolean {
  if (last === undefined) return true;
  if (typeof key === "number" && typeof last === "number") return key > last;
  return Buffer.from(String(key)).compare(Buffer.from(String(last))) > 0;
}

function withoutUids(table: DumpTable, row: DumpRow): DumpRow {
  return Object.fromEntries(Object.keys(DUMP_COLUMNS[table]).map((column) => [column, row[column] ?? null]));
}

/** Checks each row by itself and against those before it. */
function createRowChecks(header: ExportHeader) {
  const counts = perTable(() => 0);
  const references = createReferenceChecks();
  const events = createEventChecks();
  let present: DumpTable | undefined;
  let lastKey: DumpValue | undefined;

  /** Nothing may be missing of the tables before this one. */
  function enter(line: number, table: DumpTable | undefined): void {
    const place = table === undefined ? DUMP_TABLES.length : DUMP_TABLES.indexOf(table);
    if (present !== undefined && place < DUMP_TABLES.indexOf(present)) {
      throw damage(line, `a row of ${String(table)} stands behind those of ${present}`);
    }
    const short = DUMP_TABLES.slice(0, place).find((before) => counts[before] !== header.counts[before]);
    if (short !== undefined) {
      throw damage(line, `${counts[short]} rows of ${short} stand before it, not ${header.counts[short]}`);
    }
    if (place > DUMP_TABLES.indexOf("claims")) references.endClaims();
    [present, lastKey] = [table, undefined];
  }

  function takePlace(line: number, table: DumpTable, row: DumpRow): void {
    if (table !== present) enter(line, table);
    const key = row[DUMP_KEYS[table]];
    if (!isBehind(key, lastKey)) throw damage(line, "the row is not in its place: rows are repeated or moved");
    lastKey = key;
    counts[table] += 1;
    if (counts[table] > header.counts[table])
      throw damage(line, `there are more rows of ${table} than the header says`);
  }

  return {
    add: (line: number, table: DumpTable, value: unknown): ExportRow => {
      const fault = rowFault(table, value);
      if (fault !== undefined) throw damage(line, fault);
      const row = value as DumpRow;
      takePlace(line, table, row);
      references.check(line, table, row);
      const event = table === "events" ? (recordOf(table, row) as unknown as MemoryEvent) : undefined;
      if (event !== undefined) events.addEvent(line, event);
      if (table === "event_contents") events.checkContent(line, row);
      return { line, table, row: withoutUids(table, row), event };
    },
    /** Returns the number of rows. */
    end: (line: number): number => {
      enter(line, undefined);
      if (events.head() !== header.headHash)
        throw damage(line, "the newest event is not the one that the header names");
      return Object.values(counts).reduce((sum, count) => sum + count, 0);
    },
  };
}

function checkEnd({ line, bytes }: RawLine, rows: number, sha256: string): void {
  if (bytes.toString("utf8") === endLine(rows, sha256)) return;
  throw damage(line, "the lines before it are not those that were exported: their sha256 is another");
}

async function* readRows(
  lines: AsyncIterable<RawLine>,
  first: RawLine,
  header: ExportHeader,
): AsyncGenerator<ExportRow, void, undefined> {
  const digest = createHash("sha256").update(first.bytes);
  const checks = createRowChecks(header);
  let last = first.line;
  let isWhole = false;
  for await (const raw of lines) {
    last = raw.line;
    if (isWhole) throw damage(last, "something stands behind the end");
    const fields = fieldsOf(parsed(raw));
    const { table, row } = fields;
    const known = DUMP_TABLES.find((name) => name === table);
    if (table === "end") {
      checkEnd(raw, checks.end(last), digest.digest("hex"));
      isWhole = true;
    } else if (known === undefined || Object.keys(fields).length !== 2) {
      throw damage(
        last,
        known === undefined ? "the line names no known table" : "the line has other fields than a row",
      );
    } else {
      digest.update(raw.bytes);
      yield checks.add(last, known, row);
    }
  }
  if (!isWhole) throw damage(last + 1, "the end is missing: the file was cut off");
}

/**
 * Reads an export piece by piece and hands on its rows, each of them checked: shape, place, the claims that it names, the
 * chain of events, the words of events, at last the digest of the whole.
 *
 * @throws InvalidInputError `input.invalid` at the first damaged line, with `line` (from 1) and `reason` in the details;
 *   the rows before it were handed on
 */
export async function openExport(
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<{ readonly header: ExportHeader; readonly rows: AsyncGenerator<ExportRow, void, undefined> }> {
  const lines = splitLines(pieces);
  try {
    const first = await lines.next();
    if (first.done === true) throw damage(1, "the file is empty");
    const header = readHeader(parsed(first.value));
    return { header, rows: readRows(lines, first.value, header) };
  } catch (error) {
    await lines.return();
    throw error;
  }
}
