import type { Store } from "../ports/store.ts";
import type { ChainAnchor } from "../ports/upkeep-store.ts";
import type { ChainIssue } from "./chain.ts";
import type { MemoryEvent } from "./event.ts";
import { payloadOf } from "./payload-of.ts";

type Anchor = Omit<ChainAnchor, "name">;

/** Details of the event that a rollback leaves; its payload says from where to where other events have stood before. */
const ROLLBACK = "snapshot_rollback";

/** Begins the names of anchors of other chains: their events are lines of the history. */
export const LEGACY_ANCHOR = "legacy:";

/** What is known of how far the chain once reached: the last good check, and each snapshot. */
export async function readAnchors(store: Pick<Store, "upkeep" | "files">): Promise<readonly Anchor[]> {
  const snapshots = (await store.files?.snapshots()) ?? [];
  const own = (await store.upkeep.anchors()).filter(({ name }) => !name.startsWith(LEGACY_ANCHOR));
  return [...own, ...snapshots.flatMap(({ anchor }) => anchor ?? [])];
}

export interface AnchorCheck {
  see(event: MemoryEvent): void;
  issues(): readonly ChainIssue[];
}

/**
 * A chain that no longer holds what an anchor saw has been cut, and nothing within it can show that. What a rollback took
 * away on purpose is excused by the event of the rollback.
 */
export function createAnchorCheck(anchors: readonly Anchor[]): AnchorCheck {
  const hashes = new Map<number, string | undefined>(anchors.map(({ headId }) => [headId, undefined]));
  const cuts: { readonly from: number; readonly to: number }[] = [];
  return {
    see: (event) => {
      if (hashes.has(event.id)) hashes.set(event.id, event.eventHash);
      if (event.eventType !== "system" || event.details !== ROLLBACK) return;
      const { kept_head_id: kept, discarded_head_id: to } = payloadOf(event) ?? {};
      if (typeof to === "number") cuts.push({ from: typeof kept === "number" ? kept + 1 : event.id, to });
    },
    issues: () => {
      const lost = anchors
        .filter(({ headId, headHash }) => hashes.get(headId) !== headHash)
        .filter(({ headId }) => !cuts.some(({ from, to }) => from <= headId && headId <= to));
      const ids = [...new Set(lost.map(({ headId }) => headId))].sort((a, b) => a - b);
      return ids.map((eventId) => ({ eventId, reason: "truncated_chain" }));
    },
  };
}
