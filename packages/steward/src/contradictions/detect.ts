import { InvalidInputError } from "@memorymaster/core";
import type { JsonObject } from "@memorymaster/core";
import { takeStep } from "../jobs/apply-step.ts";
import { eachClaim } from "../jobs/each-claim.ts";
import { nextInRotation } from "../jobs/rotate.ts";
import type { Job, StepResult } from "../types.ts";
import { createJudge } from "./judge.ts";
import { pairSource, pairsOf } from "./pairs.ts";
import type { Pair } from "./pairs.ts";
import type { Verdict, VerdictStore } from "./verdicts.ts";
import { wilsonInterval } from "./wilson.ts";

export interface ContradictionOptions {
  /** Pairs that are judged at most, > 0. Default 50. */
  readonly sample?: number | undefined;
  /** Cosines from `simLow` to below `simHigh`, 0..1. Default 0.6 and 0.92. */
  readonly simLow?: number | undefined;
  readonly simHigh?: number | undefined;
  /** Whether the weaker claim of a contradiction becomes conflicted. Default false. */
  readonly apply?: boolean | undefined;
  /** Default: none, every pair is asked about. */
  readonly verdicts?: VerdictStore | undefined;
}

export const CONTRADICTION_DEFAULTS = { sample: 50, simLow: 0.6, simHigh: 0.92 } as const;

function checkOptions({ sample, simLow, simHigh }: Record<"sample" | "simLow" | "simHigh", number>): void {
  const faults: readonly (readonly [field: string, isWrong: boolean])[] = [
    ["sample", !Number.isInteger(sample) || sample < 1],
    ["sim_low", !(simLow >= 0 && simLow <= 1)],
    ["sim_high", !(simHigh >= simLow && simHigh <= 1)],
  ];
  const field = faults.find(([, isWrong]) => isWrong)?.[0];
  if (field === undefined) return;
  throw new InvalidInputError("input.invalid", `${field} is out of range`, { details: { field } });
}

interface Tally {
  judged: number;
  cache_hits: number;
  llm_calls: number;
  judge_errors: number;
  aborted_reason: string | null;
}

interface Contradiction {
  readonly pair: Pair;
  readonly verdict: Verdict;
}

/** Pairs of the next claims until the sample is full, most alike first. */
async function samplePairs(
  job: Job,
  { sample, simLow, simHigh }: Record<"sample" | "simLow" | "simHigh", number>,
): Promise<{ readonly pairs: readonly Pair[]; readonly scanned: number }> {
  const { context, viewer } = job;
  const filter = { statuses: ["confirmed", "candidate", "stale", "conflicted"] as const, hasWords: true };
  const { claims, done } = await nextInRotation(job, { name: "contradictions", filter, order: "newest" });
  const source = pairSource(context, viewer, { low: simLow, high: simHigh });
  const found = new Map<string, Pair>();
  let scanned = 0;
  for (const claim of claims) {
    if (found.size >= sample) break;
    context.signal?.throwIfAborted();
    for (const pair of await pairsOf({ context, viewer, source }, claim)) found.set(`${pair.a.id} ${pair.b.id}`, pair);
    scanned += 1;
  }
  if (scanned === claims.length) await done();
  else if (scanned > 0) await context.store.jobs.writeNote("contradictions", String(claims[scanned - 1]?.id));
  const pairs = [...found.values()].sort((one, other) => other.similarity - one.similarity);
  return { pairs: pairs.slice(0, sample), scanned };
}

async function judgeAll(
  { context }: Job,
  pairs: readonly Pair[],
  judge: ReturnType<typeof createJudge>,
): Promise<{ readonly tally: Tally; readonly found: readonly Contradiction[] }> {
  const tally: Tally = { judged: 0, cache_hits: 0, llm_calls: 0, judge_errors: 0, aborted_reason: null };
  const found: Contradiction[] = [];
  for (const pair of pairs) {
    context.signal?.throwIfAborted();
    const judgement = await judge.judge(pair, context.signal);
    if (judgement.outcome === "ended") {
      tally.aborted_reason = judgement.why;
      break;
    }
    if (judgement.outcome === "error") {
      tally.llm_calls += 1;
      tally.judge_errors += 1;
      continue;
    }
    tally.judged += 1;
    tally.cache_hits += Number(judgement.isCached);
    tally.llm_calls += Number(!judgement.isCached);
    if (judgement.verdict.contradicts) found.push({ pair, verdict: judgement.verdict });
  }
  return { tally, found };
}

/** The one that is trusted less; of equals the first. */
const weaker = ({ a, b }: Pair): Pair["a"] => (b.confidence < a.confidence ? b : a);

async function flag(job: Job, { pair, verdict }: Contradiction): Promise<boolean> {
  const claim = weaker(pair);
  const peerId = claim === pair.a ? pair.b.id : pair.a.id;
  if (claim.pinned) return false;
  let flagged = false;
  await eachClaim(job, [claim], async (current) => {
    const payload = { source: "contradiction_probe", severity: verdict.severity, model: verdict.model };
    const details = "contradiction_probe:conflicted";
    const step = { claim: current, to: "conflicted", eventType: "transition", details, payload, peerId } as const;
    flagged = (await takeStep(job, step)) === "done";
  });
  return flagged;
}

const foundToWire = ({ pair, verdict }: Contradiction): JsonObject => ({
  claim_a_id: pair.a.id,
  claim_b_id: pair.b.id,
  similarity: Number(pair.similarity.toFixed(6)),
  severity: verdict.severity,
  reason: verdict.reason ?? null,
  flag_candidate_id: weaker(pair).id,
});

/**
 * Looks for claims that contradict each other in other words, and has a model judge them. Without a model nothing is
 * looked for.
 *
 * @throws InvalidInputError `input.invalid` naming the option
 */
export async function detectContradictions(job: Job, options: ContradictionOptions = {}): Promise<StepResult> {
  const { apply, verdicts } = options;
  const limits = {
    sample: options.sample ?? CONTRADICTION_DEFAULTS.sample,
    simLow: options.simLow ?? CONTRADICTION_DEFAULTS.simLow,
    simHigh: options.simHigh ?? CONTRADICTION_DEFAULTS.simHigh,
  };
  checkOptions(limits);
  const { model } = job.context;
  if (model?.provider === undefined) return { skipped: "no_provider" };
  const { pairs, scanned } = await samplePairs(job, limits);
  const { tally, found } = await judgeAll(job, pairs, createJudge(job.context, model, verdicts));
  let flagged = 0;
  if (apply === true) for (const one of found) flagged += Number(await flag(job, one));
  // A pair that could not be judged may be a contradiction: it counts as tried.
  const trials = tally.judged + tally.judge_errors;
  return {
    claims_scanned: scanned,
    candidate_pairs: pairs.length,
    ...tally,
    contradictions: found.length,
    flagged_conflicted: flagged,
    rate: trials === 0 ? 0 : Number((found.length / trials).toFixed(6)),
    rate_ci: wilsonInterval(found.length, trials),
    found: found.map(foundToWire),
  };
}
