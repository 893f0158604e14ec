import type { ClaimAccess, ClaimStore } from "@memorymaster/core";
import { sql } from "kysely";
import type { Flavor } from "../flavor.ts";
import { prepareRows } from "../prepare.ts";
import type { Session } from "../transaction.ts";

/** Adds to the counts of claims, one statement for some hundred accesses. */
export function accessCounts(session: Session, { codecs }: Flavor): Pick<ClaimStore, "recordAccesses"> {
  const update = prepareRows((db, rows: readonly ClaimAccess[]) => {
    // The first part gives no row: its columns tell the database what the values of the others are.
    const parts = [
      sql`select uid, last_accessed as at from claims where 1 = 0`,
      ...rows.map(({ uid, at }) => sql`select ${uid}, ${at}`),
    ];
    const accesses = sql.join(parts, sql` union all `);
    return sql`update claims set access_count = access_count + used.times,
      last_accessed = case when last_accessed > used.latest then last_accessed else used.latest end
      from (select uid, count(*) as times, max(at) as latest from (${accesses}) as accesses group by uid) as used
      where claims.uid = used.uid`.compile(db);
  });
  return {
    recordAccesses: async (accesses) => {
      const rows = accesses.map(({ uid, at }) => ({ uid, at: codecs.time.encode(at) }));
      await session.transaction((db) => update(db, rows));
    },
  };
}
