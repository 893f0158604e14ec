import type { ChainIssue } from "../events/chain.ts";

/** A value as a file holds it. */
export type SourceValue = string | number | Uint8Array | null;

/** Of the columns that the table has, with the number of the row as `rowid`. */
export type SourceRow = Readonly<Record<string, SourceValue>>;

export interface SourceRange {
  /** Number of the row before the first; `undefined` = from the start. */
  readonly after: number | undefined;
  readonly limit: number;
  /** Default: all that the table has; those that it lacks are left out. */
  readonly columns?: readonly string[] | undefined;
}

/** The tables of another program's database: rows are read and nothing else of it, neither views nor triggers. */
export interface LegacySource extends Disposable {
  /** Columns by the name of the table. */
  readonly tables: ReadonlyMap<string, readonly string[]>;
  count(table: string): number;
  /** Rows in the order of their numbers. */
  page(table: string, range: SourceRange): readonly SourceRow[];
  /** Rows whose column holds one of up to 1,000 values, in the order of their numbers. */
  matching(table: string, column: string, values: readonly (string | number)[]): readonly SourceRow[];
}

/** Which store a file is, whatever it is called. */
export interface LegacyIdentity {
  /** 64 hex digits; the same for every later state of the store. */
  readonly origin: string;
  /** Of its schema; `undefined` for one older than such numbers. */
  readonly version: number | undefined;
}

export type LegacyOutcome = "changed" | "refused" | "not_carried";

/** A row of the file that the store does not hold as it was. */
export interface LegacyRow {
  readonly table: string;
  /** Its `id`, or its number; `undefined` = all rows of the table. */
  readonly id: number | undefined;
  readonly outcome: LegacyOutcome;
  /** Names of columns and rules: never a value of the row. */
  readonly reason: string;
}

/** Rows of one table: `read` is the sum of the others. */
export interface LegacyCounts {
  readonly read: number;
  /** As they were, now or before. */
  readonly taken: number;
  readonly changed: number;
  readonly refused: number;
  readonly notCarried: number;
}

/** What the events of a file say about themselves. */
export interface LegacyChain {
  /** `undefined` when no event has a hash. */
  readonly algorithm: string | undefined;
  readonly events: number;
  /** Whether every hash is that of its event, and every predecessor an earlier event. */
  readonly valid: boolean;
  /** Events that follow an earlier one than the last: two writers had met. */
  readonly forks: number;
  /** Events without a hash. */
  readonly unverified: number;
  /** The first 100. */
  readonly issues: readonly ChainIssue[];
}

export interface LegacyReport extends LegacyIdentity {
  readonly tables: Readonly<Record<string, LegacyCounts>>;
  /** All rows but those that were taken; a table that has no place in a store is one row. */
  readonly rows: readonly LegacyRow[];
  readonly chain: LegacyChain;
  /** Claims that the store did not hold before; `undefined` in a dry run. */
  readonly newClaims: number | undefined;
}

export interface ImportLegacyOptions {
  /** Only says what an empty store would take. Default false. */
  readonly dryRun?: boolean | undefined;
  /** Called between transactions with the rows read so far and those that there are; what it throws ends the import. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}
