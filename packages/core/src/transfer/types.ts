import type { DumpTable } from "../ports/dump-store.ts";

export interface ExportOptions {
  /** Called now and then with the rows written so far and those that there are. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface ExportResult {
  /** Of all tables. */
  readonly rows: number;
  readonly tables: Readonly<Record<DumpTable, number>>;
  /** Of all bytes before the last line, which says it too. */
  readonly sha256: string;
}

export interface ImportOptions {
  /** Takes secrets out of the words of claims and citations instead of refusing the file. Default false. */
  readonly redact?: boolean | undefined;
  /** Keeps the rows before the first damaged line instead of none. Default false. */
  readonly partial?: boolean | undefined;
  /** Believes no state and no pin of the file, as for one of a stranger. Default false. */
  readonly asCandidates?: boolean | undefined;
  /** Only says what would happen. Default false. */
  readonly dryRun?: boolean | undefined;
  /** Called now and then with the rows read so far. */
  readonly onProgress?: ((rows: number) => void) | undefined;
}

/** A row that holds a secret. `line` counts from 1. */
export interface RefusedRow {
  readonly line: number;
  readonly code: "sensitive.content" | "sensitive.metadata";
  readonly field: string;
  /** Kinds of what was found. */
  readonly findings: readonly string[];
}

export interface ImportResult {
  /** Rows that were read. */
  readonly rows: number;
  /** Rows that the store holds now and did not before; in a dry run those that it would. */
  readonly inserted: Readonly<Record<DumpTable, number>>;
  /** Rows that the store held already, or has no use for. */
  readonly skipped: number;
  /** Not empty = nothing was written. */
  readonly refused: readonly RefusedRow[];
  /** Rows whose words were stored without their secrets. */
  readonly redacted: readonly { readonly line: number; readonly findings: readonly string[] }[];
  /** What could not be stored of rows that were. */
  readonly leftOut: readonly { readonly line: number; readonly reason: string }[];
  /** The first damaged line: only what stood before it is stored. */
  readonly damage: { readonly line: number; readonly reason: string } | undefined;
}

/** An import in progress: its result so far. */
export type ImportReport = {
  -readonly [Field in keyof ImportResult]: ImportResult[Field] extends readonly (infer Item)[]
    ? Item[]
    : ImportResult[Field];
} & { readonly inserted: Record<DumpTable, number> };
