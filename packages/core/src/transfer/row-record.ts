import { DUMP_COLUMNS } from "../ports/dump-columns.ts";
import type { DumpRow, DumpTable, DumpValue } from "../ports/dump-store.ts";

/** A record in the names of TypeScript. */
export type RowRecord = Readonly<Record<string, unknown>>;

/** `claim_id` → `claimId`. */
export const fieldName = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

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
