import type { Claim, MemorySettings } from "@memorymaster/core";
import type { Job } from "../types.ts";

/** The same run, in which jobs that take claims in turn find only these, and note no turn. */
export function overClaims(job: Job, claims: readonly Claim[], settings: MemorySettings = job.context.settings): Job {
  const { context } = job;
  const { jobs } = context.store;
  const ids = claims.map(({ id }) => id);
  const narrowed: typeof jobs = {
    ...jobs,
    readNote: async () => undefined,
    writeNote: async () => {},
    select: (viewer, selection) => jobs.select(viewer, { ...selection, filter: { ...selection.filter, ids } }),
  };
  return {
    ...job,
    limit: Math.max(1, ids.length),
    context: { ...context, settings, store: { ...context.store, jobs: narrowed } },
  };
}
