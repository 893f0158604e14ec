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

export interface UndoOptions extends ReversibleOptions {
  /** Undo every event of the job that the event belongs to, newest first. Default false. */
  readonly run?: boolean | undefined;
  /** Of a job leave out what is blocked. Default false: then nothing of it is done. */
  readonly partial?: boolean | undefined;
  /** Ends a job between two transactions: those that were done stay, and undoing the job again completes it. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Told after each 200 events of a job how many were seen to, of how many where that is known: first while checking,
   * then while undoing. It is waited for, so that it can let signals in.
   */
  readonly onProgress?: ((done: number, total: number | undefined) => Promise<void>) | undefined;
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

/** Events that keep an undo from being done; of what is never undone, that event itself. */
export interface BlockedClaim {
  /** Absent of an event of no claim. */
  readonly claimId: number | undefined;
  readonly eventIds: readonly number[];
}

export interface UndoResult {
  /** In the order they were written: undoing the last one does everything again. Empty on a dry run. */
  readonly undoEventIds: readonly number[];
  readonly restored: readonly RestoredClaim[];
  /** Members of a bulk job that were left out. */
  readonly blocked: readonly BlockedClaim[];
}
