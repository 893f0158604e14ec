/** How far a transcript has been taken in by one kind of work. */
export interface CaptureCursor {
  /** SHA-256 of the absolute path. */
  readonly pathHash: string;
  /** SHA-256 of the first bytes: 4096 of them, or as many as were read. */
  readonly prefixHash: string;
  /** Bytes that are done. */
  readonly offset: number;
}

/** Remembers how far transcripts have been taken in. */
export interface CaptureCursors {
  get(stream: CaptureStream): Promise<CaptureCursor | undefined>;
  /** Keeps the cursor; one of the same beginning of the same file never moves back. */
  commit(stream: CaptureStream, cursor: CaptureCursor): Promise<void>;
}

/** What a cursor belongs to. */
export interface CaptureStream {
  readonly session: string;
  /** Name of the work; each has cursors of its own. */
  readonly operation: string;
}
