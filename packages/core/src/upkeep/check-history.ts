import { LEGACY_ANCHOR } from "../events/anchor-check.ts";
import type { ChainIssue } from "../events/chain.ts";
import type { DumpRow } from "../ports/dump-store.ts";
import type { Store } from "../ports/store.ts";

const PAGE = 500;

/**
 * Whether the history still holds what came from stores of the earlier product: as many events as then, and the newest.
 *
 * @returns ids in those stores
 */
export async function historyIssues({ upkeep, dump }: Pick<Store, "upkeep" | "dump">): Promise<readonly ChainIssue[]> {
  const anchors = (await upkeep.anchors()).filter(({ name }) => name.startsWith(LEGACY_ANCHOR));
  if (anchors.length === 0) return [];
  const counts = new Map<string, number>();
  const heads = new Map(anchors.map(({ headHash }) => [headHash, 0]));
  for (let after: DumpRow | undefined; ;) {
    const rows = await dump.read("event_history", after, PAGE);
    for (const row of rows) {
      const { origin, event_hash: hash } = row as { origin: string; event_hash: string };
      counts.set(origin, (counts.get(origin) ?? 0) + 1);
      if (heads.has(hash)) heads.set(hash, Number(row["origin_id"]));
    }
    after = rows.at(-1);
    if (after === undefined) break;
  }
  return anchors
    .filter(({ name, eventCount, headHash, headId }) => {
      const count = counts.get(name.slice(LEGACY_ANCHOR.length)) ?? 0;
      return count < eventCount || heads.get(headHash) !== headId;
    })
    .map(({ headId }) => ({ eventId: headId, reason: "truncated_history" }));
}
