import { LIVE_STATUSES, timestampOf } from "@memorymaster/core";
import type { Claim, JsonObject } from "@memorymaster/core";
import { isCurrent, payloadOf, recordEvent, reloadClaim } from "@memorymaster/core/jobs";

import { takeStep } from "../jobs/apply-step.ts";
import { eachClaim } from "../jobs/each-claim.ts";
import { nextInRotation } from "../jobs/rotate.ts";
import type { Job, StepResult } from "../types.ts";
import { archiveAsDuplicate } from "./archive-as-duplicate.ts";
import { readClaim } from "./compare-claims.ts";
import { embedClaims } from "./embed-claims.ts";
import { linkClaims } from "./link-claims.ts";
import { openPairs } from "./open-pairs.ts";
import { planDedup } from "./plan-dedup.ts";
import type { DedupPlan, DuplicatePair } from "./plan-dedup.ts";

export interface DedupOptions {
  /** Cosine similarity from which two texts mean the same, 0..1. Default 0.92. */
  readonly threshold?: number | undefined;
  /** Share of terms that they have in common besides, 0..1. Default 0.3. */
  readonly minTextOverlap?: number | undefined;
  /** Claims compared, the oldest first. Default and most: 10,000. */
  readonly limit?: number | undefined;
  /** Exactly this one. Default: all. */
  readonly scope?: string | undefined;
  /** Say what would be done, and write nothing. Default false. */
  readonly dryRun?: boolean | undefined;
}

const MAX_CLAIMS = 10_000;
const CONFLICT = "same subject/predicate has conflicting object_value";

interface Selected {
  readonly claims: readonly Claim[];
  readonly truncated: boolean;
  readonly done: () => Promise<void>;
}

async function selectClaims(job: Job, { scope, limit = MAX_CLAIMS }: DedupOptions): Promise<Selected> {
  const { context, viewer } = job;
  const most = Math.min(limit, MAX_CLAIMS);
  const filter = { statuses: LIVE_STATUSES, hasWords: true, ...(scope !== undefined && { scopes: [scope] }) };
  const first = await context.store.jobs.select(viewer, { filter, order: "oldest", limit: most + 1 });
  const truncated = first.length > most;
  const name = scope === undefined ? "dedup" : `dedup ${scope}`;
  const { claims, done } = truncated
    ? await nextInRotation({ ...job, limit: most }, { name, filter, order: "oldest" })
    : { claims: first, done: async () => {} };
  const now = timestampOf(context.clock.nowMs());
  return { claims: claims.filter((claim) => isCurrent(claim, now)), truncated, done };
}

async function planFor(job: Job, claims: readonly Claim[], options: DedupOptions): Promise<DedupPlan> {
  const { threshold = 0.92, minTextOverlap = 0.3 } = options;
  const vectors = await embedClaims(job.context, claims);
  const plan = planDedup(claims.map(readClaim), vectors, { threshold, minTextOverlap });
  const asked = await openPairs(job);
  // What a person is being asked about waits for the answer.
  return { ...plan, duplicates: plan.duplicates.filter(({ archive }) => !asked.concerns(archive.id)) };
}

async function archiveAll(job: Job, pairs: readonly DuplicatePair[]): Promise<number> {
  const byLoser = new Map(pairs.map((pair) => [pair.archive.id, pair]));
  let archived = 0;
  await eachClaim(
    job,
    pairs.map(({ archive }) => archive),
    async (duplicate) => {
      const pair = byLoser.get(duplicate.id);
      if (pair === undefined) return;
      const keeper = await reloadClaim(job.context.store, job.viewer, pair.keep.id);
      if (keeper.status !== pair.keep.status) return;
      const details = `duplicate of claim ${keeper.id} (similarity=${rounded(pair.similarity)})`;
      const outcome = await archiveAsDuplicate(job, { duplicate, keeper, eventType: "dedup", details });
      if (outcome === "done") archived += 1;
    },
  );
  return archived;
}

async function flagConflicts(job: Job, conflicts: DedupPlan["conflicts"]): Promise<number> {
  const rivals = new Map<Claim, number>();
  for (const { a, b } of conflicts) {
    rivals.set(a.claim, rivals.get(a.claim) ?? b.claim.id);
    rivals.set(b.claim, rivals.get(b.claim) ?? a.claim.id);
  }
  const ids = new Map([...rivals].map(([{ id }, rival]) => [id, rival]));
  let flagged = 0;
  await eachClaim(job, [...rivals.keys()], async (claim) => {
    const step = { to: "conflicted", eventType: "dedup", details: CONFLICT } as const;
    if ((await takeStep(job, { claim, ...step, peerId: ids.get(claim.id) })) === "done") flagged += 1;
  });
  return flagged;
}

/** A pair is linked once: who takes the link away does not get it back. */
async function wasLinked({ context, viewer }: Job, source: Claim, target: Claim): Promise<boolean> {
  const { items } = await context.store.events.list(
    viewer,
    { claimId: source.id, eventType: "link" },
    { limit: 1_000 },
  );
  return items.some((event) => payloadOf(event)?.["target_id"] === target.id);
}

async function linkRelated(job: Job, related: DedupPlan["related"]): Promise<number> {
  let linked = 0;
  for (const { a, b } of related) {
    const [source, target] = [b.claim, a.claim];
    await job.context.store.transaction(async () => {
      if (await wasLinked(job, source, target)) return;
      if (await linkClaims(job, { source, target, linkType: "relates_to" })) linked += 1;
    });
  }
  return linked;
}

async function apply(job: Job, plan: DedupPlan): Promise<{ archived: number; flagged: number; linked: number }> {
  const flagged = await flagConflicts(job, plan.conflicts);
  const archived = await archiveAll(job, plan.duplicates);
  return { archived, flagged, linked: await linkRelated(job, plan.related) };
}

const rounded = (number: number): number => Math.round(number * 10_000) / 10_000;

function pairToWire({ keep, archive, similarity, overlap }: DuplicatePair): JsonObject {
  return {
    keep_id: keep.id,
    archive_id: archive.id,
    similarity: rounded(similarity),
    text_overlap: rounded(overlap),
    keep_confidence: rounded(keep.confidence),
    archive_confidence: rounded(archive.confidence),
    keep_text: keep.text,
    archive_text: archive.text,
  };
}

function conflictToWire({ a, b, comparison, similarity }: DedupPlan["conflicts"][number]): JsonObject {
  return {
    claim_a_id: a.claim.id,
    claim_b_id: b.claim.id,
    similarity: rounded(similarity),
    text_overlap: rounded(comparison.overlap),
    subject: a.claim.subject ?? null,
    predicate: a.claim.predicate ?? null,
    object_value_a: a.claim.objectValue ?? null,
    object_value_b: b.claim.objectValue ?? null,
  };
}

/**
 * Archives claims of which another one says the same, flags those that contradict each other in one attribute, and links
 * what is alike.
 *
 * @returns in wire form: scanned, truncated, duplicates_found, claims_archived, dry_run, threshold, limit, scope_filter,
 *   conflicts_found, claims_conflicted, claims_linked, pairs, conflict_pairs
 */
export async function dedupEngine(job: Job, options: DedupOptions = {}): Promise<StepResult> {
  const { dryRun = false, threshold = 0.92, minTextOverlap = 0.3, limit, scope } = options;
  const { claims, truncated, done } = await selectClaims(job, options);
  const plan = await planFor(job, claims, options);
  const { archived, flagged, linked } = dryRun ? { archived: 0, flagged: 0, linked: 0 } : await apply(job, plan);
  const counts = {
    scanned: claims.length,
    truncated,
    duplicates_found: plan.duplicates.length,
    claims_archived: archived,
    dry_run: dryRun,
    threshold,
    limit: limit ?? null,
    scope_filter: scope ?? null,
    conflicts_found: plan.conflicts.length,
    claims_conflicted: flagged,
    claims_linked: linked,
  };
  if (!dryRun) {
    await done();
    await recordEvent(job.context.store, {
      eventType: "dedup_run",
      details: "dedup_completed",
      payload: { ...counts, min_text_overlap: minTextOverlap, run_id: job.runId },
      tenantId: job.viewer.tenantId,
      createdAt: timestampOf(job.context.clock.nowMs()),
    });
  }
  return { ...counts, pairs: plan.duplicates.map(pairToWire), conflict_pairs: plan.conflicts.map(conflictToWire) };
}
