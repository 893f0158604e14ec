import type { Viewer } from "../access/viewer.ts";
import type { Claim } from "../claims/claim.ts";
import type { HistoryEntry } from "../ports/event-store.ts";
import type { HistoryLine } from "../ports/history-store.ts";
import type { Store } from "../ports/store.ts";
import { recordOf } from "../transfer/row-record.ts";
import type { MemoryEvent } from "./event.ts";
import { withoutHiddenClaims } from "./other-claim.ts";

/** An event of another store, its ids being those of that store; none when it was erased. */
function entryOf({ line, origin }: HistoryLine): HistoryEntry | undefined {
  if (line === undefined) return undefined;
  const { row } = JSON.parse(line) as { readonly row: Parameters<typeof recordOf>[1] };
  return { event: recordOf("events", row) as unknown as MemoryEvent, content: undefined, origin };
}

/** The newest events of a claim, oldest first, behind those that it had in other stores. */
export async function readHistory(
  store: Pick<Store, "claims" | "events" | "history">,
  { id, uid }: Pick<Claim, "id" | "uid">,
  { viewer, limit }: { readonly viewer: Viewer; readonly limit: number },
): Promise<readonly HistoryEntry[]> {
  const own = await store.events.history(id, limit);
  const foreign = own.length < limit ? await store.history.of(uid, limit - own.length) : [];
  return [...foreign.flatMap((line) => entryOf(line) ?? []), ...(await withoutHiddenClaims(store, viewer, own))];
}
