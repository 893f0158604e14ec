import { timestampOf } from "@memorymaster/core";
import type { Claim, JsonObject, NewEvent } from "@memorymaster/core";
import { recordEvents } from "@memorymaster/core/jobs";
import { takeStep } from "../jobs/apply-step.ts";
import { eachClaim } from "../jobs/each-claim.ts";
import { writeConfidences } from "../jobs/write-confidence.ts";
import type { NewConfidence } from "../jobs/write-confidence.ts";
import type { Job, StepResult } from "../types.ts";
import { planDecay, untouchedSince } from "./decayed.ts";
import type { DecayPlan } from "./decayed.ts";

export interface DecayOptions {
  /** Say what would be done, and write nothing. Default false. */
  readonly dryRun?: boolean | undefined;
}

type PlanOf<Kind extends DecayPlan["kind"]> = Extract<DecayPlan, { readonly kind: Kind }>;

interface Planned<Plan extends DecayPlan = DecayPlan> {
  readonly claim: Claim;
  readonly plan: Plan;
}

type Decaying = Planned<PlanOf<"decay">>;
type Unusable = Planned<PlanOf<"unusable">>;

function isOf<Kind extends DecayPlan["kind"]>(kind: Kind): (one: Planned) => one is Planned<PlanOf<Kind>> {
  return (one): one is Planned<PlanOf<Kind>> => one.plan.kind === kind;
}

const planOf = ({ context }: Job, claim: Claim): DecayPlan =>
  planDecay(claim, context.clock.nowMs(), context.settings.maintenance);

async function plannedClaims(job: Job): Promise<readonly Planned[]> {
  const { context, viewer, limit } = job;
  const nowMs = context.clock.nowMs();
  const since = untouchedSince(nowMs, context.settings.maintenance);
  const claims = await context.store.jobs.selectDecaying(viewer, {
    untouchedSince: { low: timestampOf(since.low), medium: timestampOf(since.medium), high: timestampOf(since.high) },
    now: timestampOf(nowMs),
    limit,
  });
  return claims.map((claim) => ({ claim, plan: planOf(job, claim) }));
}

function lossOf({ context }: Job, { claim, plan }: Decaying): NewConfidence {
  const details = `decay_rate=${plan.rate};age_days=${plan.ageDays.toFixed(3)}`;
  return { claim, confidence: plan.confidence, details, decayedAt: timestampOf(context.clock.nowMs()) };
}

const staleReason = ({ plan }: Decaying): string => `confidence fell below threshold: ${plan.confidence.toFixed(3)}`;

const skipDetails = ({ plan: { fault, field, value } }: Unusable): string =>
  fault === "future" ? `skipped: future ${field}=${value}` : `skipped: malformed ${field}`;

/** One event for each claim and value, not for each run. */
async function tellSkipped({ context, runId }: Job, skipped: readonly Unusable[]): Promise<void> {
  if (skipped.length === 0) return;
  const { store, clock } = context;
  const ids = skipped.map(({ claim }) => claim.id);
  const told = await store.jobs.latestEvents(ids, "decay");
  const last = new Map(told.map(({ claimId, details }) => [claimId, details]));
  const events = skipped
    .filter((one) => last.get(one.claim.id) !== skipDetails(one))
    .map((one): NewEvent => {
      const { id: claimId, tenantId } = one.claim;
      const createdAt = timestampOf(clock.nowMs());
      return {
        claimId,
        tenantId,
        createdAt,
        eventType: "decay",
        details: skipDetails(one),
        payload: { run_id: runId },
      };
    });
  await store.transaction(() => recordEvents(store, events));
}

/** Moves their anchor without an event: else they would be the first of every run, for nothing. */
async function passOver({ context }: Job, exhausted: readonly Planned[]): Promise<void> {
  const decayedAt = timestampOf(context.clock.nowMs());
  await context.store.jobs.writeConfidences(
    exhausted.map(({ claim: { id, version, confidence } }) => ({ id, version, confidence, decayedAt })),
  );
}

/** Loss and state in one transaction: a step that is refused takes no confidence either. */
async function retire(job: Job, claim: Claim): Promise<boolean> {
  const plan = planOf(job, claim);
  if (plan.kind !== "decay") return false;
  const one = { claim, plan };
  await writeConfidences(job, [lossOf(job, one)]);
  if (!plan.toStale) return false;
  const step = { to: "stale", eventType: "decay", details: staleReason(one), overridesPerson: true } as const;
  return (await takeStep(job, { ...step, claim })) === "done";
}

function rehearsed(planned: readonly Planned[]): JsonObject {
  const decaying = planned.filter(isOf("decay"));
  const fading = decaying.filter(({ plan }) => plan.toStale);
  const row = ({ claim, plan }: Decaying): JsonObject => ({
    claim_id: claim.id,
    from_status: claim.status,
    to_status: plan.toStale ? "stale" : claim.status,
    old_confidence: claim.confidence,
    new_confidence: plan.confidence,
    age_days: plan.ageDays,
    decay_rate: plan.rate,
  });
  return {
    processed: planned.length,
    decayed: decaying.length,
    to_stale: fading.length,
    dry_run: true,
    planned_decay: decaying.map(row),
    planned_transitions: fading.map((one) => ({
      claim_id: one.claim.id,
      from_status: one.claim.status,
      to_status: "stale",
      reason: staleReason(one),
    })),
    skipped_future: planned
      .filter(isOf("unusable"))
      .map((one) => ({ claim_id: one.claim.id, reason: skipDetails(one) })),
  };
}

/**
 * Takes from confirmed claims what they have lost since they were last touched; what falls below the threshold becomes
 * stale, a person's word or not.
 *
 * @returns `{processed, decayed, to_stale, errors, skipped}`; of a dry run what would be done
 */
export async function decayJob(job: Job, { dryRun }: DecayOptions = {}): Promise<StepResult> {
  const planned = await plannedClaims(job);
  if (dryRun === true) return rehearsed(planned);
  await tellSkipped(job, planned.filter(isOf("unusable")));
  await passOver(job, planned.filter(isOf("exhausted")));
  const decaying = planned.filter(isOf("decay"));
  const losing = decaying.filter(({ plan }) => !plan.toStale);
  const written = await writeConfidences(
    job,
    losing.map((one) => lossOf(job, one)),
  );
  const retired = new Map<number, boolean>();
  const fading = decaying.filter(({ plan }) => plan.toStale).map(({ claim }) => claim);
  const each = await eachClaim(job, fading, async (claim) => void retired.set(claim.id, await retire(job, claim)));
  return {
    processed: planned.length,
    decayed: written.size + retired.size,
    to_stale: [...retired.values()].filter(Boolean).length,
    errors: each.errors,
    skipped: each.skipped + losing.length - written.size,
  };
}
