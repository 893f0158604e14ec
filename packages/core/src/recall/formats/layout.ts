import type { Claim } from "../../claims/claim.ts";
import type { RecallRow } from "../types.ts";

/** Figures that the frame of a block of context states. */
export interface FrameFacts {
  readonly included: number;
  readonly considered: number;
  readonly tokensUsed: number;
  readonly tokenBudget: number;
  /** The time asked about, in stored form. Absent = the present. */
  readonly asOf?: string | undefined;
}

/** A row, and what a reader must know beside it. */
export interface ShownRow extends RecallRow {
  /** Ids of rows that say nearly the same, best first; they are not shown themselves. */
  readonly repeats?: readonly number[] | undefined;
  /** Whether it still holds. There when the past was asked about. */
  readonly isCurrent?: boolean | undefined;
  /** What holds in its place, when it is superseded. */
  readonly replacement?: Claim | undefined;
}

/** How claims are written into one format: head, blocks joined by the separator, tail. */
export interface Layout {
  head(facts: FrameFacts): string;
  tail(facts: FrameFacts): string;
  readonly separator: string;
  /** @param nowMs the present, for the age of the claim */
  block(row: ShownRow, nowMs: number): string;
}

/** Ids of repeats that a block names: enough to look further, few enough that many repeats still fit. */
const NAMED_REPEATS = 5;

export function namedRepeats({ repeats = [] }: ShownRow): readonly number[] {
  return repeats.slice(0, NAMED_REPEATS);
}

/** When a claim begins to hold, where that is not when it was written down, or it has ended. */
export function shownStart({ validFrom, createdAt, status }: Claim): string | undefined {
  return validFrom === createdAt && status !== "superseded" ? undefined : validFrom;
}

/** The day on which a replacement began to hold. */
export function replacedOn({ validFrom, createdAt }: Claim): string {
  return (validFrom ?? createdAt).slice(0, 10);
}
