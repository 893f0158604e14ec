import type { Claim, ClaimStatus } from "../claims/claim.ts";
import type { MemoryMasterError } from "../errors/errors.ts";
import type { JsonObject } from "../events/event.ts";

/** Who governs, and why. */
export interface GovernOptions {
  /** The person who decides, 1..200 code points. */
  readonly actor: string;
  /** At most 2,000 code points. */
  readonly reason?: string | undefined;
}

export interface ConfirmOptions extends GovernOptions {
  /** Replace the claim that is confirmed for the same subject and predicate. Default false: it is a conflict. */
  readonly supersede?: boolean | undefined;
}

export interface ReversibleOptions extends GovernOptions {
  /** Work everything out and write nothing. Default false. */
  readonly dryRun?: boolean | undefined;
}

/** What became of one claim of several: each has its own transaction. */
export type GovernedRow =
  | {
      readonly ref: number | string;
      /** As it is now, with citations. */
      readonly claim: Claim;
      /** What `undo` takes; absent when nothing was written. */
      readonly eventId: number | undefined;
      readonly changed: boolean;
    }
  | { readonly ref: number | string; readonly error: MemoryMasterError };

/** What an undo gave back to one claim. */
export interface RestoredClaim {
  readonly claimId: number;
  readonly fromStatus: ClaimStatus;
  readonly toStatus: ClaimStatus;
  /** Values as they are again, by their names in events. */
  readonly fields: JsonObject;
}

/** Events that keep an undo from being done. */
export interface BlockedClaim {
  readonly claimId: number;
  readonly eventIds: readonly number[];
}

export interface UndoResult {
  /** In the order they were written: undoing the last one does everything again. Empty on a dry run. */
  readonly undoEventIds: readonly number[];
  readonly restored: readonly RestoredClaim[];
  /** Members of a bulk job that were left out. */
  readonly blocked: readonly BlockedClaim[];
}
