import { authorize, LIMITS, viewerOf } from "@memorymaster/core";
import type { JsonObject } from "@memorymaster/core";
import type { StewardContext } from "../types.ts";
import { checkPositive } from "./check-positive.ts";

/** All > 0. Defaults: `BACKLOG_DEFAULTS`. */
export interface BacklogOptions {
  /** Candidates that are counted at most. */
  readonly scanLimit?: number | undefined;
  /** Candidates that people can look at in a day. */
  readonly dailyCapacity?: number | undefined;
  readonly batchSize?: number | undefined;
}

const BACKLOG_DEFAULTS = { scanLimit: 25_000, dailyCapacity: 688, batchSize: 100 } as const;

async function candidateIds({ store, authority }: StewardContext, limit: number): Promise<readonly number[]> {
  const viewer = viewerOf(authority);
  const filter = { statuses: ["candidate"] } as const;
  const ids: number[] = [];
  while (ids.length < limit) {
    const size = Math.min(LIMITS.listLimit, limit - ids.length);
    const page = await store.jobs.select(viewer, { filter, order: "oldest", afterId: ids.at(-1), limit: size });
    for (const { id } of page) ids.push(id);
    if (page.length < size) break;
  }
  return ids;
}

/**
 * How long it takes people to look at every candidate, oldest first. Changes nothing.
 *
 * @returns in wire form
 * @throws InvalidInputError `input.invalid` naming the option
 */
export async function backlogPlan(context: StewardContext, options: BacklogOptions = {}): Promise<JsonObject> {
  authorize(context.authority, "query");
  const scanLimit = options.scanLimit ?? BACKLOG_DEFAULTS.scanLimit;
  const dailyCapacity = options.dailyCapacity ?? BACKLOG_DEFAULTS.dailyCapacity;
  const batchSize = options.batchSize ?? BACKLOG_DEFAULTS.batchSize;
  checkPositive({ scan_limit: scanLimit, daily_capacity: dailyCapacity, batch_size: batchSize });
  const found = await candidateIds(context, scanLimit + 1);
  const ids = found.slice(0, scanLimit);
  return {
    dry_run: true,
    candidate_count: ids.length,
    scan_limit: scanLimit,
    truncated: found.length > ids.length,
    daily_capacity: dailyCapacity,
    batch_size: batchSize,
    review_batches: Math.ceil(ids.length / batchSize),
    minimum_days: Math.ceil(ids.length / dailyCapacity),
    automatic_transitions: 0,
    candidate_ids: ids,
  };
}
