import { claimToWire } from "../claims/wire.ts";
import type { WireClaim } from "../claims/wire.ts";
import { shownRef } from "../claims/resolve-claim.ts";
import { surfaceOf } from "../errors/surface-map.ts";
import type { WireCode } from "../errors/surface-map.ts";
import type { ClaimStatus } from "../claims/claim.ts";
import type { JsonObject } from "../events/event.ts";
import type { BlockedClaim, GovernedRow, UndoResult } from "./types.ts";

/** What became of one of several claims. */
export type WireGovernedRow =
  | { readonly id: number; readonly claim: WireClaim; readonly event_id: number | null; readonly changed: boolean }
  | { readonly id: string | null; readonly error: string; readonly code: WireCode };

export function governedRowToWire(row: GovernedRow): WireGovernedRow {
  if ("error" in row)
    return { id: shownRef(row.ref) ?? null, error: row.error.message, code: surfaceOf(row.error).wire };
  const { claim, eventId, changed } = row;
  return { id: claim.id, claim: claimToWire(claim), event_id: eventId ?? null, changed };
}

export interface WireUndo {
  readonly undo_event_ids: readonly number[];
  readonly restored: readonly {
    readonly claim_id: number;
    readonly from_status: ClaimStatus;
    readonly to_status: ClaimStatus;
    readonly fields: JsonObject;
  }[];
  readonly blocked: readonly WireBlocked[];
}

/** A type, since it goes into the details of an error too. */
type WireBlocked = {
  readonly claim_id: number | null;
  readonly event_ids: readonly number[];
};

export const blockedToWire = ({ claimId, eventIds }: BlockedClaim): WireBlocked => ({
  claim_id: claimId ?? null,
  event_ids: eventIds,
});

export function undoToWire({ undoEventIds, restored, blocked }: UndoResult): WireUndo {
  return {
    undo_event_ids: undoEventIds,
    restored: restored.map(({ claimId, fromStatus, toStatus, fields }) => ({
      claim_id: claimId,
      from_status: fromStatus,
      to_status: toStatus,
      fields,
    })),
    blocked: blocked.map(blockedToWire),
  };
}
