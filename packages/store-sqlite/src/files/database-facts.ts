import type { ChainAnchor, RestoreMark } from "@memorymaster/core";
import type { Database } from "better-sqlite3";
import { translateError } from "../connection/translate-error.ts";

/** How far the chain of events reaches. */
export type ChainHead = Pick<ChainAnchor, "eventCount" | "headId" | "headHash">;

function hasTable(connection: Database, name: string): boolean {
  return connection.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined;
}

/** The newest event with the number of all; `undefined` without any. */
export function readChainHead(connection: Database): ChainHead | undefined {
  if (!hasTable(connection, "events")) return undefined;
  const newest = `select id as headId, event_hash as headHash, (select count(*) from events) as eventCount
    from events order by id desc limit 1`;
  return connection.prepare(newest).get() as ChainHead | undefined;
}

/** What tells the store from others, whatever its file is called; absent in the oldest schemas. */
export function readStoreId(connection: Database): string | undefined {
  if (!hasTable(connection, "store_meta")) return undefined;
  return connection.prepare("select value from store_meta where key = 'store_id'").pluck().get() as string | undefined;
}

export interface RowCounts {
  readonly claims: number;
  readonly events: number;
}

export function countRows(connection: Database): RowCounts {
  const count = (table: string): number =>
    hasTable(connection, table) ? Number(connection.prepare(`select count(*) from ${table}`).pluck().get()) : 0;
  return { claims: count("claims"), events: count("events") };
}

/** The text index can be built anew from the claims: damage in it spoils no copy. */
const ABOUT_TEXT_INDEX = /\bfts5\b/i;

/** What a thorough check of the file finds wrong first; `undefined` when it is whole. */
export function findDamage(connection: Database): string | undefined {
  try {
    const said = connection.prepare("pragma integrity_check").pluck().all() as readonly string[];
    const found = said.flatMap((row) => row.split("\n")).find((line) => !ABOUT_TEXT_INDEX.test(line));
    return found === "ok" ? undefined : found;
  } catch (error) {
    return translateError(error).message;
  }
}

/** When the content was last replaced; `undefined` when it never was. */
export function readRestoreMark(connection: Database): RestoreMark | undefined {
  const text = connection.prepare("select value from store_meta where key = 'restored'").pluck().get();
  return typeof text === "string" ? (JSON.parse(text) as RestoreMark) : undefined;
}
