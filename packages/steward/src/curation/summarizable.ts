import { isSensitiveClaim, LIVE_STATUSES } from "@memorymaster/core";
import type { Claim, ClaimStatus } from "@memorymaster/core";
import { nextInRotation } from "../jobs/rotate.ts";
import type { Job } from "../types.ts";

const LIVE: readonly ClaimStatus[] = LIVE_STATUSES;

async function isSummarized({ context }: Job, { id }: Claim): Promise<boolean> {
  const links = await context.store.links.listOf(id, "derived_from");
  return links.some(({ targetId }) => targetId === id);
}

/** Claims whose place a live one has taken: what they say is no longer so. */
async function replacedIn({ context, viewer }: Job, claims: readonly Claim[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(claims.flatMap(({ replacedByClaimId }) => replacedByClaimId ?? []))];
  const present = ids.length === 0 ? [] : await context.store.claims.getMany(viewer, ids, false);
  const live = new Set(present.filter(({ status }) => LIVE.includes(status)).map(({ id }) => id));
  return new Set(claims.flatMap(({ id, replacedByClaimId }) => (live.has(replacedByClaimId ?? 0) ? [id] : [])));
}

/** The next archived claims that may be told in a summary and are in none yet. */
export async function takeSummarizable(
  job: Job,
): Promise<{ readonly claims: readonly Claim[]; readonly done: () => Promise<void> }> {
  const filter = { statuses: ["archived"], hasWords: true } as const;
  const { claims: seen, done } = await nextInRotation(job, { name: "compact-summaries", filter, order: "oldest" });
  const replaced = await replacedIn(job, seen);
  const claims = [];
  for (const claim of seen) {
    if (claim.claimType === "summary" || replaced.has(claim.id) || isSensitiveClaim(claim)) continue;
    if (!(await isSummarized(job, claim))) claims.push(claim);
  }
  return { claims, done };
}
