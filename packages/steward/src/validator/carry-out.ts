import { ConflictError, timestampOf } from "@memorymaster/core";
import type { Claim } from "@memorymaster/core";
import { recordEvents, reloadClaim, updateClaim, wasUndone } from "@memorymaster/core/jobs";
import { takeStep, takeSupersession } from "../jobs/apply-step.ts";
import type { StatusStep, StepOutcome } from "../jobs/apply-step.ts";
import type { Job } from "../types.ts";
import { decide } from "./decide.ts";
import type { Assessed, Verdict } from "./decide.ts";
import { conflictReason, evidenceOf, noticeEvent, scoreText } from "./notice.ts";
import { retireDuplicate } from "./retire-duplicate.ts";
import { lookAround } from "./survey.ts";
import type { Survey } from "./survey.ts";
import type { Outcome } from "./tally.ts";

/** A verdict on a claim as it stands in the transaction that carries it out. */
interface Case {
  readonly job: Job;
  readonly survey: Survey;
  readonly assessed: Assessed;
  readonly verdict: Verdict;
  /** Whether somebody is asked about the claim as it is: its version then stays, so that the answer still fits. */
  readonly isAskedAbout: boolean;
}

async function takeOwnStep(
  { job, assessed }: Pick<Case, "job" | "assessed">,
  step: Pick<StatusStep, "to" | "details" | "peerId">,
): Promise<StepOutcome> {
  const { claim } = assessed;
  return takeStep(job, { ...step, claim, eventType: "validator", payload: evidenceOf(assessed) });
}

/** Notes that the claim was looked at, so that it is due again only when its time has come. */
async function stamp({ job: { context }, assessed: { claim }, isAskedAbout }: Case): Promise<void> {
  if (claim.status === "candidate" || isAskedAbout) return;
  const lastValidatedAt = timestampOf(context.clock.nowMs());
  await updateClaim(context.store, claim, { lastValidatedAt, updatedAt: claim.updatedAt });
}

async function tell(one: Case): Promise<void> {
  const { job, survey, assessed } = one;
  const event = noticeEvent(job, one, survey.told.get(assessed.claim.id));
  await recordEvents(job.context.store, event === undefined ? [] : [event]);
  await stamp(one);
}

async function staled(one: Case): Promise<readonly Outcome[]> {
  const { claim } = one.assessed;
  if (claim.status !== "confirmed" || claim.pinned) {
    await tell(one);
    return ["pending"];
  }
  const details = `revalidation_below_threshold ${scoreText(one.assessed)}`;
  const outcome = await takeOwnStep(one, { to: "stale", details });
  if (outcome === "done") return ["staled"];
  if (claim.confirmedBy === undefined) await stamp(one);
  return ["pending"];
}

async function conflicted(one: Case, holder: Claim): Promise<readonly Outcome[]> {
  if (one.assessed.claim.status === "conflicted") {
    await tell(one);
    return ["conflicted"];
  }
  const step = { to: "conflicted", details: conflictReason(holder.id), peerId: holder.id } as const;
  if ((await takeOwnStep(one, step)) === "done") return ["conflicted"];
  await stamp(one);
  return ["pending"];
}

/** The beaten claim first, since one may be confirmed at a time; neither when one of the steps is not the job's to take. */
async function replaceAndConfirm({ job, assessed }: Case, beaten: Claim | undefined): Promise<readonly Outcome[]> {
  const { context, viewer } = job;
  const { claim } = assessed;
  const details = `validated ${scoreText(assessed)}`;
  const step = { to: "confirmed", details, peerId: beaten?.id } as const;
  if (beaten === undefined) return (await takeOwnStep({ job, assessed }, step)) === "done" ? ["confirmed"] : [];
  if (await wasUndone(context, viewer, { claim, to: "confirmed", peerId: beaten.id })) return [];
  const pair = { old: beaten, replacement: claim, details, source: "validator" };
  if ((await takeSupersession(job, pair)) !== "done") return [];
  const replacing = await reloadClaim(context.store, viewer, claim.id);
  await takeOwnStep({ job, assessed: { ...assessed, claim: replacing } }, step);
  return ["confirmed", "superseded"];
}

async function promoted(one: Case, beaten: Claim | undefined): Promise<readonly Outcome[]> {
  const { job, assessed } = one;
  try {
    const outcomes = await job.context.store.transaction(() => replaceAndConfirm(one, beaten));
    if (outcomes.length > 0) return outcomes;
    await stamp(one);
    return ["pending"];
  } catch (error) {
    // Another claim has become confirmed for the same subject and predicate: nothing was superseded.
    if (!(error instanceof ConflictError) || error.code !== "claim.duplicate") throw error;
    const details = `tuple_conflict_on_confirm score=${assessed.score.toFixed(3)}`;
    const outcome = await takeOwnStep(one, { to: "conflicted", details });
    return [outcome === "done" ? "conflicted" : "pending"];
  }
}

async function carryOutVerdict(one: Case): Promise<readonly Outcome[]> {
  const { verdict, assessed } = one;
  switch (verdict.kind) {
    case "duplicate":
      return [await retireDuplicate(one.job, assessed, verdict.holder.id)];
    case "rivalled":
      return conflicted(one, verdict.holder);
    case "promotable":
      return promoted(one, verdict.beaten);
    case "weak":
      return staled(one);
    case "blocked":
    case "unapproved":
    case "held":
    case "healthy":
      await tell(one);
      return outcomesOf(verdict, assessed.claim);
  }
}

/** What a verdict counts as that changes nothing. */
export function outcomesOf(verdict: Verdict, claim: Claim): readonly Outcome[] {
  if (verdict.kind === "healthy") return ["revalidated_healthy"];
  if (verdict.kind === "unapproved") return ["pending", "skill_pending_approval"];
  if (verdict.kind === "blocked") return ["pending", "blocked_pending_supersession"];
  return claim.claimType === "observation" ? ["pending", "observation_checked"] : ["pending"];
}

/** Decides about a claim anew, as all stands in this transaction, and does what follows. */
export async function carryOut(job: Job, survey: Survey, claim: Claim): Promise<readonly Outcome[]> {
  const known = survey.assessed.get(claim.id);
  if (known === undefined) return [];
  const assessed = { ...known, claim };
  const around = await lookAround(job, claim);
  const verdict = decide(assessed, around);
  return carryOutVerdict({ job, survey, assessed, verdict, isAskedAbout: around.proposals.length > 0 });
}
