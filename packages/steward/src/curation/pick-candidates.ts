import type { Claim } from "@memorymaster/core";
import { payloadOf } from "@memorymaster/core/jobs";
import { openPairs } from "../duplicates/open-pairs.ts";
import { nextInRotation } from "../jobs/rotate.ts";
import type { Job } from "../types.ts";
import { FACTS_PROMPT } from "./prompts.ts";
import { LLM_STEWARD } from "./take-facts.ts";

/** Claims that are looked at for each one that is taken: most may have been read before. */
const LOOK_AHEAD = 10;
const MAX_LOOK = 1_000;

export interface Picked {
  /** With citations, by id. */
  readonly claims: readonly Claim[];
  /** Notes where the next run goes on: before the first of these, which wait for it. */
  readonly done: (waiting: ReadonlySet<number>) => Promise<void>;
}

async function readBefore({ context }: Job, claims: readonly Claim[]): Promise<ReadonlySet<number>> {
  const ids = claims.map(({ id }) => id);
  const told = (await context.store.jobs.latestEvents(ids, "extractor")).filter((event) => {
    const payload = payloadOf(event);
    return payload?.["source"] === LLM_STEWARD && payload["purpose"] === FACTS_PROMPT.purpose;
  });
  return new Set(told.flatMap(({ claimId }) => claimId ?? []));
}

/** The next candidates that no model has read with this prompt and nobody is asked about. What it drew itself is left out. */
export async function pickCandidates(job: Job, scope: string | undefined): Promise<Picked> {
  const { limit } = job;
  const name = scope === undefined ? LLM_STEWARD : `${LLM_STEWARD}:${scope}`;
  const look = Math.max(limit, Math.min(limit * LOOK_AHEAD, MAX_LOOK));
  const { claims: seen, done } = await nextInRotation(
    { ...job, limit: look },
    {
      name,
      filter: { statuses: ["candidate"], scopes: scope === undefined ? undefined : [scope], hasWords: true },
      withoutTypes: ["observation", "skill"],
      order: "oldest",
    },
  );
  const known = await readBefore(job, seen);
  const open = await openPairs(job);
  const isDue = ({ id, citations }: Claim): boolean =>
    !known.has(id) && !open.concerns(id) && !citations.some(({ source }) => source === LLM_STEWARD);
  const due = seen.filter(isDue);
  const claims = due.slice(0, limit);
  return {
    claims,
    done: async (waiting) => {
      const next = due[limit];
      const stop = seen.findIndex((claim) => claim === next || waiting.has(claim.id));
      if (stop < 0) return done();
      const last = seen[stop - 1];
      if (last !== undefined) await job.context.store.jobs.writeNote(name, String(last.id));
    },
  };
}
