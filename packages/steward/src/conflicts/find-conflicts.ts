import { timestampOf } from "@memorymaster/core";
import type { Claim, ClaimStatus } from "@memorymaster/core";
import { foldedValue, isCurrent } from "@memorymaster/core/jobs";

import type { Job } from "../types.ts";
import { isGenericTuple } from "./generic-tuple.ts";

/**
 * Groups of current claims that give different values to one attribute of one thing, within a namespace; with citations,
 * by their lowest id.
 *
 * @param limit groups
 */
export async function findConflictGroups(
  { context, viewer }: Job,
  statuses: readonly ClaimStatus[],
  limit: number,
): Promise<readonly (readonly Claim[])[]> {
  const now = timestampOf(context.clock.nowMs());
  const rivals = await context.store.jobs.findRivals(viewer, statuses, limit);
  return rivals
    .map((group) => group.filter((claim) => isCurrent(claim, now) && !isGenericTuple(claim)))
    .filter((group) => valuesOf(group).size > 1);
}

const valuesOf = (claims: readonly Claim[]): ReadonlySet<string> =>
  new Set(claims.map(({ objectValue = "" }) => foldedValue(objectValue)).filter((value) => value !== ""));
