import { isSensitiveClaim, timestampOf } from "@memorymaster/core";
import type { Claim } from "@memorymaster/core";
import type { Job } from "../types.ts";

const DAY_MS = 86_400_000;
const STATUSES = ["stale", "superseded", "conflicted"] as const;

export interface Compactable {
  readonly claims: readonly Claim[];
  /** Left where they are: what they say must not be written to a file. */
  readonly skippedSensitive: number;
}

/** Retired claims that nothing has touched for so many days, the oldest change first. Open questions keep theirs. */
export async function selectCompactable({ context, viewer, limit }: Job, retainDays: number): Promise<Compactable> {
  const { store, clock } = context;
  const found = await store.jobs.select(viewer, {
    filter: { statuses: STATUSES, pinned: false },
    changedBefore: timestampOf(clock.nowMs() - retainDays * DAY_MS),
    order: "least_recently_changed",
    limit,
  });
  const open = await store.proposals.listOpen(found.map(({ id }) => id));
  const asked = new Set(open.map(({ targetClaimId }) => targetClaimId));
  const free = found.filter(({ id }) => !asked.has(id));
  const claims = free.filter((claim) => !isSensitiveClaim(claim));
  return { claims, skippedSensitive: free.length - claims.length };
}
