import type { UpkeepStore } from "@memorymaster/core";
import type { Flavor } from "../flavor.ts";
import { rebuildIndex } from "../search/rebuild-index.ts";
import type { Session } from "../transaction.ts";
import { checkIndex } from "./check-index.ts";
import { fixRowIssues } from "./fix-rows.ts";
import { findRowIssues } from "./row-issues.ts";

export function createUpkeepStore(session: Session, flavor: Flavor): UpkeepStore {
  const { codecs, lists, textIndex } = flavor;
  return {
    checkIndex: (full) => checkIndex(session, flavor, full),
    repairIndex: async () => {
      await rebuildIndex(session.transaction, flavor, true);
      return (await textIndex.stats(session.db())).claims;
    },
    findRowIssues: async (limit) => findRowIssues(session.db(), limit),
    fixRowIssues: (issues) => session.write((db) => fixRowIssues(db, lists, issues)),
    anchors: async () => {
      const rows = await session.db().selectFrom("chain_anchor").selectAll().orderBy("name").execute();
      return rows.map((row) => ({
        name: row.name,
        eventCount: row.event_count,
        headId: row.head_id,
        headHash: row.head_hash,
        recordedAt: codecs.time.decode(row.recorded_at),
      }));
    },
    recordAnchor: async ({ name, eventCount, headId, headHash, recordedAt }) => {
      const row = {
        event_count: eventCount,
        head_id: headId,
        head_hash: headHash,
        recorded_at: codecs.time.encode(recordedAt),
      };
      await session.write((db) =>
        db
          .insertInto("chain_anchor")
          .values({ name, ...row })
          .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
          .execute(),
      );
    },
  };
}
