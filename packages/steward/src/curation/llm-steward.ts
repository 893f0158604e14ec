import { timestampOf } from "@memorymaster/core";
import type { Claim, JsonObject, LanguageModel } from "@memorymaster/core";
import { recordEvent } from "@memorymaster/core/jobs";
import { deterministicJob } from "../deterministic/deterministic-job.ts";
import { dedupeJob } from "../duplicates/candidate-dedupe.ts";
import { takeStep } from "../jobs/apply-step.ts";
import { eachClaim } from "../jobs/each-claim.ts";
import type { Job, StepResult } from "../types.ts";
import { askCandidates, emptyTally } from "./ask-candidates.ts";
import type { AskTally } from "./ask-candidates.ts";
import { heuristicSteward } from "./heuristic-steward.ts";
import { overClaims } from "./over-claims.ts";
import { pickCandidates } from "./pick-candidates.ts";
import { FACTS_PROMPT } from "./prompts.ts";

/** Shorter texts say nothing. */
const MIN_CHARACTERS = 10;

export interface LlmStewardOptions {
  /** Between two calls, ≥ 0. Default 5,000. */
  readonly delayMs?: number | undefined;
  /** Ask, write nothing. Default false. */
  readonly dryRun?: boolean | undefined;
  /** Claims of this scope alone. Default: of all. */
  readonly scope?: string | undefined;
  /** Ask, change no claim, and note in the history what would have been done. Default false. */
  readonly shadow?: boolean | undefined;
  /** Check the formats of what was touched. Default true. */
  readonly autoValidate?: boolean | undefined;
}

interface Plan {
  readonly delayMs: number;
  readonly dryRun: boolean;
  readonly shadow: boolean;
  readonly autoValidate: boolean;
  /** Whether claims are changed at all. */
  readonly writes: boolean;
}

function planOf({ delayMs = 5_000, dryRun = false, shadow = false, autoValidate = true }: LlmStewardOptions): Plan {
  return { delayMs, dryRun, shadow, autoValidate, writes: !dryRun && !shadow };
}

interface Sifted {
  /** What is left to be asked about. */
  readonly claims: readonly Claim[];
  readonly archived: number;
  readonly dedupe: StepResult;
  readonly results: readonly JsonObject[];
}

async function archiveShort(job: Job, short: readonly Claim[], { writes }: Plan): Promise<readonly JsonObject[]> {
  const archived = new Set(writes ? [] : short.map(({ id }) => id));
  const details = "auto-archived: too short";
  await eachClaim(job, writes ? short : [], async (claim) => {
    const step = { claim, to: "archived", eventType: "transition", details } as const;
    if (claim.status === "candidate" && (await takeStep(job, step)) === "done") archived.add(claim.id);
  });
  const actionOf = (id: number): string => (archived.has(id) ? (writes ? "archived" : "archive") : "held");
  return short.map(({ id, text }) => ({ claim_id: id, action: actionOf(id), extractions: 0, preview: text }));
}

type DedupeRow = JsonObject & { readonly claim_id: number; readonly would_archive: boolean };

/** What no model need be asked about: texts that say nothing, and those that another claim has said before. */
async function sift(job: Job, claims: readonly Claim[], plan: Plan): Promise<Sifted> {
  const isShort = ({ text, pinned }: Claim): boolean => [...text.trim()].length < MIN_CHARACTERS && !pinned;
  const short = await archiveShort(job, claims.filter(isShort), plan);
  const rest = claims.filter((claim) => !isShort(claim));
  const { settings } = job.context;
  const { maintenance } = settings;
  const counted = { ...maintenance.dedupe, shadow: maintenance.dedupe.shadow || !plan.writes };
  const dedupe = await dedupeJob(
    overClaims(job, rest, { ...settings, maintenance: { ...maintenance, dedupe: counted } }),
  );
  const rows = (dedupe["results"] as readonly DedupeRow[]).filter((row) => row.would_archive);
  const gone = new Set(rows.map((row) => row.claim_id));
  return {
    claims: rest.filter(({ id }) => !gone.has(id)),
    archived: short.filter(({ action }) => action === "archived").length,
    dedupe,
    results: [...short, ...rows.map((row) => ({ claim_id: row.claim_id, dedupe: row }))],
  };
}

async function validate(job: Job, ids: readonly number[], isOn: boolean): Promise<StepResult | null> {
  if (!isOn || ids.length === 0) return null;
  try {
    return await deterministicJob(job, { onlyIds: ids });
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Notes what a run in shadow would have done, by numbers alone, to be held against what validation makes of the claims. */
async function noteShadow(job: Job, { results, calls, errors }: AskTally): Promise<void> {
  const count = (action: string): number => results.filter((one) => one["action"] === action).length;
  await job.context.store.transaction(() =>
    recordEvent(job.context.store, {
      createdAt: timestampOf(job.context.clock.nowMs()),
      eventType: "system",
      details: "llm_steward_shadow",
      payload: {
        purpose: FACTS_PROMPT.purpose,
        llm_calls: calls,
        errors,
        confirm: count("confirm"),
        archive: count("archive"),
        run_id: job.runId,
      },
    }),
  );
}

interface Sum {
  readonly mode: "llm" | "heuristic";
  readonly confirmed: number;
  readonly archived: number;
  readonly tally: AskTally;
  readonly more: JsonObject;
}

async function byRules(job: Job, { claims }: Sifted, plan: Plan): Promise<Sum> {
  const { extractor, checks, validator } = await heuristicSteward(job, claims, plan);
  const [confirmed, archived] = [Number(validator["confirmed"]), Number(validator["archived_duplicates"])];
  const more = { auto_validation: checks, extractor, validator };
  return { mode: "heuristic", confirmed, archived, tally: emptyTally(), more };
}

async function byModel(
  job: Job,
  sifted: Sifted,
  { plan, model }: { readonly plan: Plan; readonly model: LanguageModel },
): Promise<Sum> {
  const tally = await askCandidates(job, sifted.claims, { ...plan, model });
  // Nobody was there from the start: as if no model were set up.
  if (tally.aborted === "no_provider" && tally.calls === 0) return byRules(job, sifted, plan);
  if (plan.shadow && !plan.dryRun) await noteShadow(job, tally);
  const checks = await validate(job, tally.touched, plan.autoValidate);
  return { mode: "llm", confirmed: 0, archived: tally.archived, tally, more: { auto_validation: checks } };
}

const DEDUPE_KEYS = ["enabled", "shadow", "archived", "would_archive", "passthrough", "avg_jaccard"];

function tallyToWire({ errors, extracted, filtered, calls, aborted }: AskTally): JsonObject {
  return {
    errors,
    claims_extracted: extracted,
    claims_filtered_sensitive: filtered,
    llm_calls: calls,
    aborted_reason: aborted ?? null,
  };
}

/**
 * Has a model read new claims: the tuple of each is filled in, further facts become candidates of their own, what is
 * worth nothing is archived. Validation decides what becomes confirmed. An outage leaves claims as they are, for the next
 * run; without a model rules do what they can.
 *
 * @returns in wire form: the keys of spec/steward.md §16 but `key_count`, and `mode`, `dry_run`, `shadow`, `llm_calls`
 */
export async function llmSteward(job: Job, options: LlmStewardOptions = {}): Promise<StepResult> {
  const plan = planOf(options);
  const { model } = job.context;
  const picked = await pickCandidates(job, options.scope);
  const sifted = await sift(job, picked.claims, plan);
  const hasModel = model?.provider !== undefined;
  const sum = hasModel ? await byModel(job, sifted, { plan, model }) : await byRules(job, sifted, plan);
  if (!plan.dryRun) await picked.done(sum.tally.waiting);
  return {
    mode: sum.mode,
    dry_run: plan.dryRun,
    shadow: plan.shadow,
    total: picked.claims.length,
    confirmed: sum.confirmed,
    archived: sifted.archived + sum.archived,
    ...tallyToWire(sum.tally),
    provider: model?.provider ?? null,
    model: model?.model ?? null,
    ...Object.fromEntries(DEDUPE_KEYS.map((key) => [`dedupe_${key}`, sifted.dedupe[key] ?? null])),
    results: [...sifted.results, ...sum.tally.results],
    // Observations are for a person to confirm.
    observation_review: { enabled: false },
    ...sum.more,
  };
}
