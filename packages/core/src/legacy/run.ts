import { setImmediate as nextTurn } from "node:timers/promises";

import { sha256Hex } from "../claims/identity.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { AdoptOptions } from "../merge/types.ts";
import type { DumpRow } from "../ports/dump-store.ts";
import { scanText } from "../security/scan-text.ts";
import { columnFault } from "../transfer/check-row.ts";
import { damageOf } from "../transfer/damage.ts";
import { filterRow } from "../transfer/filter-row.ts";
import { changedColumns } from "./columns.ts";
import type { Columns } from "./columns.ts";
import { identifyLegacy } from "./identify.ts";
import type { ImportLegacyOptions, LegacyCounts, LegacyIdentity, LegacyOutcome, LegacyRow } from "./types.ts";
import type { LegacySource, SourceRow } from "./types.ts";

/** Tables whose rows a store takes in. */
const CARRIED = [
  "claims",
  "citations",
  "claim_links",
  "events",
  "entities",
  "entity_aliases",
  "claim_entity_links",
  "entity_edges",
] as const;
type CarriedTable = (typeof CARRIED)[number];

const isCarried = (table: string): boolean => (CARRIED as readonly string[]).includes(table);

/** Rows of one transaction. */
export const BATCH = 200;

/** Stands in the checks for an id that the store will give. */
export const SOME_ID = 1;

/** A row of the file. */
export interface RowRef {
  readonly table: CarriedTable;
  readonly id: number;
}

/** What a row of the file became, by rules for its columns. */
export interface MappedRow {
  readonly columns: Columns;
  readonly from: SourceRow;
  readonly row: DumpRow;
}

/** Where rows go; absent in a dry run. */
export interface LegacyTarget {
  readonly context: MemoryContext;
  readonly options: AdoptOptions;
}

/** One run over one file. */
export interface LegacyRun extends LegacyIdentity {
  readonly source: LegacySource;
  readonly target: LegacyTarget | undefined;
  /** Claims of the file that the store does not take. */
  readonly refused: Set<number>;
  /** Says what became of a row that was not taken as it was; a second word about it is added. */
  note(row: RowRef, outcome: LegacyOutcome, reason: string): void;
  /** Hands on the rows of a table in batches, and lets the process see to other things between them. */
  each(table: CarriedTable, take: (rows: readonly SourceRow[]) => void | Promise<void>): Promise<void>;
  /** The row as today's checks and filter let it be stored, with a word when it is not as it was. */
  pass(ref: RowRef, mapped: MappedRow): DumpRow | undefined;
  tables(): Readonly<Record<string, LegacyCounts>>;
  rows(): readonly LegacyRow[];
}

/** The row by its id, or by its number where it has none. */
export const idOf = (row: SourceRow): number => Number(row["id"] ?? row["rowid"]);

/** The row with a name for each secret in these columns, equal for equal ones. */
export function withoutSecrets(row: DumpRow, columns: readonly string[]): DumpRow {
  const secret = columns.filter((name) => typeof row[name] === "string" && scanText(row[name]).length > 0);
  const names = secret.map((name) => [name, `redacted-${sha256Hex(String(row[name])).slice(0, 8)}`] as const);
  return { ...row, ...Object.fromEntries(names) };
}

type Passed = { readonly row: DumpRow; readonly findings: readonly string[] } | { readonly fault: string };

function passFilter(table: CarriedTable, row: DumpRow, redactPrivateNetwork: boolean): Passed {
  const fault = columnFault(table, row);
  if (fault !== undefined) return { fault };
  try {
    const given = { line: 0, table, row, event: undefined };
    const { row: left, findings, refused } = filterRow(given, { redact: true, redactPrivateNetwork });
    if (left !== undefined) return { row: left, findings };
    return { fault: `${refused?.field ?? "it"} holds a secret (${(refused?.findings ?? findings).join(", ")})` };
  } catch (error) {
    const damage = damageOf(error);
    if (damage === undefined) throw error;
    return { fault: damage.reason };
  }
}

/** Keeps account of what becomes of the rows of a file, given how many each table has. */
function createAccount(read: ReadonlyMap<string, number>): Pick<LegacyRun, "note" | "tables" | "rows"> {
  const noted = new Map<string, LegacyRow>();

  function countsOf(name: string, rows: number): LegacyCounts {
    if (!isCarried(name)) return { read: rows, taken: 0, changed: 0, refused: 0, notCarried: rows };
    const own = [...noted.values()].filter(({ table }) => table === name);
    const count = (wanted: LegacyOutcome): number => own.filter(({ outcome }) => outcome === wanted).length;
    const [changed, refused, notCarried] = [count("changed"), count("refused"), count("not_carried")];
    return { read: rows, taken: rows - own.length, changed, refused, notCarried };
  }

  return {
    note: ({ table, id }, outcome, reason) => {
      const key = `${table} ${id}`;
      const before = noted.get(key);
      if (before !== undefined && before.outcome !== "changed") return;
      const reasons = new Set([...(before?.reason.split("; ") ?? []), reason]);
      noted.set(key, { table, id, outcome, reason: outcome === "changed" ? [...reasons].join("; ") : reason });
    },
    tables: () => Object.fromEntries([...read].map(([name, rows]) => [name, countsOf(name, rows)])),
    rows: () => {
      const others = [...read].filter(([name, rows]) => rows > 0 && !isCarried(name));
      const left = others.map(([table, rows]): LegacyRow => {
        return { table, id: undefined, outcome: "not_carried", reason: `no place in a store: ${rows} rows` };
      });
      return [...noted.values(), ...left];
    },
  };
}

/** @throws InvalidInputError `input.invalid` when the file is none of the earlier product */
export function startRun(
  source: LegacySource,
  targetOf: (origin: string) => LegacyTarget | undefined,
  { onProgress }: ImportLegacyOptions,
): LegacyRun {
  const identity = identifyLegacy(source);
  const target = targetOf(identity.origin);
  const read = new Map([...source.tables.keys()].map((name) => [name, source.count(name)]));
  const account = createAccount(read);
  const total = CARRIED.reduce((sum, name) => sum + (read.get(name) ?? 0), 0);
  let done = 0;
  return {
    ...identity,
    ...account,
    source,
    target,
    refused: new Set(),
    each: async (table, take) => {
      for (let after: number | undefined; source.tables.has(table);) {
        const rows = source.page(table, { after, limit: BATCH });
        if (rows.length === 0) return;
        await take(rows);
        after = Number(rows.at(-1)?.["rowid"]);
        await nextTurn();
        onProgress?.((done += rows.length), total);
      }
    },
    pass: ({ table, id }, { columns, from, row }) => {
      const passed = passFilter(table, row, target?.context.settings.redactPrivateNetwork ?? false);
      if ("fault" in passed) {
        account.note({ table, id }, "refused", passed.fault);
        return undefined;
      }
      const said = [...changedColumns(columns, from, passed.row), ...passed.findings.map((kind) => `redacted ${kind}`)];
      if (said.length > 0) account.note({ table, id }, "changed", said.join(", "));
      return passed.row;
    },
  };
}
