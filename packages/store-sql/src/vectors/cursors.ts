import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";

type Database = Kysely<Schema>;

export async function readCursor(db: Database, stream: string): Promise<number> {
  const row = await db.selectFrom("vector_cursors").select("claim_id").where("stream", "=", stream).executeTakeFirst();
  return row?.claim_id ?? 0;
}

export async function writeCursor(db: Database, stream: string, claimId: number): Promise<void> {
  if (claimId === 0) {
    await db.deleteFrom("vector_cursors").where("stream", "=", stream).execute();
    return;
  }
  await db
    .insertInto("vector_cursors")
    .values({ stream, claim_id: claimId })
    .onConflict((conflict) => conflict.column("stream").doUpdateSet({ claim_id: claimId }))
    .execute();
}

/** Streams of an index are called after it, alone or before a colon. */
export async function forgetCursors(db: Database, index: string): Promise<void> {
  const prefix = `${index}:`;
  await sql`delete from vector_cursors
    where stream = ${index} or substr(stream, 1, length(${prefix})) = ${prefix}`.execute(db);
}
