import { DUMP_COLUMNS, DUMP_KEYS } from "@memorymaster/core";
import type { DumpReader, DumpRow } from "@memorymaster/core";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Flavor } from "../flavor.ts";
import type { Schema } from "../schema.ts";
import { createTranslateRow } from "./dump-row.ts";
import type { Row } from "./dump-row.ts";

/** Reads from whatever database `db` gives at the time of the call. */
export function createDumpReader(db: () => Kysely<Schema>, flavor: Flavor): DumpReader {
  const { lists } = flavor;
  const dumpRow = createTranslateRow(flavor.codecs, "decode");
  return {
    count: async (table) => {
      const { count } = await db()
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },
    read: async (table, after, limit) => {
      const columns = Object.keys(DUMP_COLUMNS[table]).map((name) => sql.ref(name));
      const key = sql.ref(DUMP_KEYS[table]);
      const behind = after === undefined ? sql`` : sql`where ${key} > ${after[DUMP_KEYS[table]]}`;
      const query = sql<Row>`select ${sql.join(columns)} from ${sql.table(table)} ${behind} order by ${key} limit ${limit}`;
      return (await query.execute(db())).rows.map((row) => dumpRow(table, row) as DumpRow);
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
