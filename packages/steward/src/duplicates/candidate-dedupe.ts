import type { Claim, ClaimStatus, JsonObject } from "@memorymaster/core";
import { reloadClaim } from "@memorymaster/core/jobs";

import { eachClaim } from "../jobs/each-claim.ts";
import { nextInRotation } from "../jobs/rotate.ts";
import type { Job, StepResult } from "../types.ts";
import { archiveAsDuplicate } from "./archive-as-duplicate.ts";
import { mayBeSame, readClaim, saysMore } from "./compare-claims.ts";
import type { ReadClaim } from "./compare-claims.ts";
import { openPairs } from "./open-pairs.ts";
import { findTextMatches } from "./text-matches.ts";
import type { TextMatch } from "./text-matches.ts";

/** Shorter texts say too little to be compared. */
const MIN_CHARACTERS = 10;

/** States of a claim that a candidate may be archived in favour of. */
const CANONICAL = ["confirmed", "candidate", "stale"] as const satisfies readonly ClaimStatus[];

type Reason =
  | "text-too-short"
  | "no-fts-matches"
  | "distinct-values"
  | "below-threshold"
  | "open-proposal"
  | "pinned"
  | "held"
  | "duplicate";

interface Verdict {
  readonly claim: Claim;
  readonly canonical: Claim | undefined;
  /** Of the best match, 0..1. */
  readonly score: number | undefined;
  readonly reason: Reason;
}

/** Of two candidates the older one stays, so that they do not archive each other. */
function mayStandFor(other: Claim, claim: Claim): boolean {
  if (other.status === "confirmed") return true;
  return other.createdAt === claim.createdAt ? other.id < claim.id : other.createdAt < claim.createdAt;
}

function judge(read: ReadClaim, matches: readonly TextMatch[], minOverlap: number): Verdict {
  const { claim } = read;
  if (claim.text.trim().length < MIN_CHARACTERS) {
    return { claim, canonical: undefined, score: undefined, reason: "text-too-short" };
  }
  const eligible = matches.filter(({ other }) => mayStandFor(other.claim, claim));
  const close = eligible.filter(({ comparison }) => comparison.overlap >= minOverlap);
  const same = close.find(({ other, comparison }) => mayBeSame(comparison) && !saysMore(read, other));
  const best = same ?? eligible[0];
  const verdict = { claim, canonical: best?.other.claim, score: best?.comparison.overlap };
  if (best === undefined) return { ...verdict, reason: "no-fts-matches" };
  if (same === undefined) return { ...verdict, reason: close.length > 0 ? "distinct-values" : "below-threshold" };
  return { ...verdict, reason: claim.pinned ? "pinned" : "duplicate" };
}

async function judgeAll(job: Job, claims: readonly Claim[]): Promise<readonly Verdict[]> {
  const { minOverlap } = job.context.settings.maintenance.dedupe;
  const read = claims.map(readClaim);
  const matches = await findTextMatches(job, read, CANONICAL);
  const asked = await openPairs(job);
  return read.map((one) => {
    const verdict = judge(one, matches.get(one.claim.id) ?? [], minOverlap);
    // What a person is being asked about waits for the answer.
    const waits = verdict.reason === "duplicate" && asked.concerns(one.claim.id);
    return waits ? { ...verdict, reason: "open-proposal" } : verdict;
  });
}

async function archive(job: Job, verdicts: readonly Verdict[]): Promise<ReadonlySet<number>> {
  const { minOverlap } = job.context.settings.maintenance.dedupe;
  const canonicals = new Map(verdicts.map(({ claim, canonical }) => [claim.id, canonical]));
  const archived = new Set<number>();
  await eachClaim(
    job,
    verdicts.map(({ claim }) => claim),
    async (claim) => {
      const canonical = canonicals.get(claim.id);
      if (canonical === undefined || claim.status !== "candidate") return;
      const keeper = await reloadClaim(job.context.store, job.viewer, canonical.id);
      if (!CANONICAL.some((status) => status === keeper.status)) return;
      const details = `dedupe-archived: jaccard>=${minOverlap} canonical-status=${keeper.status}`;
      const outcome = await archiveAsDuplicate(job, { duplicate: claim, keeper, eventType: "dedup", details });
      if (outcome !== "done") return;
      await job.context.store.claims.recordAccesses([{ uid: keeper.uid, at: claim.updatedAt }]);
      archived.add(claim.id);
    },
  );
  return archived;
}

function toWire({ claim, canonical, score, reason }: Verdict): JsonObject {
  return {
    claim_id: claim.id,
    canonical_id: canonical?.id ?? null,
    score: score === undefined ? null : rounded(score),
    reason,
    would_archive: reason === "duplicate",
  };
}

const rounded = (number: number): number => Math.round(number * 10_000) / 10_000;

/**
 * Archives new claims that say what another one says already, or in shadow counts them. Asks no model.
 *
 * @returns in wire form: enabled, shadow, archived, would_archive, passthrough, avg_jaccard, results
 */
export async function dedupeJob(job: Job): Promise<StepResult> {
  const { enabled, shadow } = job.context.settings.maintenance.dedupe;
  const nothing = { enabled, shadow, archived: 0, would_archive: 0, passthrough: 0, avg_jaccard: null, results: [] };
  if (!enabled) return nothing;
  const filter = { statuses: ["candidate"], hasWords: true } as const;
  const { claims, done } = await nextInRotation(job, { name: "candidate-dedupe", filter, order: "newest" });
  const judged = await judgeAll(job, claims);
  const duplicates = judged.filter(({ reason }) => reason === "duplicate");
  const archived = shadow ? new Set<number>() : await archive(job, duplicates);
  await done();
  const isHeld = ({ claim, reason }: Verdict): boolean => reason === "duplicate" && !shadow && !archived.has(claim.id);
  const verdicts = judged.map((one): Verdict => (isHeld(one) ? { ...one, reason: "held" } : one));
  const scores = verdicts.flatMap(({ score }) => score ?? []);
  return {
    ...nothing,
    archived: archived.size,
    would_archive: shadow ? duplicates.length : 0,
    passthrough: verdicts.filter(({ reason }) => reason !== "duplicate").length,
    avg_jaccard: scores.length === 0 ? null : rounded(scores.reduce((sum, score) => sum + score, 0) / scores.length),
    results: verdicts.map(toWire),
  };
}
