import type { Viewer } from "../access/viewer.ts";
import type { HistoryEntry } from "../ports/event-store.ts";
import type { Store } from "../ports/store.ts";
import type { MemoryEvent } from "./event.ts";
import { payloadOf } from "./payload-of.ts";

const NAMES = ["target_id", "related_claim_id", "replaced_by_claim_id"] as const;

/** The other claim that the payload of an event names: the end of a link, a rival, a replacement. */
export function otherClaimOf(event: MemoryEvent): number | undefined {
  const payload = payloadOf(event);
  const id = NAMES.map((name) => payload?.[name]).find((value) => value !== undefined && value !== null);
  return typeof id === "number" ? id : undefined;
}

/** Without the entries that name a claim which the viewer may not see. */
export async function withoutHiddenClaims(
  store: Pick<Store, "claims">,
  viewer: Viewer,
  entries: readonly HistoryEntry[],
): Promise<readonly HistoryEntry[]> {
  const named = [...new Set(entries.flatMap(({ event }) => otherClaimOf(event) ?? []))];
  if (named.length === 0) return entries;
  const visible = new Set((await store.claims.getMany(viewer, named, false)).map(({ id }) => id));
  return entries.filter(({ event }) => {
    const other = otherClaimOf(event);
    return other === undefined || visible.has(other);
  });
}
