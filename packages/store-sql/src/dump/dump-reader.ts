import { DUMP_COLUMNS, DUMP_KEYS, DUMP_OWNERS } from "@memorymaster/core";
import type { DumpReader, DumpRow, DumpTable, OfClaims } from "@memorymaster/core";
import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import type { Flavor, Lists } from "../flavor.ts";
import type { Schema } from "../schema.ts";
import { createTranslateRow } from "./dump-row.ts";
import type { Row } from "./dump-row.ts";

function belongTo(table: OfClaims, claimIds: unknown, lists: Lists): RawBuilder<unknown> {
  const ids = lists.ids(claimIds);
  const uids = sql`select uid from claims where id in ${ids}`;
  const named = DUMP_OWNERS[table].map((column) =>
    table === "event_history" ? lists.isAmong(sql.ref(column), uids) : sql`${sql.ref(column)} in ${ids}`,
  );
  return sql.join(named, sql` or `);
}

/** Reads from whatever database `db` gives at the time of the call. */
export function createDumpReader(db: () => Kysely<Schema>, flavor: Flavor): DumpReader {
  const { lists } = flavor;
  const dumpRow = createTranslateRow(flavor.codecs, "decode");
  const rowsOf = async (table: DumpTable, behind: RawBuilder<unknown>): Promise<readonly DumpRow[]> => {
    const columns = Object.keys(DUMP_COLUMNS[table]).map((name) => sql.ref(name));
    const query = sql<Row>`select ${sql.join(columns)} from ${sql.table(table)} ${behind}`;
    return (await query.execute(db())).rows.map((row) => dumpRow(table, row) as DumpRow);
  };
  return {
    count: async (table) => {
      const { count } = await db()
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },
    read: (table, after, limit) => {
      const key = sql.ref(DUMP_KEYS[table]);
      const behind = after === undefined ? sql`` : sql`where ${key} > ${after[DUMP_KEYS[table]]}`;
      return rowsOf(table, sql`${behind} order by ${key} limit ${limit}`);
    },
    claimsByUid: async (uids) => {
      const rows = await rowsOf("claims", sql`where uid in ${lists.texts(lists.encode(uids))}`);
      return new Map(rows.map((row) => [String(row["uid"]), row]));
    },
    ofClaims: (table, claimIds) => {
      const condition = belongTo(table, lists.encode(claimIds), lists);
      return rowsOf(table, sql`where ${condition} order by ${sql.ref(DUMP_KEYS[table])}`);
    },
    uidsOf: async (ids) => {
      const rows = await db()
        .selectFrom("claims")
        .select(["id", "uid"])
        .where("id", "in", lists.ids(lists.encode(ids)))
        .execute();
      return new Map(rows.map(({ id, uid }) => [id, uid]));
    },
    headHash: async () => {
      const last = await db().selectFrom("events").select("event_hash").orderBy("id", "desc").limit(1).execute();
      return last[0]?.event_hash;
    },
  };
}
