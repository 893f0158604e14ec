import type { Claim, ClaimFilter } from "@memorymaster/core";
import type { Job } from "../types.ts";

export interface Rotation {
  /** Under which the job notes where it ended. */
  readonly name: string;
  readonly filter: ClaimFilter;
  readonly withoutTypes?: readonly string[] | undefined;
  /** By id: down or up. */
  readonly order: "newest" | "oldest";
}

/**
 * The next claims of a job, so that in time each has its turn: on from where the last run ended, and round again from the
 * start when the end is reached. Call `done` when they have been worked on.
 */
export async function nextInRotation(
  { context, viewer, limit }: Job,
  { name, filter, withoutTypes, order }: Rotation,
): Promise<{ readonly claims: readonly Claim[]; readonly done: () => Promise<void> }> {
  const { jobs } = context.store;
  const noted = Number((await jobs.readNote(name)) ?? 0);
  const selection = { filter, withoutTypes, order };
  const after = noted > 0 ? await jobs.select(viewer, { ...selection, afterId: noted, limit }) : [];
  const rest = limit - after.length;
  const again = rest > 0 ? await jobs.select(viewer, { ...selection, limit: rest }) : [];
  const seen = new Set(after.map(({ id }) => id));
  const claims = [...after, ...again.filter(({ id }) => !seen.has(id))];
  const last = claims.at(-1);
  return {
    claims,
    done: async () => {
      if (last !== undefined && last.id !== noted) await jobs.writeNote(name, String(last.id));
    },
  };
}
