import { DUMP_COLUMNS } from "../ports/dump-columns.ts";
import type { DumpRow, DumpTable, DumpValue } from "../ports/dump-store.ts";

/** A record in the names of TypeScript. */
export type RowRecord = Readonly<Record<string, unknown>>;

/** `claim_id` → `claimId`. */
export const fieldName = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** `claimId` → `claim_id`. */
export const columnName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Fields under the names of their columns. */
export function columnsOf(record: RowRecord): DumpRow {
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [columnName(field), (value ?? null) as DumpValue]),
  );
}

/** Of each table, what its columns are called in TypeScript. */
const FIELDS = Object.fromEntries(
  Object.entries(DUMP_COLUMNS).map(([table, columns]) => [
    table,
    Object.keys(columns).map((column) => [column, fieldName(column)] as const),
  ]),
) as unknown as Readonly<Record<DumpTable, readonly (readonly [column: string, field: string])[]>>;

export function rowOf(table: DumpTable, record: RowRecord): DumpRow {
  return Object.fromEntries(FIELDS[table].map(([column, field]) => [column, (record[field] ?? null) as DumpValue]));
}

/** The columns of a table, nothing else of the row. */
export function recordOf(table: DumpTable, row: DumpRow): RowRecord {
  return Object.fromEntries(FIELDS[table].map(([column, field]) => [field, row[column] ?? undefined]));
}

/** Rows by a value that several of them may have. */
export function groupRows(rows: readonly DumpRow[], column: string): ReadonlyMap<DumpValue | undefined, DumpRow[]> {
  const groups = new Map<DumpValue | undefined, DumpRow[]>();
  for (const row of rows) {
    const group = groups.get(row[column]);
    if (group === undefined) groups.set(row[column], [row]);
    else group.push(row);
  }
  return groups;
}

export function withoutColumns(row: DumpRow, ...columns: readonly string[]): DumpRow {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)));
}
