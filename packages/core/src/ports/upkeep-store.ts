/** How far the chain of events reached at a moment: a chain that no longer holds it has been cut. */
export interface ChainAnchor {
  readonly name: string;
  readonly eventCount: number;
  readonly headId: number;
  readonly headHash: string;
  readonly recordedAt: string;
}

/** Differences between the claims and the text index. Lists hold at most the first 100 ids. */
export interface IndexDrift {
  /** Claims looked at by their terms. */
  readonly checked: number;
  /** What the database says about the inside of the index, when that is not "ok". */
  readonly structure: string | undefined;
  /** Claims that should be in the index and are not. */
  readonly missing: readonly number[];
  /** Entries of claims that are archived, erased or not there. */
  readonly leftover: readonly number[];
  /** Claims whose entry holds other terms than the claim. */
  readonly changed: readonly number[];
  /** Whether the stored counts of claims and terms are those of the index. */
  readonly countsMatch: boolean;
}

/** Rows that contradict each other, by kind; ids of citations for `orphanCitations`, of claims for the others. */
export interface RowIssues {
  readonly orphanEvents: readonly number[];
  readonly orphanCitations: readonly number[];
  readonly supersededWithoutReplacement: readonly number[];
  readonly danglingReplacedBy: readonly number[];
  readonly danglingSupersedes: readonly number[];
  /** Superseded claims of which only one end of the pair knows: the replacement, or they themselves. */
  readonly oneSidedSupersession: readonly number[];
  /** Claims whose status is not the one that the newest event with a status says. */
  readonly statusDiffers: readonly number[];
}

/** Checks and repairs of derived data. For the operator: no viewer narrows it. */
export interface UpkeepStore {
  /** @param full look at the terms of every claim, not only of the newest 1,000 */
  checkIndex(full: boolean): Promise<IndexDrift>;
  /** Builds the text index anew in batches beside other writers; returns the number of claims in it. */
  repairIndex(): Promise<number>;
  /** At most `limit` of each kind. */
  findRowIssues(limit: number): Promise<RowIssues>;
  /**
   * Repairs what has one right answer and still is as found: orphan citations go, dangling pointers become empty, missing
   * ends of supersessions are set. Returns what was repaired.
   */
  fixRowIssues(issues: RowIssues): Promise<RowIssues>;
  anchors(): Promise<readonly ChainAnchor[]>;
  /** Replaces the anchor of that name. */
  recordAnchor(anchor: ChainAnchor): Promise<void>;
}
