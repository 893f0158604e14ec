import type { HistoryLine, HistoryStore } from "@memorymaster/core";
import { sql } from "kysely";
import type { Selectable } from "kysely";
import { present } from "../absence.ts";
import type { Flavor } from "../flavor.ts";
import type { EventHistoryTable } from "../schema.ts";
import type { Session } from "../transaction.ts";

const lineOf = (row: Selectable<EventHistoryTable>): HistoryLine => ({
  eventHash: row.event_hash,
  origin: row.origin,
  originId: row.origin_id,
  claimUid: present(row.claim_uid),
  line: present(row.line),
});

export function createHistoryStore({ db, write }: Session, { lists }: Flavor): HistoryStore {
  return {
    of: async (claimUid, limit) => {
      const lines = db().selectFrom("event_history").selectAll().where("claim_uid", "=", claimUid);
      const newest = lines.orderBy("origin_id", "desc").orderBy("event_hash", "desc").limit(limit);
      return (await newest.execute()).reverse().map(lineOf);
    },
    known: async (eventHashes) => {
      const wanted = lists.texts(lists.encode(eventHashes));
      const { rows } = await sql<{ event_hash: string }>`
        select event_hash from events where event_hash in ${wanted}
        union select event_hash from event_history where event_hash in ${wanted}`.execute(db());
      return new Set(rows.map((row) => row.event_hash));
    },
    erase: (claimUid) =>
      write(async (writer) => {
        const lines = writer.updateTable("event_history").set({ line: null });
        const { numUpdatedRows } = await lines
          .where("claim_uid", "=", claimUid)
          .where("line", "is not", null)
          .executeTakeFirstOrThrow();
        return Number(numUpdatedRows);
      }),
  };
}
