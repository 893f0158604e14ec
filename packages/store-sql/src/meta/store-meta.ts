import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** Facts about the store that stand in it under a name. The text index keeps its counts there too. */
export type MetaKey =
  "store_id" | "analyzer_version" | "reindex_after" | "reindex_turns_after" | `spool:${string}` | `job:${string}`;

export async function readMeta(db: Kysely<Schema>): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom("store_meta").selectAll().execute();
  return new Map(rows.map((row) => [row.key, row.value]));
}

export async function readMetaOf(db: Kysely<Schema>, key: MetaKey): Promise<string | undefined> {
  const row = await db.selectFrom("store_meta").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value;
}

export async function writeMeta(db: Kysely<Schema>, key: MetaKey, value: string): Promise<void> {
  await db
    .insertInto("store_meta")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

export async function deleteMeta(db: Kysely<Schema>, key: MetaKey): Promise<void> {
  await db.deleteFrom("store_meta").where("key", "=", key).execute();
}
