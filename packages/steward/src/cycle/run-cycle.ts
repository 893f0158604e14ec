import { randomUUID } from "node:crypto";

import {
  ConflictError,
  governingViewer,
  InvalidInputError,
  memoryOf,
  POLICY_MODES,
  reconcileToWire,
  requireOperator,
  timestampOf,
} from "@memorymaster/core";
import type { Claim, JsonObject, JsonValue, PolicyMode } from "@memorymaster/core";
import { recordEvent } from "@memorymaster/core/jobs";
import { archiveStale } from "../archive/archive-stale.ts";
import { compact } from "../compaction/compact.ts";
import type { ArtifactFolder } from "../compaction/compact.ts";
import { nearTwinsJob } from "../conflicts/near-twins.ts";
import { decayJob } from "../decay/decay-job.ts";
import { deterministicJob } from "../deterministic/deterministic-job.ts";
import { isHardFailed } from "../deterministic/judge-check.ts";
import { dedupeJob } from "../duplicates/candidate-dedupe.ts";
import { extractorJob } from "../extractor/extractor-job.ts";
import { selectDue } from "../policy/select-due.ts";
import { expireProposalsJob } from "../review/expire-proposals.ts";
import { stalenessJob } from "../staleness/staleness-job.ts";
import type { Job, StepResult, StewardContext } from "../types.ts";
import { validatorJob } from "../validator/validator-job.ts";
import { integrityStep } from "./integrity-step.ts";
import { takeLease } from "./lease.ts";
import type { Owner } from "./lease.ts";

/** A cycle that takes longer ends itself. */
const MAX_HOURS = 2;
const HOUR_MS = 3_600_000;

export interface CycleOptions {
  /** Archive what has been retired for long, and what is stale and was never asked for. Default false. */
  readonly compact?: boolean | undefined;
  /** Citations that a claim needs to be confirmed, ≥ 0. Default 1. */
  readonly minCitations?: number | undefined;
  /** 0..1. Default: the setting. */
  readonly minScore?: number | undefined;
  /** Default: the setting. */
  readonly policyMode?: PolicyMode | undefined;
  /** Claims looked at anew because their time has come, ≥ 0. Default 200. */
  readonly policyLimit?: number | undefined;
  /** Claims that each step takes, 1..10,000. Default 200. */
  readonly batchLimit?: number | undefined;
  /** Told before each step. */
  readonly onStep?: ((step: string) => void) | undefined;
}

/** What the cycle needs beside the store. */
export interface CycleParts {
  /** Where compaction writes; absent = it cannot run. */
  readonly artifacts?: ArtifactFolder | undefined;
  /** Where weekly copies of the database go. */
  readonly snapshotFolder?: string | undefined;
  /** What the model has cost so far. */
  readonly budget?: (() => JsonObject) | undefined;
  /** Runs the steps, so that what they ask a model counts together. Default: nothing counts. */
  readonly within?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
  /** Default: this process. */
  readonly owner?: Owner | undefined;
}

export type CycleResult = JsonObject;

/** One run, with what its steps share. */
interface Cycle {
  readonly job: Job;
  readonly options: CycleOptions;
  readonly parts: CycleParts;
  readonly policyMode: PolicyMode;
  readonly due: readonly Claim[];
}

interface Step {
  /** Of the result; absent = its result is not told. */
  readonly key?: string;
  readonly name: string;
  readonly run: (cycle: Cycle) => Promise<JsonValue>;
}

/** Without a model nothing is spent. */
const budgetOf = ({ parts }: Cycle): JsonObject => parts.budget?.() ?? { calls: 0, tokens: 0, aborted: false };

async function compaction({ job, options, parts }: Cycle): Promise<StepResult> {
  if (options.compact !== true) return { archived_claims: 0, deleted_events: 0 };
  if (parts.artifacts === undefined) return { skipped: "no_workspace" };
  return compact(job, parts.artifacts);
}

async function drain({ job }: Cycle): Promise<JsonValue> {
  const report = await memoryOf(job.context).upkeep.drainAccesses();
  if (report === undefined) return { skipped: "no_spool" };
  return { drained: report.drained, quarantined: report.quarantined, lag_seconds: report.lagSeconds };
}

async function followIndex({ job }: Cycle): Promise<null> {
  await memoryOf(job.context).vectors.work();
  return null;
}

const STEPS: readonly Step[] = [
  { key: "extractor", name: "reading structure", run: ({ job }) => extractorJob(job) },
  { key: "dedupe", name: "looking for duplicates", run: ({ job }) => dedupeJob(job) },
  { key: "near_twins", name: "looking for contradictions", run: ({ job }) => nearTwinsJob(job) },
  {
    key: "deterministic",
    name: "checking formats",
    run: ({ job, due, policyMode }) => deterministicJob(job, { revalidation: due, policyMode }),
  },
  {
    key: "validator",
    name: "validating",
    run: ({ job, due, policyMode, options: { minCitations, minScore } }) =>
      validatorJob(job, { revalidation: due, policyMode, minCitations, minScore, isHardFailed, needsCheck: true }),
  },
  { key: "decay", name: "decaying", run: ({ job }) => decayJob(job) },
  {
    key: "staleness",
    name: "checking citations",
    run: ({ job }) =>
      job.context.workspace === undefined ? Promise.resolve({ skipped: "no_workspace" }) : stalenessJob(job),
  },
  // Entities are not resolved yet: their edges have nothing to lose.
  { key: "entity_edge_decay", name: "decaying edges", run: async () => ({ enabled: false, decayed: 0 }) },
  { key: "compactor", name: "compacting", run: compaction },
  {
    key: "archive",
    name: "archiving what nobody asks for",
    run: async ({ job, options }) =>
      options.compact === true ? archiveStale(job) : { matched: 0, archived: 0, skipped: 0 },
  },
  { key: "proposals", name: "closing old questions", run: ({ job }) => expireProposalsJob(job) },
  { key: "budget", name: "adding up", run: async (cycle) => budgetOf(cycle) },
  { name: "following the index", run: followIndex },
  {
    key: "integrity",
    name: "checking the database",
    run: ({ job, parts }) => integrityStep(job.context, { snapshotFolder: parts.snapshotFolder }),
  },
  {
    key: "qdrant_reconcile",
    name: "comparing the index",
    run: async ({ job }) => reconcileToWire(await memoryOf(job.context).vectors.reconcileWhenDue()),
  },
  { key: "spool_drain", name: "counting uses", run: drain },
  {
    key: "recompute_tiers",
    name: "sorting into tiers",
    run: async ({ job }) => ({ ...(await memoryOf(job.context).claims.recomputeTiers()) }),
  },
];

const isLost = (error: unknown): boolean => error instanceof ConflictError && error.code === "cycle.lease_lost";
const told = (error: unknown): JsonObject => ({ error: error instanceof Error ? error.message : String(error) });

interface Rule {
  readonly isMet: (value: never) => boolean;
  readonly allowed: string;
}

const isWhole = (least: number, most: number) => (value: number) =>
  Number.isInteger(value) && value >= least && value <= most;

/** What options must be, by their names on the wire. */
const RULES: Readonly<Record<string, Rule & { readonly of: (options: CycleOptions) => unknown }>> = {
  batch_limit: { of: ({ batchLimit }) => batchLimit, isMet: isWhole(1, 10_000), allowed: "1 to 10000" },
  policy_limit: { of: ({ policyLimit }) => policyLimit, isMet: Number.isInteger, allowed: "a whole number" },
  min_citations: {
    of: ({ minCitations }) => minCitations,
    isMet: isWhole(0, Number.MAX_SAFE_INTEGER),
    allowed: "a whole number, 0 or more",
  },
  min_score: {
    of: ({ minScore }) => minScore,
    isMet: (score: number) => score >= 0 && score <= 1,
    allowed: "from 0 to 1",
  },
  policy_mode: {
    of: ({ policyMode }) => policyMode,
    isMet: (mode: PolicyMode) => POLICY_MODES.includes(mode),
    allowed: POLICY_MODES.join(" or "),
  },
};

function checkOptions(options: CycleOptions): void {
  for (const [field, { of, isMet, allowed }] of Object.entries(RULES)) {
    const value = of(options);
    if (value === undefined || isMet(value as never)) continue;
    throw new InvalidInputError("input.invalid", `${field} must be ${allowed}`, { details: { field } });
  }
}

type Ending = "stopped" | "lease_lost" | undefined;

/** Runs one step; what goes wrong is told under its key. */
async function runStep(cycle: Cycle, { key, name, run }: Step, result: Record<string, JsonValue>): Promise<Ending> {
  const { context, beat } = cycle.job;
  const isStopped = (): boolean => context.signal?.aborted === true;
  if (isStopped()) return "stopped";
  try {
    await beat?.();
    cycle.options.onStep?.(name);
    const found = await run(cycle);
    if (key !== undefined) result[key] = found;
  } catch (error) {
    if (isLost(error)) return "lease_lost";
    if (!isStopped()) result[key ?? "vectors"] = told(error);
  }
  return undefined;
}

/** Runs the steps in order. One that fails keeps none of the others. */
async function runSteps(cycle: Cycle, result: Record<string, JsonValue>): Promise<void> {
  for (const step of STEPS) {
    const ending = await runStep(cycle, step, result);
    if (ending === undefined) continue;
    result["aborted"] = ending;
    return;
  }
}

/** The last word of a cycle: what a person would look at. */
async function recordMetrics(
  context: StewardContext,
  result: Readonly<Record<string, JsonValue>>,
  runId: string,
): Promise<JsonObject> {
  const failed = Object.entries(result).flatMap(([key, value]) =>
    typeof value === "object" && value !== null && "error" in value ? [key] : [],
  );
  const metrics = { run_id: runId, failed_steps: failed };
  const parts = { integrity: result["integrity"] ?? null, spool: result["spool_drain"] ?? null };
  await recordEvent(context.store, {
    eventType: "system",
    details: "integrity_metrics",
    payload: { ...metrics, ...parts },
    createdAt: timestampOf(context.clock.nowMs()),
  });
  return metrics;
}

async function cycleOf(job: Job, options: CycleOptions, parts: CycleParts): Promise<CycleResult> {
  const picked = await selectDue(job, { mode: options.policyMode, limit: options.policyLimit ?? 200 });
  const { mode, considered, due, selected } = picked;
  const result: Record<string, JsonValue> = { policy: { mode, considered, due, selected: selected.length } };
  await runSteps({ job, options, parts, policyMode: mode, due: selected }, result);
  if (result["aborted"] === "lease_lost") return result;
  result["integrity_metrics"] = await recordMetrics(job.context, result, job.runId).catch(told);
  return result;
}

function limited(context: StewardContext): StewardContext {
  const limit = AbortSignal.timeout(MAX_HOURS * HOUR_MS);
  return { ...context, signal: context.signal === undefined ? limit : AbortSignal.any([context.signal, limit]) };
}

/**
 * One round of maintenance: each step takes so many claims, and goes on next time where it ended. One cycle of a database
 * runs at a time, in whatever process: a second one says who runs.
 *
 * @returns one key for each step, in wire form; `{skipped: "cycle_in_progress", owner, since}`
 * @throws ForbiddenError `access.denied` for anyone but the operator
 * @throws InvalidInputError `input.invalid` naming the option
 */
export async function runCycle(
  given: StewardContext,
  options: CycleOptions = {},
  parts: CycleParts = {},
): Promise<CycleResult> {
  requireOperator(given.authority, "steward");
  checkOptions(options);
  const context = limited(given);
  const lease = await takeLease(context, parts.owner);
  if (!lease.held) return { skipped: "cycle_in_progress", owner: lease.owner, since: lease.since };
  const runId = `cycle-${randomUUID()}`;
  const limit = options.batchLimit ?? 200;
  const job: Job = { context, viewer: governingViewer(context.authority), runId, limit, beat: lease.renew };
  const run = parts.within ?? ((work) => work());
  try {
    return await run(() => cycleOf(job, options, parts));
  } finally {
    await lease.end();
  }
}
