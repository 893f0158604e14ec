import type { TurnCensus, TurnSelection, TurnWeight } from "@memorymaster/core";
import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import type { Flavor } from "../flavor.ts";
import type { Schema } from "../schema.ts";

type Database = Kysely<Schema>;

export async function countTurns(db: Database): Promise<TurnCensus> {
  const { rows } = await sql<TurnCensus>`
    select count(*) as turns, count(distinct session_id) as sessions, coalesce(sum(octet_length(content)), 0) as bytes,
      count(distinct content_hash) as contents
    from verbatim_memories`.execute(db);
  return rows[0] ?? { turns: 0, sessions: 0, bytes: 0, contents: 0 };
}

function isSelected(selection: TurnSelection, { lists }: Flavor): RawBuilder<unknown> {
  if (selection === "duplicates") {
    return sql`exists (select 1 from verbatim_memories as o
      where o.session_id = v.session_id and o.content_hash = v.content_hash and o.id < v.id)`;
  }
  return sql`exists (select 1 from ${lists.texts(lists.encode(selection.beginnings))} as beginning
    where substr(v.content, 1, length(beginning.value)) = beginning.value)`;
}

export async function selectTurns(
  db: Database,
  flavor: Flavor,
  { selection, after, limit }: { readonly selection: TurnSelection; readonly after: number; readonly limit: number },
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`select id from verbatim_memories as v
    where id > ${after} and ${isSelected(selection, flavor)} order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function oldestTurns(
  db: Database,
  { codecs }: Flavor,
  { after, limit }: { readonly after: TurnWeight | undefined; readonly limit: number },
): Promise<readonly TurnWeight[]> {
  const behind =
    after === undefined ? sql`true` : sql`(v.timestamp, v.id) > (${codecs.time.encode(after.timestamp)}, ${after.id})`;
  const { rows } = await sql<{ id: number; timestamp: string; bytes: number; followers: number }>`
    select v.id, v.timestamp, octet_length(v.content) as bytes, (
      select count(*) from (select 1 from verbatim_memories as o
        where o.session_id = v.session_id and (o.timestamp, o.id) > (v.timestamp, v.id) limit 1) as younger
    ) as followers
    from verbatim_memories as v where ${behind} order by v.timestamp, v.id limit ${limit}`.execute(db);
  return rows.map(({ id, timestamp, bytes, followers }) => {
    return { id, timestamp: codecs.time.decode(timestamp), bytes, endsSession: followers === 0 };
  });
}
