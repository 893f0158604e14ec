import { InternalError, MemoryMasterError, StoreError } from "@memorymaster/core";
import type { Claim } from "@memorymaster/core";
import { reloadClaim } from "@memorymaster/core/jobs";
import type { Job } from "../types.ts";

/** Faults that are the claim's own: a lost race, a refused step. Those of the store end the job. */
function isOfClaim(error: unknown): error is MemoryMasterError {
  return error instanceof MemoryMasterError && !(error instanceof StoreError) && !(error instanceof InternalError);
}

/** Claims between two signs of life. */
const BEAT_EVERY = 200;

export interface EachResult {
  /** Claims that changed between being selected and being worked on: the next run takes them. */
  readonly skipped: number;
  /** Claims whose step was refused. */
  readonly errors: number;
}

/**
 * Works on claims one after the other, each in a transaction of its own, as it stands there; what fails for one keeps
 * none of the others. Ends early when the job is told to.
 */
export async function eachClaim(
  { context, viewer, beat }: Job,
  claims: readonly Claim[],
  work: (claim: Claim) => Promise<void>,
): Promise<EachResult> {
  const { store, signal, log } = context;
  let skipped = 0;
  let errors = 0;
  for (const [at, { id, version }] of claims.entries()) {
    signal?.throwIfAborted();
    if (at % BEAT_EVERY === BEAT_EVERY - 1) await beat?.();
    try {
      await store.transaction(async () => {
        const claim = await reloadClaim(store, viewer, id);
        if (claim.version === version) await work(claim);
        else skipped += 1;
      });
    } catch (error) {
      if (!isOfClaim(error)) throw error;
      errors += 1;
      log?.(`claim ${id}: ${error.code}`);
    }
  }
  return { skipped, errors };
}
