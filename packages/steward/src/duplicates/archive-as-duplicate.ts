import { assertTransition, timestampOf } from "@memorymaster/core";
import type { Claim } from "@memorymaster/core";
import { recordEvent, statusPatch, updateClaim, valuesBefore, wasUndone } from "@memorymaster/core/jobs";

import { takeSupersession } from "../jobs/apply-step.ts";
import type { StepOutcome } from "../jobs/apply-step.ts";
import type { Job } from "../types.ts";
import { copyEvidence } from "../validator/copy-evidence.ts";
import { addEdge } from "./link-claims.ts";

export interface Duplicate {
  /** As it stands in the transaction, with citations. */
  readonly duplicate: Claim;
  /** The claim that stands for both; so as well. */
  readonly keeper: Claim;
  /** Which job says so, and why. */
  readonly eventType: "dedup" | "validator";
  readonly details: string;
}

/**
 * Archives a claim in favour of another one that says the same, in the caller's transaction: pointer, link and evidence go
 * with it, and one undo brings it back. A person's word is asked about; pinned claims and what was undone stay.
 */
export async function archiveAsDuplicate(job: Job, merge: Duplicate): Promise<StepOutcome> {
  const { context, viewer, runId } = job;
  const { duplicate, keeper, eventType, details } = merge;
  if (duplicate.pinned) return "held";
  if (duplicate.confirmedBy !== undefined) {
    return takeSupersession(job, { old: duplicate, replacement: keeper, details, source: eventType });
  }
  if (await wasUndone(context, viewer, { claim: duplicate, to: "archived", peerId: keeper.id })) return "held";
  assertTransition(duplicate.id, duplicate.status, "archived");
  const now = timestampOf(context.clock.nowMs());
  const patch = { ...statusPatch(duplicate, "archived", now), replacedByClaimId: keeper.id };
  await updateClaim(context.store, duplicate, patch);
  await copyEvidence(job, duplicate, keeper);
  const linkId = await addEdge(job, { source: keeper, target: duplicate, linkType: "supersedes" });
  await recordEvent(context.store, {
    claimId: duplicate.id,
    eventType,
    fromStatus: duplicate.status,
    toStatus: "archived",
    details,
    payload: {
      replaced_by_claim_id: keeper.id,
      before: { ...valuesBefore(duplicate, patch), ...(linkId !== undefined && { link_id: null }) },
      run_id: runId,
    },
    tenantId: duplicate.tenantId,
    createdAt: now,
  });
  return "done";
}
