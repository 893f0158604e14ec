/** An event of a claim that came from another store. Its hash was checked there; the chain here does not cover it. */
export interface HistoryLine {
  readonly eventHash: string;
  /** Hash of the first event of the other store. */
  readonly origin: string;
  /** Id of the event there. */
  readonly originId: number;
  readonly claimUid: string | undefined;
  /** The line that an export of the other store has for it; absent = erased. */
  readonly line: string | undefined;
}

/** What happened to claims before they came into this store. Lines are written by `DumpStore.write`. */
export interface HistoryStore {
  /** The newest `limit` lines of a claim, oldest first. */
  of(claimUid: string, limit: number): Promise<readonly HistoryLine[]>;
  /** Which of these event hashes the store holds, as events of its own or as lines of others. */
  known(eventHashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Empties the lines of a claim: their words are gone, the hashes stay. Returns how many had words. */
  erase(claimUid: string): Promise<number>;
}
