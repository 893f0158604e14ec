import { isLongerThan, shownKey, UNSTORABLE } from "../claims/check-text.ts";
import { epochMsOf, timestampOf } from "../claims/time.ts";
import { DUMP_COLUMNS } from "../ports/dump-columns.ts";
import type { DumpColumn } from "../ports/dump-columns.ts";
import type { DumpRow, DumpTable } from "../ports/dump-store.ts";
import { REFERENCES, ROW_KEYS } from "./line-format.ts";

type Check = (value: unknown, column: DumpColumn) => string | undefined;

function textFault(value: unknown, { max, words, form }: DumpColumn): string | undefined {
  if (typeof value !== "string") return "is not a text";
  if (words !== undefined) return words.includes(value) ? undefined : "is none of the known words";
  if (form !== undefined) return form.test(value) ? undefined : "has not the right form";
  if (UNSTORABLE.test(value) || !value.isWellFormed()) return "holds a character that cannot be stored";
  return max !== undefined && isLongerThan(value, max) ? `is longer than ${max} characters` : undefined;
}

function timeFault(value: unknown): string | undefined {
  const epochMs = typeof value === "string" ? epochMsOf(value) : undefined;
  return epochMs !== undefined && timestampOf(epochMs) === value ? undefined : "is not a time as it is stored";
}

const FAULTS: Readonly<Record<DumpColumn["kind"], Check>> = {
  text: textFault,
  time: timeFault,
  integer: (value, { min = 0 }) =>
    Number.isSafeInteger(value) && (value as number) >= min ? undefined : `is not a whole number from ${min}`,
  number: (value) => (Number.isFinite(value) ? undefined : "is not a number"),
  ratio: (value) => (typeof value === "number" && value >= 0 && value <= 1 ? undefined : "is not a number from 0 to 1"),
  boolean: (value) => (typeof value === "boolean" ? undefined : "is neither true nor false"),
};

const UID: DumpColumn = { kind: "text", max: 36, nullable: true };

function valueFault(value: unknown, column: DumpColumn): string | undefined {
  if (value === null) return column.nullable === true ? undefined : "is missing";
  return FAULTS[column.kind](value, column);
}

function keyFault(row: object, keys: readonly string[]): string | undefined {
  const missing = keys.find((key) => !Object.hasOwn(row, key));
  if (missing !== undefined) return `the column ${missing} is missing`;
  const unknown = Object.keys(row).find((key) => !keys.includes(key));
  return unknown === undefined ? undefined : `${shownKey(unknown)} is not a known column`;
}

/** The first column whose value cannot be one of the table, in words that repeat nothing of it. */
export function columnFault(table: DumpTable, row: DumpRow): string | undefined {
  for (const [name, column] of Object.entries(DUMP_COLUMNS[table])) {
    const fault = valueFault(row[name], column);
    if (fault !== undefined) return `${name} ${fault}`;
  }
  return undefined;
}

/** What makes a value no row of the table as an export has it; `undefined` when it is one. */
export function rowFault(table: DumpTable, value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "the row is not a JSON object";
  const keys = ROW_KEYS[table];
  if (Object.keys(value).length !== keys.length || keys.some((key) => !Object.hasOwn(value, key))) {
    return keyFault(value, keys);
  }
  const row = value as DumpRow;
  const uid = Object.keys(REFERENCES[table]).find((name) => valueFault(row[name], UID) !== undefined);
  return uid === undefined ? columnFault(table, row) : `${uid} is no uid`;
}
