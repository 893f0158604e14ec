import { InvalidInputError, isSensitiveClaim, memoryOf, sha256Hex } from "@memorymaster/core";
import type { AskFailure, Claim } from "@memorymaster/core";
import { foldedValue } from "@memorymaster/core/jobs";
import * as z from "zod";
import type { Job, StepResult } from "../types.ts";
import { cut, given } from "./asking.ts";
import { SKILLS_PROMPT } from "./prompts.ts";

/** Claims of either kind that a model is shown. */
const SHOWN = 10;
const TEXT_CHARACTERS = 100;
const MAX_SKILLS = 3;
const MIN_CHARACTERS = 10;
const PAGE = 1_000;

const CATEGORIES = ["coding", "debugging", "architecture", "deployment", "communication"];

const ANSWER = z.object({ skills: z.array(z.object({ text: z.string(), category: z.string().nullish() })) });

export interface EvolveOptions {
  /** How often claims must have been handed out in all, ≥ 0. Default 20. */
  readonly minFeedback?: number | undefined;
}

interface Feedback {
  /** How often all of them were handed out. */
  readonly uses: number;
  readonly most: readonly Claim[];
  readonly never: readonly Claim[];
}

const byUse = (a: Claim, b: Claim): number => b.accessCount - a.accessCount || a.id - b.id;

/** How claims of the project have been used; private and sensitive ones are left out, since what is made of them is public. */
async function readFeedback({ context, viewer }: Job): Promise<Feedback> {
  const filter = { statuses: ["confirmed"], scopes: [await context.projectScope.forRead()], hasWords: true } as const;
  let found: Feedback = { uses: 0, most: [], never: [] };
  let afterId: number | undefined;
  do {
    context.signal?.throwIfAborted();
    const page = await context.store.jobs.select(viewer, { filter, order: "oldest", afterId, limit: PAGE });
    const open = page.filter((claim) => claim.visibility === "public" && !isSensitiveClaim(claim));
    const used = open.filter(({ accessCount }) => accessCount > 0);
    const unused = open.filter(({ accessCount }) => accessCount === 0);
    found = {
      uses: used.reduce((sum, { accessCount }) => sum + accessCount, found.uses),
      most: [...found.most, ...used].sort(byUse).slice(0, SHOWN),
      never: [...found.never, ...unused].slice(0, SHOWN),
    };
    afterId = page.length < PAGE ? undefined : page.at(-1)?.id;
  } while (afterId !== undefined);
  return found;
}

async function store(job: Job, skills: z.infer<typeof ANSWER>["skills"]): Promise<number> {
  const inputs = skills.map(({ text, category }, at) => ({
    line: at + 1,
    input: {
      text,
      claimType: "procedure",
      confidence: 0.5,
      idempotencyKey: `evolve-skills:${sha256Hex(foldedValue(text))}`,
      citations: [{ source: "evolve-skills", locator: CATEGORIES.find((one) => one === category) }],
    },
  }));
  return (await memoryOf(job.context).claims.ingestMany(inputs, { signal: job.context.signal })).ingested;
}

const nothing = (reason: AskFailure | "insufficient_feedback"): StepResult => ({
  generated: 0,
  ingested: 0,
  skipped_reason: reason,
});

/**
 * Has a model derive rules of work from the claims that were of use; they become candidates.
 *
 * @returns in wire form: generated, ingested, skipped_reason
 * @throws InvalidInputError `input.invalid` naming the option
 */
export async function evolveSkills(job: Job, { minFeedback = 20 }: EvolveOptions = {}): Promise<StepResult> {
  if (!Number.isInteger(minFeedback) || minFeedback < 0) {
    const details = { field: "min_feedback" };
    throw new InvalidInputError("input.invalid", "min_feedback must be a whole number, 0 or more", { details });
  }
  const { model, signal } = job.context;
  if (model?.provider === undefined) return nothing("no_provider");
  const { uses, most, never } = await readFeedback(job);
  if (most.length === 0 || uses < minFeedback) return nothing("insufficient_feedback");
  const shown = ({ text }: Claim): string => cut(text, TEXT_CHARACTERS);
  const text = JSON.stringify({ useful: most.map(shown), never_used: never.map(shown) });
  const answer = await model.ask({ ...SKILLS_PROMPT, text, schema: ANSWER, signal });
  if (answer.outcome !== "ok") return nothing(answer.outcome);
  const skills = answer.value.skills
    .map((one) => ({ ...one, text: given(one.text) ?? "" }))
    .filter((one) => [...one.text].length >= MIN_CHARACTERS && !isSensitiveClaim(one))
    .slice(0, MAX_SKILLS);
  return { generated: skills.length, ingested: await store(job, skills), skipped_reason: null };
}
