import { timestampOf } from "@memorymaster/core";
import type { Viewer } from "@memorymaster/core";
import type { StewardContext } from "../types.ts";

/** How many claims there are, in wire form. */
export type Snapshot = {
  readonly captured_at: string;
  readonly claim_count: number;
  readonly pinned_count: number;
  readonly status_counts: Readonly<Record<string, number>>;
};

export type Delta = {
  readonly claim_count_delta: number;
  readonly pinned_count_delta: number;
  readonly status_count_delta: Readonly<Record<string, number>>;
};

export async function takeSnapshot({ store, clock }: StewardContext, viewer: Viewer): Promise<Snapshot> {
  const { claims, byStatus } = await store.claims.stats(viewer, undefined);
  const { total } = await store.claims.list(viewer, { pinned: true }, { limit: 1 });
  return {
    captured_at: timestampOf(clock.nowMs()),
    claim_count: claims,
    pinned_count: total,
    status_counts: byStatus,
  };
}

/** States that came or went are among them. */
export function deltaOf(before: Snapshot, after: Snapshot): Delta {
  const statuses = [...new Set([...Object.keys(before.status_counts), ...Object.keys(after.status_counts)])];
  const change = (status: string): number => (after.status_counts[status] ?? 0) - (before.status_counts[status] ?? 0);
  return {
    claim_count_delta: after.claim_count - before.claim_count,
    pinned_count_delta: after.pinned_count - before.pinned_count,
    status_count_delta: Object.fromEntries(statuses.map((status) => [status, change(status)])),
  };
}
