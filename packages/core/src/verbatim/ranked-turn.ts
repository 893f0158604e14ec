/** What the rank of a turn of a conversation is made from. */
export interface RankedText {
  readonly id: number;
  readonly sessionId: string;
  /** Place in its session. */
  readonly position: number;
  readonly speaker?: string | undefined;
  readonly role: string;
  readonly content: string;
  /** Stored form. */
  readonly timestamp: string;
}

export interface RankedTurn<T> {
  readonly turn: T;
  /** > 0, 6 decimals. */
  readonly score: number;
  /** Words of the question that the turn itself holds; none for one that only stands beside such turns. */
  readonly matchedTerms: readonly string[];
}
