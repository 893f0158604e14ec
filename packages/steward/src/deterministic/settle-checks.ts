import { timestampOf } from "@memorymaster/core";
import type { NewEvent } from "@memorymaster/core";
import { recordEvents } from "@memorymaster/core/jobs";
import { takeStep } from "../jobs/apply-step.ts";
import { eachClaim } from "../jobs/each-claim.ts";
import type { EachResult } from "../jobs/each-claim.ts";
import { writeConfidences } from "../jobs/write-confidence.ts";
import type { Job } from "../types.ts";
import type { ClaimCheck } from "./check-claims.ts";
import { isBadValue, isTold, judgeCheck } from "./judge-check.ts";
import type { Verdict } from "./judge-check.ts";

const EVENT_TYPE = "deterministic_validator";
/** Claims of one transaction. */
const CHUNK = 200;

/** What became of the check of one claim. */
export interface Settled extends Verdict {
  /** Whether the confidence was written. */
  readonly hasMoved: boolean;
  /** Whether the claim was taken out of what is trusted. */
  readonly isConflicted: boolean;
}

function eventOf({ context, runId }: Job, { check, payload }: Verdict): NewEvent {
  const { id, tenantId, status } = check.claim;
  return {
    claimId: id,
    tenantId,
    createdAt: timestampOf(context.clock.nowMs()),
    eventType: EVENT_TYPE,
    fromStatus: status,
    toStatus: status,
    details: "deterministic_checks_completed",
    payload: { ...payload, run_id: runId },
  };
}

const signed = (delta: number): string => `${delta < 0 ? "-" : "+"}${Math.abs(delta).toFixed(3)}`;

/** Takes a claim whose value cannot be true out of what is trusted; the event says so as well, being the newest then. */
async function refuse(job: Job, { check, payload, isUnchanged }: Verdict): Promise<boolean> {
  if (isUnchanged || !isBadValue(check)) return false;
  const outcome = await takeStep(job, {
    claim: check.claim,
    to: "conflicted",
    eventType: EVENT_TYPE,
    details: "deterministic hard fail (invalid format)",
    payload,
  });
  return outcome === "done";
}

/** Writes what checks brought to light, in the transaction in which their claims were read. */
async function settle(job: Job, checks: readonly ClaimCheck[]): Promise<readonly Settled[]> {
  const { store } = job.context;
  const ids = checks.map(({ claim }) => claim.id);
  const last = new Map((await store.jobs.latestEvents(ids, EVENT_TYPE)).map((event) => [event.claimId, event]));
  const verdicts = checks.map((check) => judgeCheck(check, last.get(check.claim.id)));
  const changes = verdicts.map(({ check: { claim }, delta }) => ({
    claim,
    confidence: claim.confidence + delta,
    details: `deterministic_adjust=${signed(delta)}`,
  }));
  const moved = await writeConfidences(job, changes);
  const events = verdicts.filter(isTold).map((verdict) => eventOf(job, verdict));
  await recordEvents(store, events);
  const settled: Settled[] = [];
  for (const verdict of verdicts) {
    const isConflicted = await refuse(job, verdict);
    settled.push({ ...verdict, hasMoved: moved.has(verdict.check.claim.id), isConflicted });
  }
  return settled;
}

/** Claims that have changed since they were checked are left to the next run. */
function settleChunk(job: Job, checks: readonly ClaimCheck[]): Promise<readonly Settled[]> {
  const { context, viewer } = job;
  context.signal?.throwIfAborted();
  return context.store.transaction(async () => {
    const ids = checks.map(({ claim }) => claim.id);
    const now = new Map((await context.store.claims.getMany(viewer, ids, false)).map((claim) => [claim.id, claim]));
    const same = checks.flatMap((check) => {
      const claim = now.get(check.claim.id);
      return claim?.version === check.claim.version ? [{ ...check, claim }] : [];
    });
    return settle(job, same);
  });
}

/** Writes the consequences of checks: claims that may change their state each in a transaction, the others by chunks. */
export async function settleChecks(
  job: Job,
  checks: readonly ClaimCheck[],
): Promise<EachResult & { readonly settled: readonly Settled[] }> {
  const settled: Settled[] = [];
  const others = checks.filter((check) => !isBadValue(check));
  for (let from = 0; from < others.length; from += CHUNK) {
    await job.beat?.();
    settled.push(...(await settleChunk(job, others.slice(from, from + CHUNK))));
  }
  const skipped = others.length - settled.length;
  const bad = new Map(checks.filter(isBadValue).map((check) => [check.claim.id, check]));
  const claims = [...bad.values()].map(({ claim }) => claim);
  // By id: where a transaction is run again, the last run counts.
  const refused = new Map<number, Settled>();
  const each = await eachClaim(job, claims, async (claim) => {
    const check = bad.get(claim.id);
    const [one] = check === undefined ? [] : await settle(job, [{ ...check, claim }]);
    if (one !== undefined) refused.set(claim.id, one);
  });
  return { settled: [...settled, ...refused.values()], errors: each.errors, skipped: skipped + each.skipped };
}
