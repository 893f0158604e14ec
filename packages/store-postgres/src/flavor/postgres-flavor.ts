import type { Codecs, Flavor, Lists } from "@memorymaster/store-sql";
import { sql } from "kysely";
import type { TeamBinding } from "../connection/create-pool.ts";
import { CLAIM_TERMS, createTextIndex, TURN_TERMS } from "./text-index.ts";

/** Times come in UTC as `2026-01-02 03:04:05+00`, with a fraction when others than we wrote them. */
const CODECS: Codecs = {
  boolean: { encode: (value) => value, decode: (stored) => stored === true },
  time: {
    encode: (iso) => iso,
    decode: (stored) => stored.replace(" ", "T").replace(/(?:\.\d+)?\+00$/, "+00:00"),
  },
};

/**
 * Lists are arrays: the server knows how long they are. What it unpacks by `unnest` alone may be compared under the
 * policies of rows by an index, since no function could tell of a row before its policy is asked. A lateral subquery
 * with an offset is never made a join, which would read a table from end to end as long as nobody has analyzed it.
 */
const LISTS: Lists = {
  encode: (values) => values,
  texts: (encoded) => sql`(select unnest(${encoded}::text[]) as value)`,
  ids: (encoded) => sql`(select unnest(${encoded}::bigint[]) as value)`,
  pairs: (encoded) => sql`(select list[place][1] as first, list[place][2] as second
    from (select ${encoded}::text[] as list) as given, generate_subscripts(list, 1) as place)`,
  isAmong: (column, subquery) => sql`${column} = any(array(${subquery}))`,
  claimsOf: (list, condition) => sql`select c.* from ${list} as wanted
    cross join lateral (select * from claims as c where ${condition} offset 0) as c`,
};

/**
 * What is particular to Postgres. Every transaction that may write begins with the lock (`writeLock`).
 *
 * @param binding - the team that the connections serve; absent = the operator
 */
export function createPostgresFlavor(binding?: TeamBinding): Flavor {
  return {
    name: "postgres",
    codecs: CODECS,
    lists: LISTS,
    keys: { content: sql`c.content_key`, humanIdStem: sql`human_id_stem` },
    textIndex: createTextIndex(LISTS, CLAIM_TERMS, binding),
    // No team reads turns.
    turnIndex: createTextIndex(LISTS, TURN_TERMS, undefined),
    wholeNumber: sql`bigint`,
    hasTable: async (db, name) => {
      const { rows } = await sql<{ found: boolean }>`
        select to_regclass(format('%I.%I', current_schema(), ${name}::text)) is not null as found`.execute(db);
      return rows[0]?.found === true;
    },
    tenantsApart: true,
    tenantEvents: (tenantId) =>
      binding !== undefined ? sql`tenant_head()` : sql`(select * from events where tenant_id = ${tenantId})`,
    advanceIds: async (db, table) => {
      await sql`select setval(ids, top) from (
          select pg_get_serial_sequence(${table}, 'id')::regclass as ids, (select max(id) from ${sql.table(table)}) as top
        ) as present where top > coalesce(pg_sequence_last_value(ids), 0)`.execute(db);
    },
    lock: async () => undefined,
  };
}
