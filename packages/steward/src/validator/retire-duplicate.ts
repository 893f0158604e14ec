import { timestampOf } from "@memorymaster/core";
import type { Claim } from "@memorymaster/core";
import { recordEvent, reloadClaim, trackedValues, updateClaim, wasUndone } from "@memorymaster/core/jobs";
import { takeSupersession } from "../jobs/apply-step.ts";
import type { StepOutcome } from "../jobs/apply-step.ts";
import type { Job } from "../types.ts";
import { copyEvidence } from "./copy-evidence.ts";
import { evidenceOf } from "./notice.ts";
import type { Assessed } from "./decide.ts";

/** Archives a duplicate with a pointer to the survivor, whose own pointer stays with the first claim that it replaced. */
async function archiveInFavourOf(job: Job, assessed: Assessed, survivor: Claim): Promise<StepOutcome> {
  const { context, viewer, runId } = job;
  const { claim } = assessed;
  if (claim.pinned || (await wasUndone(context, viewer, { claim, to: "archived", peerId: survivor.id }))) return "held";
  const now = timestampOf(context.clock.nowMs());
  await updateClaim(context.store, claim, {
    status: "archived",
    archivedAt: now,
    replacedByClaimId: survivor.id,
    updatedAt: now,
  });
  await recordEvent(context.store, {
    claimId: claim.id,
    tenantId: claim.tenantId,
    createdAt: now,
    eventType: "validator",
    fromStatus: claim.status,
    toStatus: "archived",
    details: duplicateReason(survivor.id),
    payload: {
      ...evidenceOf(assessed),
      related_claim_id: survivor.id,
      run_id: runId,
      before: trackedValues(claim, ["archived_at", "replaced_by_claim_id"]),
    },
  });
  return "done";
}

const duplicateReason = (survivorId: number): string => `duplicate_of_confirmed_claim:${survivorId}`;

/** Lets a confirmed claim stand for a candidate that says the same, with the evidence of both. In the caller's transaction. */
export async function retireDuplicate(
  job: Job,
  assessed: Assessed,
  survivorId: number,
): Promise<"superseded" | "archived_duplicates" | "pending"> {
  const { claim } = assessed;
  const survivor = await reloadClaim(job.context.store, job.viewer, survivorId);
  const isFirst = survivor.supersedesClaimId === undefined || survivor.supersedesClaimId === claim.id;
  const details = duplicateReason(survivorId);
  const outcome = isFirst
    ? await takeSupersession(job, { old: claim, replacement: survivor, details, source: "validator" })
    : await archiveInFavourOf(job, assessed, survivor);
  if (outcome !== "done") return "pending";
  await copyEvidence(job, claim, survivor);
  return isFirst ? "superseded" : "archived_duplicates";
}
