import type { MemorySettings } from "../config/settings.ts";
import { cutReason, isAnswer } from "./cut.ts";
import type { ScoredClaim } from "./scored-claim.ts";
import type { SelectedQuery } from "./select-groups.ts";
import type { DroppedRow } from "./types.ts";

export interface Sifted {
  readonly relevant: readonly ScoredClaim[];
  /** Rows that stay only because they are pinned. */
  readonly pinnedOnly: readonly ScoredClaim[];
  readonly dropped: readonly DroppedRow[];
  /** The relevance below which rows went. */
  readonly floor: number;
}

/** Parts the candidates into rows that belong to the answer, pinned ones that may follow it, and the rest, each in order. */
export function sift(
  rows: readonly ScoredClaim[],
  query: SelectedQuery,
  { relevanceFloorRatio, standingFloor }: Pick<MemorySettings, "relevanceFloorRatio" | "standingFloor">,
): Sifted {
  const floor = relevanceFloorRatio * rows.reduce((best, { relevance }) => Math.max(best, relevance), 0);
  const isAnswered = rows.some((row) => isAnswer(row, query, standingFloor));
  const relevant: ScoredClaim[] = [];
  const pinnedOnly: ScoredClaim[] = [];
  const dropped: DroppedRow[] = [];
  for (const row of rows) {
    const reason = cutReason(row, { floor, isAnswered });
    if (reason === undefined) relevant.push(row);
    else if (row.claim.pinned) pinnedOnly.push(row);
    else dropped.push({ claimId: row.claim.id, reason });
  }
  return { relevant, pinnedOnly, dropped, floor };
}
