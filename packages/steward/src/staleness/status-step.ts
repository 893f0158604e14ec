import { assertTransition, timestampOf } from "@memorymaster/core";
import type { Claim, JsonObject } from "@memorymaster/core";
import { recordEvent, statusPatch, trackedValues, updateClaim } from "@memorymaster/core/jobs";
import type { Job } from "../types.ts";

export interface EvidenceStep {
  readonly to: "confirmed" | "conflicted" | "stale";
  readonly details: string;
  readonly payload?: JsonObject | undefined;
  /** Erasable words of the event. */
  readonly content?: JsonObject | undefined;
  /** The person whose word counts again. */
  readonly confirmedBy?: string | undefined;
}

/** Moves a claim because of its evidence, in the caller's transaction, with the event that says so. */
export async function takeEvidenceStep(
  { context: { store, clock }, runId }: Job,
  claim: Claim,
  { to, details, payload, content, confirmedBy }: EvidenceStep,
): Promise<void> {
  assertTransition(claim.id, claim.status, to);
  const now = timestampOf(clock.nowMs());
  await updateClaim(store, claim, { ...statusPatch(claim, to, now), confirmedBy });
  const isOfPerson = claim.confirmedBy !== confirmedBy;
  const before = trackedValues(claim, ["last_validated_at", ...(isOfPerson ? (["confirmed_by"] as const) : [])]);
  await recordEvent(store, {
    claimId: claim.id,
    tenantId: claim.tenantId,
    createdAt: now,
    eventType: "staleness",
    fromStatus: claim.status,
    toStatus: to,
    details,
    payload: { ...payload, before, run_id: runId },
    content,
  });
}
