import { LIVE_STATUSES } from "@memorymaster/core";
import type { Claim, ClaimStatus, PolicyMode } from "@memorymaster/core";
import { nextInRotation } from "../jobs/rotate.ts";
import type { Job, StepResult } from "../types.ts";
import { checkClaims } from "./check-claims.ts";
import { FORMAT_RULES } from "./formats.ts";
import { isTold } from "./judge-check.ts";
import { settleChecks } from "./settle-checks.ts";
import type { Settled } from "./settle-checks.ts";

const LIVE: readonly ClaimStatus[] = LIVE_STATUSES;
const REVALIDATED: readonly ClaimStatus[] = ["confirmed", "stale", "conflicted"];

export interface DeterministicOptions {
  /** Check these claims and no others. */
  readonly onlyIds?: readonly number[] | undefined;
  /** Claims whose time has come; looked at in modes other than `legacy`. */
  readonly revalidation?: readonly Claim[] | undefined;
  /** Default `legacy`: candidates, and confirmed claims, at most `limit` of each. */
  readonly policyMode?: PolicyMode | undefined;
}

interface ClaimSet {
  readonly claims: readonly Claim[];
  readonly isRevalidation?: boolean;
  /** Call when they have been worked on. */
  readonly done?: () => Promise<void>;
}

async function selectClaims(job: Job, options: DeterministicOptions): Promise<readonly ClaimSet[]> {
  const { onlyIds, revalidation = [], policyMode = "legacy" } = options;
  if (onlyIds !== undefined) {
    const named = await job.context.store.claims.getMany(job.viewer, onlyIds, false);
    return [{ claims: named.filter(({ status }) => LIVE.includes(status)) }];
  }
  // Each state has a rotation of its own, so that many confirmed claims do not keep new ones waiting.
  const turnOf = (status: ClaimStatus): Promise<ClaimSet> =>
    nextInRotation(job, { name: `deterministic:${status}`, filter: { statuses: [status] }, order: "newest" });
  const candidates = await turnOf("candidate");
  if (policyMode === "legacy") return [candidates, await turnOf("confirmed")];
  const due = revalidation.filter(({ status }) => REVALIDATED.includes(status));
  return [candidates, { claims: due, isRevalidation: true }];
}

const count = (settled: readonly Settled[], is: (one: Settled) => boolean): number => settled.filter(is).length;

function resultOf(settled: readonly Settled[], revalidated: ReadonlySet<number>): StepResult {
  const ran = FORMAT_RULES.map(({ name, key }) => [
    `${name}_checked`,
    count(settled, ({ check }) => check.outcomes[key] !== undefined),
  ]);
  return {
    checked: settled.length,
    boosted: count(settled, ({ hasMoved, delta }) => hasMoved && delta > 0),
    dropped: count(settled, ({ hasMoved, delta }) => hasMoved && delta < 0),
    unchanged: count(settled, ({ isUnchanged }) => isUnchanged),
    no_signal: count(settled, (one) => !isTold(one)),
    hard_conflicted: count(settled, ({ isConflicted }) => isConflicted),
    revalidation_checked: count(settled, ({ check }) => revalidated.has(check.claim.id)),
    predicate_checks: Object.fromEntries(ran) as Readonly<Record<string, number>>,
  };
}

/**
 * Checks the values of claims by rules alone: their form, and whether the workspace holds them. An outcome counts once;
 * a value that cannot be true makes its claim conflicted.
 */
export async function deterministicJob(job: Job, options: DeterministicOptions = {}): Promise<StepResult> {
  const { context } = job;
  if (context.store.files?.isFrozen() === true) return { ...resultOf([], new Set()), errors: 0, skipped: 0, frozen: 1 };
  const sets = await selectClaims(job, options);
  const claims = new Map(sets.flatMap((set) => set.claims.map((claim) => [claim.id, claim] as const)));
  const { settled, errors, skipped } = await settleChecks(job, await checkClaims(context, [...claims.values()]));
  for (const { done } of sets) await done?.();
  const due = sets.filter((set) => set.isRevalidation === true).flatMap((set) => set.claims);
  return { ...resultOf(settled, new Set(due.map(({ id }) => id))), errors, skipped };
}
