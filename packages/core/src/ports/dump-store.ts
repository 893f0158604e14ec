/** Tables of a whole-store export, in the order of the file: what a row points at comes before it. */
export const DUMP_TABLES = [
  "projects",
  "project_keys",
  "entities",
  "entity_aliases",
  "claims",
  "citations",
  "claim_links",
  "claim_entity_links",
  "entity_edges",
  "verbatim_memories",
  "event_history",
  "chain_anchor",
  "events",
  "event_contents",
] as const;
export type DumpTable = (typeof DUMP_TABLES)[number];

export type DumpValue = string | number | boolean | null;

/** A row by its column names (`DUMP_COLUMNS`); times canonical, booleans as such, `null` for absence. */
export type DumpRow = Readonly<Record<string, DumpValue>>;

/** Tables whose rows belong to claims. */
export type OfClaims =
  "citations" | "claim_links" | "claim_entity_links" | "event_history" | "events" | "event_contents";

export interface DumpReader {
  count(table: DumpTable): Promise<number>;
  /** Rows behind a primary key (`undefined` = from the start), in its order; texts by code point. */
  read(table: DumpTable, after: DumpRow | undefined, limit: number): Promise<readonly DumpRow[]>;
  /** uids of claims by local id. */
  uidsOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Rows of `claims` by uid. */
  claimsByUid(uids: readonly string[]): Promise<ReadonlyMap<string, DumpRow>>;
  /** Rows of these claims by local id, in the order of their primary key; links by either end. */
  ofClaims(table: OfClaims, claimIds: readonly number[]): Promise<readonly DumpRow[]>;
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
  /**
   * Inserts rows as given, ids included, without events and open proposals; claims come with their text index. Rows
   * that all lack an `id` get the next ones. The caller has checked and filtered them, and holds the transaction.
   *
   * @returns ids in the order of the rows; none for tables without
   * @throws StoreError `store.constraint`, ConflictError `claim.duplicate`
   */
  write(table: DumpTable, rows: readonly DumpRow[]): Promise<readonly number[]>;
  /** Sets columns of a claim that was written before those that they depend on: its pointers and keys. */
  amend(claimId: number, columns: DumpRow): Promise<void>;
}
