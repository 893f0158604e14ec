import type { Claim } from "@memorymaster/core";

import { takeStep } from "../jobs/apply-step.ts";
import { eachClaim } from "../jobs/each-claim.ts";
import type { Job, StepResult } from "../types.ts";
import { sameObject } from "./choose-winner.ts";
import { findConflictGroups } from "./find-conflicts.ts";
import { judgePair } from "./judge-pair.ts";
import { settlePair } from "./settle-pair.ts";

export interface AutoResolveOptions {
  /** Pairs that the model is asked about at most. Default 50. */
  readonly limit?: number | undefined;
}

interface Tally {
  readonly limit: number;
  evaluated: number;
  resolved: number;
  failed: number;
  aborted: string | undefined;
}

/** Claims that are still in conflict, as they stand now, with citations. */
async function stillConflicted({ context, viewer }: Job, claims: readonly Claim[]): Promise<readonly Claim[]> {
  const ids = claims.map(({ id }) => id);
  const present = await context.store.claims.getMany(viewer, ids, true);
  return present.filter(({ status }) => status === "conflicted");
}

async function decidePair(
  job: Job,
  pair: readonly [Claim, Claim],
  tally: Tally,
): Promise<"settled" | "open" | "ended"> {
  const { model, signal } = job.context;
  if (model === undefined) return "ended";
  const judged = await judgePair(model, pair, signal);
  if (judged.outcome === "ended") {
    tally.aborted = judged.why;
    return "ended";
  }
  tally.evaluated += 1;
  if (judged.outcome === "decided" && !judged.loser.pinned) {
    const { applied, skipReason } = await settlePair(job, {
      winner: judged.winner,
      loser: judged.loser,
      reason: "llm_evaluation",
      label: "llm_conflict_resolution",
      source: "auto_resolver",
      words: { reason: judged.reason, model: judged.by },
    });
    if (applied) tally.resolved += 1;
    if (applied || skipReason === "lost_race") return "settled";
  }
  tally.failed += 1;
  return "open";
}

/** Compares the winner so far with each other member, so that at most one is left in conflict. */
async function resolveGroup(job: Job, group: readonly Claim[], tally: Tally): Promise<void> {
  const asked = new Set<number>();
  let lead = group[0];
  while (lead !== undefined && tally.aborted === undefined && tally.evaluated < tally.limit) {
    job.context.signal?.throwIfAborted();
    const present = await stillConflicted(job, group);
    const winner: Claim | undefined = present.find(({ id }) => id === lead?.id) ?? present[0];
    const other = present.find((one) => winner !== undefined && !asked.has(one.id) && !sameObject(one, winner));
    if (winner === undefined || other === undefined) break;
    asked.add(other.id);
    if ((await decidePair(job, [winner, other], tally)) === "ended") break;
    const [after] = await stillConflicted(job, [winner]);
    lead = after ?? other;
  }
}

/** What is left of a group that is no longer in conflict is looked at anew by validation. */
async function requeue(job: Job, group: readonly Claim[]): Promise<void> {
  const left = await stillConflicted(job, group);
  if (left.some((claim) => left[0] !== undefined && !sameObject(claim, left[0]))) return;
  await eachClaim(job, left, async (claim) => {
    await takeStep(job, { claim, to: "stale", eventType: "transition", details: "conflict_resolved:revalidate" });
  });
}

/**
 * Lets the model choose between claims in conflict. What it does not decide stays as it is.
 *
 * @returns in wire form: pairs_evaluated, resolved, failed, and aborted_reason when nobody could be asked any more
 */
export async function autoResolve(job: Job, { limit = 50 }: AutoResolveOptions = {}): Promise<StepResult> {
  const tally: Tally = { limit, evaluated: 0, resolved: 0, failed: 0, aborted: undefined };
  const groups = await findConflictGroups(job, ["conflicted"], limit);
  if (groups.length > 0 && job.context.model?.provider === undefined) tally.aborted = "no_provider";
  for (const group of groups) {
    const before = tally.resolved;
    await resolveGroup(job, group, tally);
    if (tally.resolved > before) await requeue(job, group);
  }
  const { evaluated, resolved, failed, aborted } = tally;
  const counts = { pairs_evaluated: evaluated, resolved, failed };
  return aborted === undefined ? counts : { ...counts, aborted_reason: aborted };
}
