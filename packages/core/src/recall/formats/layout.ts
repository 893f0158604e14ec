import type { RecallRow } from "../types.ts";

/** Figures that the frame of a block of context states. */
export interface FrameFacts {
  readonly included: number;
  readonly considered: number;
  readonly tokensUsed: number;
  readonly tokenBudget: number;
}

/** How claims are written into one format: head, blocks joined by the separator, tail. */
export interface Layout {
  head(facts: FrameFacts): string;
  tail(facts: FrameFacts): string;
  readonly separator: string;
  /** @param nowMs the present, for the age of the claim */
  block(row: RecallRow, nowMs: number): string;
}
