import { authorize, LIMITS, LIVE_STATUSES } from "@memorymaster/core";
import type { Claim } from "@memorymaster/core";
import { changeStatus } from "@memorymaster/core/jobs";
import { eachClaim } from "../jobs/each-claim.ts";
import type { Job, StepResult } from "../types.ts";

export interface ArchiveBySourceOptions {
  /** Only say which claims it would be. Default true. */
  readonly dryRun?: boolean | undefined;
}

/** Live claims of an agent, oldest first: as many as the job takes, and one more when there are more. */
async function claimsOf({ context, viewer, limit }: Job, sourceAgent: string): Promise<readonly Claim[]> {
  const found: Claim[] = [];
  let afterId = 0;
  for (;;) {
    const page = await context.store.jobs.select(viewer, {
      filter: { statuses: LIVE_STATUSES },
      order: "oldest",
      afterId,
      limit: LIMITS.listLimit,
    });
    found.push(...page.filter((claim) => claim.sourceAgent === sourceAgent));
    const last = page.at(-1);
    if (last === undefined || page.length < LIMITS.listLimit || found.length > limit) return found.slice(0, limit + 1);
    afterId = last.id;
  }
}

/**
 * Archives every live claim of an agent, for a person who wants nothing of it: pinned and confirmed ones too. Nothing is
 * deleted; an undo of the run brings all back.
 *
 * @throws ForbiddenError `access.denied`
 */
export async function archiveBySource(
  job: Job,
  sourceAgent: string,
  { dryRun = true }: ArchiveBySourceOptions = {},
): Promise<StepResult> {
  const { context, runId, limit } = job;
  authorize(context.authority, "steward");
  const found = await claimsOf(job, sourceAgent);
  const matched = found.slice(0, limit);
  const step = { to: "archived", eventType: "transition", details: "archive_by_source" } as const;
  const each = await eachClaim(job, dryRun ? [] : matched, async (claim) => {
    await changeStatus(context, claim, { ...step, payload: { run_id: runId } });
  });
  const skipped = each.skipped + each.errors;
  return {
    source_agent: sourceAgent,
    matched: matched.length,
    archived: dryRun ? 0 : matched.length - skipped,
    dry_run: dryRun,
    truncated: found.length > limit,
    skipped,
    claim_ids: matched.map(({ id }) => id),
  };
}
