import { createHash } from "node:crypto";

import { InternalError, InvalidInputError, MemoryMasterError, StoreError, timestampOf } from "@memorymaster/core";
import type { AskFailure, Claim, ClaimInput, JsonObject, LanguageModel } from "@memorymaster/core";
import { foldedValue, recordEvent } from "@memorymaster/core/jobs";
import * as z from "zod";
import { embedClaims } from "../duplicates/embed-claims.ts";
import { linkClaims } from "../duplicates/link-claims.ts";
import type { Job, StepResult } from "../types.ts";
import { clamped, cut, ENDS, given } from "./asking.ts";
import { clustersOf } from "./clusters.ts";
import type { Cluster, ClusterRules } from "./clusters.ts";
import { ownerMemory } from "./owner-memory.ts";
import { SUMMARY_PROMPT } from "./prompts.ts";
import { takeSummarizable } from "./summarizable.ts";

const SOURCE = "compact-summaries";
const TEXT_CHARACTERS = 300;
const UNSAID_CONFIDENCE = 0.85;
const SUFFIX_DIGITS = 8;

const WORDS = z.string().nullish();
const ANSWER = z.object({
  summary_text: WORDS,
  subject: WORDS,
  predicate: WORDS,
  object_value: z.union([z.string(), z.number(), z.boolean()]).nullish(),
  confidence: z.number().nullish(),
});
type Answer = z.infer<typeof ANSWER>;

export interface SummaryOptions extends Partial<{ readonly [Rule in keyof ClusterRules]: number | undefined }> {
  /** Say what would be summarised; asks nobody. Default false. */
  readonly dryRun?: boolean | undefined;
}

/** Defaults: clusters of 3 to 20 claims, a cosine of 0.65. */
function rulesOf({ minCluster = 3, maxCluster = 20, similarityThreshold = 0.65 }: SummaryOptions): ClusterRules {
  const faults: readonly (readonly [field: string, isWrong: boolean])[] = [
    ["min_cluster", !Number.isInteger(minCluster) || minCluster < 2],
    ["max_cluster", !Number.isInteger(maxCluster) || maxCluster < minCluster],
    ["similarity_threshold", !(similarityThreshold >= 0 && similarityThreshold <= 1)],
  ];
  const field = faults.find(([, isWrong]) => isWrong)?.[0];
  if (field !== undefined) {
    throw new InvalidInputError("input.invalid", `${field} is out of range`, { details: { field } });
  }
  return { minCluster, maxCluster, similarityThreshold };
}

const idsOf = (cluster: Cluster): readonly number[] => cluster.map(({ id }) => id);

const partOf = ({ subject, predicate, objectValue, text }: Claim): object => ({
  subject,
  predicate,
  value: objectValue,
  text: cut(text, TEXT_CHARACTERS),
});

/** Tells the tuple of a summary from that of any other claim. */
function suffixOf(cluster: Cluster): string {
  return createHash("sha1").update(idsOf(cluster).join(",")).digest("hex").slice(0, SUFFIX_DIGITS);
}

function inputOf(cluster: Cluster, text: string, answer: Answer): ClaimInput {
  const [first] = cluster;
  const predicate = given(answer.predicate);
  return {
    text,
    claimType: "summary",
    subject: given(answer.subject) ?? first?.subject,
    predicate: `${predicate ?? "summary"}:${suffixOf(cluster)}`,
    objectValue: given(answer.object_value),
    confidence: clamped(answer.confidence ?? UNSAID_CONFIDENCE, 0, 1),
    scope: first?.scope,
    visibility: first?.visibility,
    citations: [
      {
        source: SOURCE,
        locator: `cluster:${cluster.length}_claims`,
        excerpt: `Claims ${idsOf(cluster).join(", ")}`,
      },
    ],
  };
}

/** Whose the summary is: that of all, or of the job when several have a part in it. */
function ownerOf([first, ...rest]: Cluster): Pick<Claim, "tenantId" | "sourceAgent"> {
  const sourceAgent = first?.sourceAgent ?? SOURCE;
  const isOne = rest.every((claim) => claim.sourceAgent === sourceAgent);
  return { tenantId: first?.tenantId, sourceAgent: isOne ? sourceAgent : SOURCE };
}

/** Whether the claims are still what the model was shown: none was brought back, redacted or erased meanwhile. */
async function isUnchanged({ context, viewer }: Job, cluster: Cluster): Promise<boolean> {
  const versions = new Map(
    (await context.store.claims.getMany(viewer, idsOf(cluster), false)).map(({ id, version }) => [id, version]),
  );
  return cluster.every(({ id, version }) => versions.get(id) === version);
}

/** Stores a summary with its links, in the caller's transaction; `undefined` when its claims have changed. */
async function write(job: Job, cluster: Cluster, input: ClaimInput): Promise<Claim | undefined> {
  if (!(await isUnchanged(job, cluster))) return undefined;
  const { claim } = await ownerMemory(job.context, ownerOf(cluster)).claims.ingest(input);
  let links = 0;
  for (const target of cluster) {
    if (await linkClaims(job, { source: claim, target, linkType: "derived_from" })) links += 1;
  }
  await recordEvent(job.context.store, {
    claimId: claim.id,
    tenantId: claim.tenantId,
    createdAt: timestampOf(job.context.clock.nowMs()),
    eventType: "compactor",
    details: "compact_summary_created",
    payload: {
      source_claim_ids: idsOf(cluster),
      cluster_size: cluster.length,
      links_created: links,
      run_id: job.runId,
    },
  });
  return claim;
}

/** What became of a cluster, in wire form. */
interface Outcome extends JsonObject {
  readonly action: "would_summarize" | "summarized" | "llm_empty_response" | "empty_summary" | "error";
}

/** A refused summary. What fails in the store ends the job. */
function isOfCluster(error: unknown): error is MemoryMasterError {
  return error instanceof MemoryMasterError && !(error instanceof StoreError || error instanceof InternalError);
}

async function store(job: Job, cluster: Cluster, answer: Answer): Promise<Outcome> {
  const text = given(answer.summary_text);
  if (text === undefined) return { action: "empty_summary" };
  // The memory would answer with the claim itself, and bring it back.
  const known = cluster.find((claim) => foldedValue(claim.text) === foldedValue(text));
  if (known !== undefined) return { action: "error", error: "repeats_a_source" };
  try {
    const input = inputOf(cluster, text, answer);
    const claim = await job.context.store.transaction(async () => write(job, cluster, input));
    if (claim === undefined) return { action: "error", error: "sources_changed" };
    return { action: "summarized", summary_claim_id: claim.id, summary_text: claim.text };
  } catch (error) {
    if (!isOfCluster(error)) throw error;
    return { action: "error", error: error.code };
  }
}

async function summarize(
  job: Job,
  cluster: Cluster,
  model: LanguageModel,
): Promise<{ readonly outcome: Outcome; readonly ends?: AskFailure }> {
  const answer = await model.ask({
    ...SUMMARY_PROMPT,
    text: JSON.stringify(cluster.map(partOf)),
    schema: ANSWER,
    temperature: 0,
    signal: job.context.signal,
  });
  if (answer.outcome === "ok") return { outcome: await store(job, cluster, answer.value) };
  const { outcome } = answer;
  if (outcome === "empty") return { outcome: { action: "llm_empty_response" } };
  return { outcome: { action: "error", error: outcome }, ...(ENDS.has(outcome) && { ends: outcome }) };
}

function detailOf(cluster: Cluster, outcome: Outcome): JsonObject {
  const hint = cluster[0]?.subject ?? null;
  return { source_claim_ids: idsOf(cluster), cluster_size: cluster.length, subject_hint: hint, ...outcome };
}

interface Told {
  readonly details: readonly JsonObject[];
  /** Why there was nobody to ask any more. */
  readonly aborted: AskFailure | null;
}

async function summarizeAll(job: Job, clusters: readonly Cluster[], model: LanguageModel): Promise<Told> {
  const details: JsonObject[] = [];
  for (const cluster of clusters) {
    job.context.signal?.throwIfAborted();
    await job.beat?.();
    const { outcome, ends } = await summarize(job, cluster, model);
    details.push(detailOf(cluster, outcome));
    if (ends !== undefined) return { details, aborted: ends };
  }
  return { details, aborted: null };
}

const rehearsed = (clusters: readonly Cluster[]): Told => ({
  details: clusters.map((cluster) => detailOf(cluster, { action: "would_summarize" })),
  aborted: null,
});

function resultOf({ details, aborted }: Told): JsonObject {
  const made = details.filter(({ action }) => action === "summarized");
  const errors = details.filter(({ action }) => action !== "summarized" && action !== "would_summarize");
  return {
    summaries_created: made.length,
    source_claims_summarized: made.reduce((sum, one) => sum + Number(one["cluster_size"]), 0),
    errors: errors.length,
    aborted_reason: aborted,
    details,
  };
}

function requireModel({ context }: Job): LanguageModel {
  const { model } = context;
  if (model?.provider !== undefined) return model;
  throw new InvalidInputError("input.invalid", "Summaries need a language model, and none is set up");
}

/**
 * Has a model merge archived claims that speak of one thing into summaries, which are candidates; the claims stay as they
 * are. Claims that a live one has replaced are left out.
 *
 * @returns in wire form: clusters_found, dry_run, summaries_created, source_claims_summarized, errors, aborted_reason,
 *   details
 * @throws InvalidInputError `input.invalid` naming the option, or without a model, before any work
 */
export async function compactSummaries(job: Job, options: SummaryOptions = {}): Promise<StepResult> {
  const rules = rulesOf(options);
  const { dryRun = false } = options;
  const model = dryRun ? undefined : requireModel(job);
  const { claims, done } = await takeSummarizable(job);
  const clusters = clustersOf(claims, await embedClaims(job.context, claims), rules);
  const told = model === undefined ? rehearsed(clusters) : await summarizeAll(job, clusters, model);
  // What got no answer has its turn again at once.
  if (!dryRun && told.aborted === null) await done();
  return { clusters_found: clusters.length, dry_run: dryRun, ...resultOf(told) };
}
