import type { Codecs, Flavor, Lists } from "@memorymaster/store-sql";
import { sql } from "kysely";
import { CLAIMS_FTS, createTextIndex, VERBATIM_FTS } from "./text-index.ts";

/** Booleans are 0 and 1; times stand in their canonical text, whose order is that of time. */
const CODECS: Codecs = {
  boolean: { encode: (value) => (value ? 1 : 0), decode: (stored) => stored === 1 },
  time: { encode: (iso) => iso, decode: (stored) => stored },
};

const LISTS: Lists = {
  encode: (values) => JSON.stringify(values),
  texts: (encoded) => sql`(select value from json_each(${encoded}))`,
  ids: (encoded) => sql`(select value from json_each(${encoded}))`,
  pairs: (encoded) => sql`(select value ->> 0 as first, value ->> 1 as second from json_each(${encoded}))`,
  isAmong: (column, subquery) => sql`${column} in (${subquery})`,
  claimsOf: (list, condition) => sql`select c.* from ${list} as wanted join claims as c on ${condition}`,
};

/** What is particular to SQLite. A transaction holds the lock of the whole file, so that named locks are nothing more. */
export function createSqliteFlavor(): Flavor {
  return {
    name: "sqlite",
    codecs: CODECS,
    lists: LISTS,
    keys: { content: sql`substr(c.content_hash, 1, 21)`, humanIdStem: sql`rtrim(human_id, '0123456789')` },
    textIndex: createTextIndex(LISTS, CLAIMS_FTS),
    turnIndex: createTextIndex(LISTS, VERBATIM_FTS),
    wholeNumber: sql`integer`,
    hasTable: async (db, name) => {
      const { rows } = await sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`.execute(db);
      return rows.length > 0;
    },
    tenantsApart: false,
    tenantEvents: (tenantId) => sql`(select * from events where tenant_id = ${tenantId})`,
    // The database sees to it.
    advanceIds: async () => undefined,
    lock: async () => undefined,
  };
}
