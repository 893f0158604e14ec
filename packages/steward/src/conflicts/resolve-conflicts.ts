import type { Claim, JsonObject } from "@memorymaster/core";

import { takeStep } from "../jobs/apply-step.ts";
import { eachClaim } from "../jobs/each-claim.ts";
import type { Job, StepResult } from "../types.ts";
import { chooseWinner, sameObject } from "./choose-winner.ts";
import type { Choice, WinReason } from "./choose-winner.ts";
import { findConflictGroups } from "./find-conflicts.ts";
import { judgePair } from "./judge-pair.ts";
import { nearTwinsJob } from "./near-twins.ts";
import { settlePair } from "./settle-pair.ts";
import type { DecidedPair, Settled } from "./settle-pair.ts";

export interface ResolveOptions {
  /** Say who would win, and write nothing. Default false. */
  readonly dryRun?: boolean | undefined;
  /** Let the higher id win where nothing else does. Default false: a person decides. */
  readonly idTiebreak?: boolean | undefined;
  /** Ask the model where nothing else decides. Default false. */
  readonly useModel?: boolean | undefined;
}

const STATUSES = ["confirmed", "candidate", "conflicted"] as const;

interface GroupResult {
  readonly winner: Claim;
  readonly loser: Claim;
  readonly reason: WinReason | "manual_required";
  readonly settled: Settled;
  readonly words?: JsonObject | undefined;
}

type Words = ReadonlyMap<Claim, JsonObject>;
interface Decision {
  readonly choice: Choice;
  /** What the model said of a loser. */
  readonly words: Words;
}

/** Lets the model decide between those that nothing tells apart, each against the winner so far. */
async function askModel({ context }: Job, choice: Choice): Promise<Decision> {
  const { model, signal } = context;
  const undecided = { choice, words: new Map() };
  const [first, ...others] = choice.tied;
  const areWords = choice.tied.some(({ confirmedBy }) => confirmedBy !== undefined);
  if (model?.provider === undefined || first === undefined || areWords) return undecided;
  const reasons = new Map(choice.reasons);
  const words = new Map<Claim, JsonObject>();
  let winner = first;
  for (const other of others.filter((one) => !sameObject(one, first))) {
    const judged = await judgePair(model, [winner, other], signal);
    if (judged.outcome !== "decided") return undecided;
    reasons.set(judged.loser, "llm_evaluation");
    words.set(judged.loser, { reason: judged.reason, model: judged.by });
    winner = judged.winner;
  }
  return { choice: { winner, reasons, tied: [winner] }, words };
}

async function decide(job: Job, group: readonly Claim[], options: ResolveOptions): Promise<Decision> {
  const choice = chooseWinner(group, options);
  const isOpen = choice.winner === undefined && options.useModel === true && options.dryRun !== true;
  return isOpen ? askModel(job, choice) : { choice, words: new Map() };
}

/** Nobody wins: all of the group are marked, and wait for a person. */
async function markConflicted(job: Job, group: readonly Claim[]): Promise<void> {
  await eachClaim(job, group, async (claim) => {
    const peer = group.find((other) => !sameObject(other, claim));
    const step = { to: "conflicted", eventType: "transition", details: "conflict_manual_required" } as const;
    await takeStep(job, { claim, ...step, peerId: peer?.id });
  });
}

async function settle(job: Job, pair: Omit<GroupResult, "settled">, dryRun: boolean): Promise<Settled> {
  if (dryRun) return { applied: false, skipReason: "dry_run" };
  if (pair.reason === "manual_required") return { applied: false, skipReason: "manual_required" };
  const decided: DecidedPair = {
    ...pair,
    label: "conflict_auto_resolution",
    source: "conflict_resolver",
  };
  return settlePair(job, decided);
}

async function resolveGroup(
  job: Job,
  group: readonly Claim[],
  options: ResolveOptions,
): Promise<readonly GroupResult[]> {
  const { choice, words } = await decide(job, group, options);
  const first = choice.winner ?? choice.tied[0];
  if (first === undefined) return [];
  if (choice.winner === undefined && options.dryRun !== true) await markConflicted(job, group);
  const results: GroupResult[] = [];
  for (const loser of group.filter((one) => !sameObject(one, first))) {
    const reason = choice.winner === undefined ? "manual_required" : (choice.reasons.get(loser) ?? "higher_confidence");
    const pair = { winner: first, loser, reason, words: words.get(loser) } as const;
    results.push({ ...pair, settled: await settle(job, pair, options.dryRun === true) });
  }
  return results;
}

function toWire({ winner, loser, reason, settled }: GroupResult): JsonObject {
  const { applied, skipReason, currentReplacementId } = settled;
  return {
    winner_id: winner.id,
    loser_id: loser.id,
    reason,
    key: [winner.subject ?? null, winner.predicate ?? null, winner.scope],
    winner_confidence: winner.confidence,
    loser_confidence: loser.confidence,
    winner_object_value: winner.objectValue ?? null,
    loser_object_value: loser.objectValue ?? null,
    applied,
    ...(skipReason !== undefined && { skip_reason: skipReason }),
    ...(skipReason === "lost_race" && { current_replacement_id: currentReplacementId ?? null }),
  };
}

/**
 * Decides between claims that give different values to one attribute: one winner for each group, which replaces the
 * others where a job may do that. Also asks about new claims that contradict others by their words.
 *
 * @returns in wire form: pairs_detected, pairs_resolved, pairs_skipped, resolutions
 */
export async function resolveConflicts(job: Job, options: ResolveOptions = {}): Promise<StepResult> {
  const groups = await findConflictGroups(job, STATUSES, job.limit);
  const results: GroupResult[] = [];
  for (const group of groups) {
    await job.beat?.();
    results.push(...(await resolveGroup(job, group, options)));
  }
  if (options.dryRun !== true) await nearTwinsJob(job);
  const resolved = results.filter(({ settled }) => settled.applied).length;
  return {
    pairs_detected: results.length,
    pairs_resolved: resolved,
    pairs_skipped: results.length - resolved,
    resolutions: results.map(toWire),
  };
}
