import type { Claim, MemoryEvent, PolicyMode } from "@memorymaster/core";
import { recordEvents } from "@memorymaster/core/jobs";
import { evidenceGate } from "../calibration/promotion-gate.ts";
import { eachClaim } from "../jobs/each-claim.ts";
import { nextInRotation } from "../jobs/rotate.ts";
import { writeConfidences } from "../jobs/write-confidence.ts";
import type { Job, StepResult } from "../types.ts";
import { carryOut, outcomesOf } from "./carry-out.ts";
import { decide } from "./decide.ts";
import type { Verdict } from "./decide.ts";
import { noticeEvent } from "./notice.ts";
import { survey } from "./survey.ts";
import type { GateRules, PromotionGate, Survey } from "./survey.ts";
import { tallied } from "./tally.ts";
import type { Outcome } from "./tally.ts";

export interface ValidatorOptions {
  /** Citations that a claim needs to be confirmed, ≥ 0. Default 1. */
  readonly minCitations?: number | undefined;
  /** Score from which it is, 0..1. Default: the setting. */
  readonly minScore?: number | undefined;
  /** Confirmed, stale and conflicted claims whose time has come. Default none. */
  readonly revalidation?: readonly Claim[] | undefined;
  /** In `legacy` nothing is looked at anew. Default: what is given is. */
  readonly policyMode?: PolicyMode | undefined;
  /** Whether an event of the deterministic validator tells of a fault that rules a claim out. */
  readonly isHardFailed?: ((event: MemoryEvent) => boolean) | undefined;
  /** Whether a claim waits for its first check of formats. Default false. */
  readonly needsCheck?: boolean | undefined;
  /** Default: that of the settings. */
  readonly promote?: PromotionGate | undefined;
}

const REVALIDATED: readonly Claim["status"][] = ["confirmed", "stale", "conflicted"];

/** By what never changes. A claim of another store may have come in late. */
function newestFirst(a: Claim, b: Claim): number {
  return a.createdAt === b.createdAt ? b.id - a.id : a.createdAt < b.createdAt ? 1 : -1;
}

/** The claims of a run as they are now, newest first by when they came in. */
async function takeClaims(
  { context, viewer }: Job,
  candidates: readonly Claim[],
  { revalidation = [], policyMode }: ValidatorOptions,
): Promise<readonly Claim[]> {
  const ids = policyMode === "legacy" ? [] : revalidation.map(({ id }) => id);
  const due = ids.length === 0 ? [] : await context.store.claims.getMany(viewer, ids, true);
  return [...candidates.toSorted(newestFirst), ...due.filter(({ status }) => REVALIDATED.includes(status))];
}

/** Whether the score becomes the confidence: not against a person's word, nor where a score decides nothing. */
const isScored = ({ confirmedBy, claimType, status }: Claim): boolean =>
  confirmedBy === undefined && claimType !== "observation" && !(claimType === "skill" && status === "candidate");

async function writeScores(job: Job, { assessed }: Survey): Promise<void> {
  const scored = [...assessed.values()].filter(({ claim }) => isScored(claim));
  await writeConfidences(
    job,
    scored.map(({ claim, score, citationCount }) => ({
      claim,
      // To a ten-thousandth, so that what comes ever nearer to a value arrives.
      confidence: Math.round(score * 10_000) / 10_000,
      details: `validator_score=${score.toFixed(3)};citations=${citationCount}`,
    })),
  );
}

const CHANGES_NOTHING: ReadonlySet<Verdict["kind"]> = new Set(["unapproved", "held", "weak", "blocked"]);

/** Settles the candidates that stay what they are, all at once; the others need a transaction each. */
async function settleQuiet(
  job: Job,
  claims: readonly Claim[],
  { assessed, around, told }: Survey,
): Promise<ReadonlyMap<number, readonly Outcome[]>> {
  const cases = claims.flatMap((claim) => {
    const [one, surroundings] = [assessed.get(claim.id), around.get(claim.id)];
    if (one === undefined || surroundings === undefined || claim.status !== "candidate") return [];
    const verdict = decide(one, surroundings);
    return CHANGES_NOTHING.has(verdict.kind) ? [{ assessed: one, verdict }] : [];
  });
  const events = cases.flatMap((one) => noticeEvent(job, one, told.get(one.assessed.claim.id)) ?? []);
  await job.context.store.transaction(() => recordEvents(job.context.store, events));
  return new Map(cases.map((one) => [one.assessed.claim.id, outcomesOf(one.verdict, one.assessed.claim)]));
}

function rulesOf({ context }: Job, options: ValidatorOptions): GateRules {
  const { validationThreshold, promotionGate } = context.settings.maintenance;
  const minScore = options.minScore ?? validationThreshold;
  return {
    minCitations: options.minCitations ?? 1,
    minScore,
    promote: options.promote ?? (promotionGate === "evidence" ? evidenceGate(minScore) : undefined),
    isHardFailed: options.isHardFailed ?? (() => false),
    needsCheck: options.needsCheck === true,
  };
}

/**
 * Confirms candidates whose evidence is worth it, retires those that repeat what is confirmed, marks those that contradict
 * it, and looks anew at the claims that are due. What decides is read in the transaction that changes the claim.
 *
 * @returns the counts of spec/steward.md §5.4, `errors`, `skipped`; `frozen` while nothing may be confirmed
 */
export async function validatorJob(job: Job, options: ValidatorOptions = {}): Promise<StepResult> {
  const nothing = { errors: 0, skipped: 0 };
  if (job.context.store.files?.isFrozen() === true) {
    return { ...tallied({ candidates: 0, revalidated: 0 }, [], nothing), frozen: 1 };
  }
  const rotation = { name: "validator", filter: { statuses: ["candidate"] }, order: "newest" } as const;
  const { claims: candidates, done } = await nextInRotation(job, rotation);
  const claims = await takeClaims(job, candidates, options);
  if (claims.length === 0) return tallied({ candidates: 0, revalidated: 0 }, [], nothing);
  const known = await survey(job, claims, rulesOf(job, options));
  await writeScores(job, known);
  const outcomes = new Map(await settleQuiet(job, claims, known));
  const each = await eachClaim(
    job,
    claims.filter(({ id }) => !outcomes.has(id)),
    async (claim) => void outcomes.set(claim.id, await carryOut(job, known, claim)),
  );
  await done();
  const judged = claims.filter(({ claimType }) => claimType !== "observation");
  const isNew = judged.filter(({ status }) => status === "candidate").length;
  return tallied({ candidates: isNew, revalidated: judged.length - isNew }, outcomes.values(), each);
}
