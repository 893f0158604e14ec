import { InternalError, MemoryMasterError, StoreError, timestampOf } from "@memorymaster/core";
import type { Claim, ProposalKind } from "@memorymaster/core";
import { fileProposal, recordEvent, reloadClaim } from "@memorymaster/core/jobs";
import { takeStep, takeSupersession } from "../jobs/apply-step.ts";
import { eachClaim } from "../jobs/each-claim.ts";
import type { StepOutcome } from "../jobs/apply-step.ts";
import type { ProbeReason } from "../probes/types.ts";
import type { Job } from "../types.ts";
import type { StewardDecision } from "./decide.ts";

/** A decision that asks for a change. */
export interface Act extends StewardDecision {
  readonly decision: ProposalKind;
  readonly claim: Claim;
  readonly reasons: readonly ProbeReason[];
  readonly apply: boolean;
}

export interface Taken {
  /** `deduped`: the same is asked already, or was turned down lately. */
  readonly proposal: "emitted" | "deduped" | "none";
  readonly applied: boolean;
  readonly error: string | undefined;
}

/** The open proposal of that kind about the claim, and whether it was filed just now. */
async function propose(job: Job, act: Act): Promise<{ readonly eventId: number | undefined; readonly isNew: boolean }> {
  const { context, viewer, runId } = job;
  const { claim, decision, otherId, reasons, priority, apply } = act;
  const filed = await fileProposal(context, viewer, {
    target: claim,
    kind: decision,
    other: otherId === undefined ? undefined : { id: otherId },
    source: "steward",
    // Paths and queries stay in the report.
    reasons: reasons.map(({ code, detail, probe_type, severity }) => ({ code, detail, probe_type, severity })),
    priority,
    extra: { apply_requested: apply, run_id: runId },
  });
  if (filed !== undefined) return { eventId: filed, isNew: true };
  const open = await context.store.proposals.listOpen([claim.id]);
  const same = open.find(({ kind, candidateClaimId }) => kind === decision && candidateClaimId === otherId);
  return { eventId: same?.eventId, isNew: false };
}

const EVENT_OF = { superseded_candidate: "supersession", conflicted: "transition", stale: "transition" } as const;

async function takeChange(job: Job, { claim, decision, otherId }: Act): Promise<StepOutcome> {
  const details = `steward_apply:${decision}`;
  if (decision !== "superseded_candidate") {
    return takeStep(job, { claim, to: decision, eventType: EVENT_OF[decision], details, peerId: otherId });
  }
  const replacement = await reloadClaim(job.context.store, job.viewer, otherId ?? 0);
  return takeSupersession(job, { old: claim, replacement, details, source: "steward" });
}

/** The approval of what was done: undoing it undoes the change and asks again. */
async function approve({ context, runId }: Job, act: Act, proposalEventId: number): Promise<void> {
  const { claim, decision, proposedStatus } = act;
  const { store, clock } = context;
  const changes = await store.jobs.latestEvents([claim.id], EVENT_OF[decision]);
  await recordEvent(store, {
    claimId: claim.id,
    tenantId: claim.tenantId,
    createdAt: timestampOf(clock.nowMs()),
    eventType: "audit",
    details: "steward_proposal_approved",
    payload: {
      source: "steward",
      actor: "steward",
      proposal_event_id: proposalEventId,
      proposal_decision: decision,
      proposed_status: proposedStatus ?? null,
      apply_on_approve: true,
      applied: true,
      apply_error: null,
      applied_event_ids: changes.map(({ id }) => id),
      run_id: runId,
    },
  });
}

const isAnswer = (error: unknown): error is MemoryMasterError =>
  error instanceof MemoryMasterError && !(error instanceof StoreError) && !(error instanceof InternalError);

/** Changes the claim and approves the proposal, both or neither; why it was not done, if so. */
async function applyProposal(job: Job, act: Act, proposalEventId: number | undefined): Promise<string | undefined> {
  if (act.claim.pinned) return "pinned";
  if (act.claim.confirmedBy !== undefined) return "person_confirmed";
  if (proposalEventId === undefined) return "not_asked_again";
  try {
    return await job.context.store.transaction(async () => {
      if ((await takeChange(job, act)) !== "done") return "held";
      await approve(job, act, proposalEventId);
      return undefined;
    });
  } catch (error) {
    if (!isAnswer(error)) throw error;
    return error.message;
  }
}

/** Files the proposal of a decision and, where that is wanted, carries it out. A claim that has changed meanwhile waits. */
export async function act(job: Job, wanted: Act): Promise<Taken> {
  let taken: Taken = { proposal: "none", applied: false, error: "changed_meanwhile" };
  await eachClaim(job, [wanted.claim], async (claim) => {
    const current = { ...wanted, claim };
    const { eventId, isNew } = await propose(job, current);
    const error = wanted.apply ? await applyProposal(job, current, eventId) : undefined;
    taken = { proposal: isNew ? "emitted" : "deduped", applied: wanted.apply && error === undefined, error };
  });
  return taken;
}
