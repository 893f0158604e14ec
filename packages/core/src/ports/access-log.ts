export interface DrainReport {
  /** Answers that were counted. */
  readonly drained: number;
  /** Lines that nobody can read; they are kept apart with the reason. */
  readonly quarantined: number;
  /** Age of the oldest answer that was counted; 0 without any. */
  readonly lagSeconds: number;
}

/** Notes beside the database about which claims were handed out: a read writes nothing in it. */
export interface AccessLog {
  /** Notes the claims of one answer, each uid once. Never fails: what cannot be noted is not counted. */
  note(uids: readonly string[]): void;
  /**
   * Counts what has been noted in the store, every answer once, and removes the notes.
   *
   * @throws StoreError when store or notes cannot be reached; the next call goes on where this one ended
   */
  drain(): Promise<DrainReport>;
}
