import { PROPOSED_STATUS, timestampOf } from "@memorymaster/core";
import type { OpenProposal } from "@memorymaster/core";
import { recordEvents } from "@memorymaster/core/jobs";
import type { Job, StepResult } from "../types.ts";

/** How long a question waits for an answer. */
const OPEN_DAYS = 90;
const DAY_MS = 86_400_000;
const BATCH = 100;

/** Those of a batch that are still open, in the transaction that closes them. */
async function expireBatch({ context, viewer, runId }: Job, batch: readonly OpenProposal[]): Promise<number> {
  const { store, clock } = context;
  const targets = batch.map(({ targetClaimId }) => targetClaimId);
  return store.transaction(async () => {
    const open = new Set((await store.proposals.listOpen(targets)).map(({ eventId }) => eventId));
    // Nobody is shown anything: whether the claim is sensitive does not matter.
    const claims = await store.claims.getMany({ ...viewer, allowSensitive: true }, targets, false);
    const byId = new Map(claims.map((claim) => [claim.id, claim]));
    const createdAt = timestampOf(clock.nowMs());
    const events = batch.flatMap(({ eventId, targetClaimId, kind }) => {
      const claim = byId.get(targetClaimId);
      if (claim === undefined || !open.has(eventId)) return [];
      const payload = {
        source: "steward",
        actor: "steward",
        proposal_event_id: eventId,
        proposal_decision: kind,
        proposed_status: PROPOSED_STATUS[kind],
        applied: false,
        run_id: runId,
      };
      const details = "steward_proposal_expired";
      return [
        { claimId: claim.id, tenantId: claim.tenantId, createdAt, eventType: "audit" as const, details, payload },
      ];
    });
    await recordEvents(store, events);
    return events.length;
  });
}

/** Closes proposals that nobody has answered for 90 days, the oldest first; the same is not asked again for 30 days. */
export async function expireProposalsJob(job: Job): Promise<StepResult> {
  const { store, clock, signal } = job.context;
  const until = timestampOf(clock.nowMs() - OPEN_DAYS * DAY_MS);
  const old = (await store.proposals.listAll()).filter(({ createdAt }) => createdAt < until);
  let expired = 0;
  for (let at = 0; at < old.length; at += BATCH) {
    signal?.throwIfAborted();
    await job.beat?.();
    expired += await expireBatch(job, old.slice(at, at + BATCH));
  }
  return { expired };
}
