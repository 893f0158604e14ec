import { DUMP_COLUMNS } from "@memorymaster/core";
import type { DumpTable } from "@memorymaster/core";
import type { Codecs } from "../flavor.ts";

export type Row = Readonly<Record<string, unknown>>;

type TranslateRow = (table: DumpTable, row: Row) => Row;

/** Between a row as this database holds it and as every store gives it; columns that the row lacks are left out. */
export function createTranslateRow(codecs: Codecs, direction: "encode" | "decode"): TranslateRow {
  const boolean = codecs.boolean[direction] as (value: unknown) => unknown;
  const time = codecs.time[direction] as (value: unknown) => unknown;
  return (table, row) => {
    const translated: Record<string, unknown> = {};
    for (const [name, { kind }] of Object.entries(DUMP_COLUMNS[table])) {
      const value = row[name];
      if (value === undefined) continue;
      if (value === null || (kind !== "boolean" && kind !== "time")) translated[name] = value;
      else translated[name] = kind === "time" ? time(value) : boolean(value);
    }
    return translated;
  };
}
