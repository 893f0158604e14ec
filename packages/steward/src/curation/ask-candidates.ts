import { setTimeout as sleep } from "node:timers/promises";
import type { AskFailure, Claim, JsonObject, LanguageModel } from "@memorymaster/core";
import { eachClaim } from "../jobs/each-claim.ts";
import type { Job } from "../types.ts";
import { cut, ENDS, IS_ANSWER } from "./asking.ts";
import { FACTS_ANSWER, readFacts } from "./facts.ts";
import type { FactReading } from "./facts.ts";
import { FACTS_PROMPT } from "./prompts.ts";
import { takeFacts } from "./take-facts.ts";
import type { Taken } from "./take-facts.ts";

const TEXT_CHARACTERS = 2_000;
const PREVIEW_CHARACTERS = 80;

export interface AskPlan {
  readonly model: LanguageModel;
  /** Between two calls. */
  readonly delayMs: number;
  /** Whether what is answered is done, or told only. */
  readonly writes: boolean;
}

export interface AskTally {
  calls: number;
  errors: number;
  archived: number;
  extracted: number;
  filtered: number;
  aborted: AskFailure | undefined;
  /** Claims that could not be asked about: another run takes them. */
  readonly waiting: Set<number>;
  /** Claims that were filled in, and new ones. */
  readonly touched: number[];
  readonly results: JsonObject[];
}

/** Of a run that has asked nobody yet. */
export function emptyTally(): AskTally {
  const counts = { calls: 0, errors: 0, archived: 0, extracted: 0, filtered: 0, aborted: undefined };
  return { ...counts, waiting: new Set(), touched: [], results: [] };
}

/** What an answer would have done. */
const PROPOSED = { useless: "archive", facts: "confirm" } as const;

interface Asking {
  readonly job: Job;
  readonly plan: AskPlan;
  readonly tally: AskTally;
}

async function carryOut({ job, tally }: Asking, claim: Claim, reading: FactReading): Promise<string> {
  const outcomes: Taken[] = [];
  const { errors } = await eachClaim(job, [claim], async (current) => {
    if (current.status === "candidate") outcomes.push(await takeFacts(job, current, reading));
  });
  tally.errors += errors;
  const taken = outcomes.at(-1);
  if (taken === undefined || errors > 0) {
    job.context.log?.(`claim ${claim.id}: changed while the model was asked about it`);
    return "skipped";
  }
  tally.filtered += taken.filtered;
  tally.extracted += taken.ids.length;
  tally.archived += Number(taken.action === "archived" || taken.action === "duplicate");
  tally.touched.push(...(taken.action === "filled" ? [claim.id] : []), ...taken.ids);
  return taken.action;
}

async function settle(asking: Asking, claim: Claim, reading: FactReading): Promise<void> {
  const { plan, tally } = asking;
  if (reading.kind === "unusable") {
    tally.errors += 1;
    tally.results.push({ claim_id: claim.id, error: "invalid" });
    return;
  }
  const action = plan.writes ? await carryOut(asking, claim, reading) : PROPOSED[reading.kind];
  const preview = cut(claim.text, PREVIEW_CHARACTERS);
  tally.results.push({ claim_id: claim.id, action, extractions: reading.facts.length, preview });
}

/** Asks about one claim, with no transaction open. */
async function askAbout(asking: Asking, claim: Claim): Promise<void> {
  const { job, plan, tally } = asking;
  const answer = await plan.model.ask({
    ...FACTS_PROMPT,
    text: JSON.stringify({ text: cut(claim.text, TEXT_CHARACTERS) }),
    schema: FACTS_ANSWER,
    temperature: 0,
    signal: job.context.signal,
  });
  if (answer.outcome === "ok") {
    tally.calls += 1;
    return settle(asking, claim, readFacts(answer.value));
  }
  if (!IS_ANSWER.has(answer.outcome)) tally.waiting.add(claim.id);
  if (ENDS.has(answer.outcome)) {
    tally.aborted = answer.outcome;
    return;
  }
  tally.calls += 1;
  tally.errors += 1;
  tally.results.push({ claim_id: claim.id, error: answer.outcome });
}

/** Asks a model about claims, one after the other; ends when nobody answers any more. What got no answer stays as it is. */
export async function askCandidates(job: Job, claims: readonly Claim[], plan: AskPlan): Promise<AskTally> {
  const tally = emptyTally();
  const { signal } = job.context;
  for (const claim of claims) {
    signal?.throwIfAborted();
    if (tally.aborted !== undefined) {
      tally.waiting.add(claim.id);
      continue;
    }
    if (tally.calls > 0 && plan.delayMs > 0) await sleep(plan.delayMs, undefined, { signal });
    await job.beat?.();
    await askAbout({ job, plan, tally }, claim);
  }
  return tally;
}
