import { timestampOf } from "@memorymaster/core";
import type { Claim } from "@memorymaster/core";
import { recordEvents } from "@memorymaster/core/jobs";
import type { Job } from "../types.ts";

/** Smaller moves are none. */
const SAME = 1e-9;

export interface NewConfidence {
  readonly claim: Claim;
  /** Clamped to 0..1. */
  readonly confidence: number;
  /** What the event says: `validator_score=…`. */
  readonly details: string;
  /** Stored form; decay's own anchor. */
  readonly decayedAt?: string | undefined;
}

/** Writes confidences with one event each where they moved; neither version nor `updatedAt` changes. Returns who moved. */
export async function writeConfidences(
  { context, runId }: Job,
  changes: readonly NewConfidence[],
): Promise<ReadonlySet<number>> {
  const { store, clock } = context;
  const moved = changes
    .map((change) => ({ ...change, confidence: Math.min(1, Math.max(0, change.confidence)) }))
    .filter(({ claim, confidence }) => Math.abs(confidence - claim.confidence) > SAME);
  return store.transaction(async () => {
    const written = new Set(
      await store.jobs.writeConfidences(
        moved.map(({ claim, confidence, decayedAt }) => ({
          id: claim.id,
          version: claim.version,
          confidence,
          decayedAt,
        })),
      ),
    );
    const createdAt = timestampOf(clock.nowMs());
    const events = moved
      .filter(({ claim }) => written.has(claim.id))
      .map(({ claim, confidence, details }) => ({
        claimId: claim.id,
        tenantId: claim.tenantId,
        createdAt,
        eventType: "confidence" as const,
        details,
        payload: { from: claim.confidence, to: confidence, run_id: runId },
      }));
    await recordEvents(store, events);
    return written;
  });
}
