import { LIVE_STATUSES } from "@memorymaster/core";
import type { Claim } from "@memorymaster/core";
import { fileProposal } from "@memorymaster/core/jobs";

import { readClaim } from "../duplicates/compare-claims.ts";
import type { Comparison, ReadClaim } from "../duplicates/compare-claims.ts";
import { openPairs } from "../duplicates/open-pairs.ts";
import { findTextMatches } from "../duplicates/text-matches.ts";
import { eachClaim } from "../jobs/each-claim.ts";
import type { Job, StepResult } from "../types.ts";

/** Under which the job notes the last claim that it has compared. */
const NOTE = "near-twins";
/** Share of the words that are no values in common from which two texts are the same statement. */
const SAME_STATEMENT = 0.8;
/** Fewer shared words say too little. */
const MIN_WORDS = 2;

/** Whether two claims say the same thing with other values, so that perhaps only one is true. Tuples settle their own. */
function isNearTwin({ tuple, meet, sameNames, opposed, apart, restOverlap }: Comparison, one: ReadClaim): boolean {
  const isOpen = tuple !== "other" && tuple !== "rival";
  return (
    isOpen && meet && sameNames && opposed && !apart && restOverlap >= SAME_STATEMENT && one.bare.size >= MIN_WORDS
  );
}

/** A person decides about the confirmed one, else the older one. */
function targetOf(a: Claim, b: Claim): readonly [target: Claim, other: Claim] {
  if ((a.status === "confirmed") !== (b.status === "confirmed")) return a.status === "confirmed" ? [a, b] : [b, a];
  return a.id < b.id ? [a, b] : [b, a];
}

interface Twins {
  readonly claim: Claim;
  readonly others: readonly Claim[];
}

async function findTwins(job: Job, claims: readonly Claim[]): Promise<readonly Twins[]> {
  const asked = await openPairs(job);
  const read = claims.map(readClaim);
  const matches = await findTextMatches(job, read, LIVE_STATUSES);
  return read.map((one) => ({
    claim: one.claim,
    others: (matches.get(one.claim.id) ?? [])
      .filter(({ other, comparison }) => isNearTwin(comparison, one) && !asked.has(one.claim.id, other.claim.id))
      .map(({ other }) => other.claim),
  }));
}

async function ask({ context, viewer, runId }: Job, a: Claim, b: Claim): Promise<boolean> {
  const [target, other] = targetOf(a, b);
  const filed = await fileProposal(context, viewer, {
    target,
    kind: "conflicted",
    other,
    source: "near-twin",
    reasons: [{ code: "near_twin", detail: `${target.humanId} ${other.humanId}` }],
    priority: other.confidence,
    extra: { run_id: runId },
  });
  return filed !== undefined;
}

/**
 * Asks about new claims that say what another one says, but for a number, a date, a version, a negation or a state. Both
 * stay as they are.
 *
 * @returns in wire form: compared, proposed
 */
export async function nearTwinsJob(job: Job): Promise<StepResult> {
  const { jobs } = job.context.store;
  const filter = { statuses: ["candidate"], hasWords: true } as const;
  // Each claim once, when it is new: those that come later are compared with it.
  const afterId = Number((await jobs.readNote(NOTE)) ?? 0);
  const claims = await jobs.select(job.viewer, { filter, order: "oldest", afterId, limit: job.limit });
  const twins = new Map((await findTwins(job, claims)).map(({ claim, others }) => [claim.id, others]));
  const asked = new Set<string>();
  await eachClaim(
    job,
    claims.filter(({ id }) => (twins.get(id)?.length ?? 0) > 0),
    async (claim) => {
      for (const other of twins.get(claim.id) ?? []) {
        const pair = [claim.id, other.id].sort((a, b) => a - b).join(" ");
        if (!asked.has(pair) && (await ask(job, claim, other))) asked.add(pair);
      }
    },
  );
  const last = claims.at(-1);
  if (last !== undefined) await jobs.writeNote(NOTE, String(last.id));
  return { compared: claims.length, proposed: asked.size };
}
