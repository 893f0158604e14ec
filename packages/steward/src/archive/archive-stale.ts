import { InvalidInputError, timestampOf } from "@memorymaster/core";
import { eachClaim } from "../jobs/each-claim.ts";
import { takeStep } from "../jobs/apply-step.ts";
import type { Job, StepResult } from "../types.ts";

export interface ArchiveStaleOptions {
  /** Days since the claim came in, ≥ 0. Default 14. */
  readonly olderThanDays?: number | undefined;
}

const DAY_MS = 86_400_000;

/**
 * Archives stale claims that nobody has ever been answered with, by the normal step. Where nobody counts answers, none:
 * every claim would look unused.
 *
 * @throws InvalidInputError `input.invalid` for a negative age
 */
export async function archiveStale(job: Job, { olderThanDays = 14 }: ArchiveStaleOptions = {}): Promise<StepResult> {
  if (!(olderThanDays >= 0)) {
    const details = { field: "older_than_days" };
    throw new InvalidInputError("input.invalid", "older_than_days must be 0 or more", { details });
  }
  const { store, clock, accessLog } = job.context;
  if (accessLog === undefined) return { matched: 0, archived: 0, skipped: 0 };
  const before = timestampOf(clock.nowMs() - olderThanDays * DAY_MS);
  const filter = { statuses: ["stale"], pinned: false } as const;
  const stale = await store.jobs.select(job.viewer, { filter, order: "oldest", limit: job.limit });
  const unused = stale.filter(({ accessCount, createdAt }) => accessCount === 0 && createdAt < before);
  let archived = 0;
  await eachClaim(job, unused, async (claim) => {
    const step = {
      claim,
      to: "archived",
      eventType: "staleness",
      details: `stale_and_unused:${olderThanDays}d`,
    } as const;
    if ((await takeStep(job, step)) === "done") archived += 1;
  });
  return { matched: unused.length, archived, skipped: unused.length - archived };
}
