import type { MemoryMasterError } from "../errors/errors.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { FoundConflict } from "./find-conflicts.ts";
import type { HumanIdCounter } from "./human-id-counter.ts";
import type { IdentityIndex } from "./identity-index.ts";
import type { PreparedClaim } from "./prepared-claim.ts";
import type { Replacement } from "./replacement.ts";
import type { IngestResult } from "./types.ts";

/** A new claim that waits to be written together with its neighbours. */
export interface PendingClaim {
  /** Place of the item in the batch. */
  readonly at: number;
  readonly item: PreparedClaim;
  readonly conflicts: readonly FoundConflict[];
  readonly replacement: QueuedReplacement | undefined;
}

/** A correction, and the event that files one for the same target already. */
export interface QueuedReplacement extends Replacement {
  readonly openEventId: number | undefined;
}

/** One transaction's worth of claims on their way into the store. */
export interface Batch {
  readonly context: MemoryContext;
  readonly now: string;
  readonly items: readonly PreparedClaim[];
  readonly index: IdentityIndex;
  readonly humanIds: HumanIdCounter;
  readonly pending: PendingClaim[];
  /** Identity keys of what waits: an item that shares one must see it stored first. */
  readonly pendingKeys: Set<string>;
  /** Whether further items come that may meet what is written now. */
  hasMore: boolean;
  /** By place of the item. */
  readonly results: (IngestResult | MemoryMasterError)[];
}
