/** Tables of a whole-store export, in the order of the file: what a row points at comes before it. */
export const DUMP_TABLES = [
  "projects",
  "project_keys",
  "claims",
  "citations",
  "claim_links",
  "chain_anchor",
  "events",
  "event_contents",
] as const;
export type DumpTable = (typeof DUMP_TABLES)[number];

export type DumpValue = string | number | boolean | null;

/** A row by its column names (`DUMP_COLUMNS`); times canonical, booleans as such, `null` for absence. */
export type DumpRow = Readonly<Record<string, DumpValue>>;

export interface DumpReader {
  count(table: DumpTable): Promise<number>;
  /** Rows behind a primary key (`undefined` = from the start), in its order; texts by code point. */
  read(table: DumpTable, after: DumpRow | undefined, limit: number): Promise<readonly DumpRow[]>;
  /** uids of claims by local id. */
  uidsOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Hash of the newest event. */
  headHash(): Promise<string | undefined>;
}

/** A state of the whole store that stands still, whatever is written meanwhile; it keeps no writer waiting. */
export interface DumpSnapshot extends DumpReader {
  close(): Promise<void>;
}

/** The whole store as rows that any other store can hold. For the operator: no viewer narrows it. */
export interface DumpStore extends DumpReader {
  /** The state as it was committed last. @throws StoreError `store.unavailable` inside of a transaction */
  snapshot(): Promise<DumpSnapshot>;
  /** Which of these uids the store holds. */
  knownUids(uids: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Inserts rows as given, ids included, without events and open proposals; claims come with their text index. The
   * caller has checked and filtered them, and holds the transaction.
   *
   * @throws StoreError `store.constraint`, ConflictError `claim.duplicate`
   */
  write(table: DumpTable, rows: readonly DumpRow[]): Promise<void>;
  /** Sets columns of a claim that was written before those that they depend on: its pointers and keys. */
  amend(claimId: number, columns: DumpRow): Promise<void>;
}
