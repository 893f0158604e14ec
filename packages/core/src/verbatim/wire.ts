import type { Turn } from "../ports/verbatim-store.ts";
import type { TurnAnalysis, TurnCleanupResult, TurnSearchResult, TurnSearchRow } from "./types.ts";

export interface WireTurn {
  readonly id: number;
  readonly session_id: string;
  readonly position: number;
  readonly role: Turn["role"];
  readonly speaker: string | null;
  readonly kind: Turn["kind"];
  readonly content: string;
  readonly scope: string;
  readonly timestamp: string;
}

export interface WireTurnRow extends WireTurn {
  readonly score: number;
  readonly source: "fts";
  readonly neighbours?: readonly WireTurn[];
}

/** What an answer says about itself. */
export interface WireTurnMeta {
  readonly requested_mode: TurnSearchResult["requestedMode"];
  readonly mode: TurnSearchResult["mode"];
  readonly containment_reason: string | null;
  readonly limit: number;
}

export function turnToWire(turn: Turn): WireTurn {
  return {
    id: turn.id,
    session_id: turn.sessionId,
    position: turn.position,
    role: turn.role,
    speaker: turn.speaker ?? null,
    kind: turn.kind,
    content: turn.content,
    scope: turn.scope,
    timestamp: turn.timestamp,
  };
}

export function turnRowToWire(row: TurnSearchRow): WireTurnRow {
  const neighbours = row.neighbours && { neighbours: row.neighbours.map(turnToWire) };
  return { ...turnToWire(row), score: row.score, source: "fts", ...neighbours };
}

export function turnMetaToWire({ requestedMode, mode, containmentReason, limit }: TurnSearchResult): WireTurnMeta {
  return { requested_mode: requestedMode, mode, containment_reason: containmentReason ?? null, limit };
}

export function turnAnalysisToWire(analysis: TurnAnalysis): Readonly<Record<string, number>> {
  return {
    total: analysis.total,
    distinct_content: analysis.distinctContents,
    duplicate_extras: analysis.duplicates,
    junk_prefix_rows: analysis.junk,
  };
}

export interface WireTurnCleanup {
  readonly dry_run: boolean;
  readonly dedup_deleted: number;
  readonly junk_deleted: number;
  readonly before_total: number;
  readonly after_total: number;
  readonly retention: Readonly<Record<string, number | boolean>>;
}

export function turnCleanupToWire(result: TurnCleanupResult): WireTurnCleanup {
  const { candidateRows, retainedBytes, withinBounds, truncated, deleted } = result.retention;
  return {
    dry_run: result.dryRun,
    dedup_deleted: result.dedupDeleted,
    junk_deleted: result.junkDeleted,
    before_total: result.beforeTotal,
    after_total: result.afterTotal,
    retention: {
      candidate_rows: candidateRows,
      retained_bytes: retainedBytes,
      within_bounds: withinBounds,
      truncated,
      deleted,
    },
  };
}
