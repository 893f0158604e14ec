import type { HistoryEntry } from "../ports/event-store.ts";
import type { Store } from "../ports/store.ts";

const PAGE = 1_000;

/** Shows all events behind an id, page by page in id order, and returns the id of the last one. */
export async function walkEvents(
  store: Pick<Store, "events">,
  afterId: number,
  see: (page: readonly HistoryEntry[]) => void,
): Promise<number> {
  for (let lastId = afterId; ;) {
    const page = await store.events.scan(lastId, PAGE);
    const last = page.at(-1);
    if (last === undefined) return lastId;
    see(page);
    lastId = last.event.id;
  }
}
