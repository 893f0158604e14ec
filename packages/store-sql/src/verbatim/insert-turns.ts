import { sha256Hex } from "@memorymaster/core";
import type { NewTurn } from "@memorymaster/core";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Flavor } from "../flavor.ts";
import { prepareInsert } from "../prepare.ts";
import type { Schema } from "../schema.ts";
import { zip } from "../zip.ts";
import { turnDocument, turnInsertOf } from "./turn-row.ts";
import type { TurnInsert } from "./turn-row.ts";

type Database = Kysely<Schema>;
type Pair = readonly [sessionId: string, contentHash: string];

/** A turn with the hash by which its session knows its content. */
interface Hashed {
  readonly turn: NewTurn;
  readonly pair: Pair;
}

const keyOf = ([sessionId, contentHash]: Pair): string => `${contentHash} ${sessionId}`;

/** Contents that sessions hold already. */
async function knownContents(db: Database, { lists }: Flavor, turns: readonly Hashed[]): Promise<Set<string>> {
  const { rows } = await sql<{ session_id: string; content_hash: string }>`
    select v.session_id, v.content_hash from ${lists.pairs(lists.encode(turns.map(({ pair }) => pair)))} as wanted
    join verbatim_memories as v on v.session_id = wanted.first and v.content_hash = wanted.second`.execute(db);
  return new Set(rows.map((row) => keyOf([row.session_id, row.content_hash])));
}

/** The last position of each session. */
async function lastPositions(db: Database, { lists }: Flavor, turns: readonly NewTurn[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ session_id: string; last: number | null }>`
    select value as session_id, (select max(position) from verbatim_memories where session_id = value) as last
    from ${lists.texts(lists.encode([...new Set(turns.map(({ sessionId }) => sessionId))]))} as wanted`.execute(db);
  return new Map(rows.map((row) => [row.session_id, row.last ?? -1]));
}

/** The caller holds the lock of writers, so that nobody takes a position or content between look and write. */
export type InsertTurns = (db: Database, turns: readonly NewTurn[]) => Promise<readonly (number | undefined)[]>;

export function createInsertTurns(flavor: Flavor): InsertTurns {
  const insertRows = prepareInsert((db, rows: readonly TurnInsert[]) =>
    db.insertInto("verbatim_memories").values(rows).returning("id").compile(),
  );
  return async (db, turns) => {
    const hashed = turns.map((turn): Hashed => ({ turn, pair: [turn.sessionId, sha256Hex(turn.content)] }));
    const known = await knownContents(db, flavor, hashed);
    const last = await lastPositions(db, flavor, turns);
    const fresh = hashed.filter(({ pair }) => {
      const key = keyOf(pair);
      const isKnown = known.has(key);
      known.add(key);
      return !isKnown;
    });
    const rows = fresh.map(({ turn, pair: [, contentHash] }) => {
      const before = last.get(turn.sessionId) ?? -1;
      const position = turn.position ?? before + 1;
      last.set(turn.sessionId, Math.max(before, position));
      return turnInsertOf(turn, { position, contentHash }, flavor.codecs);
    });
    const ids = await insertRows(db, rows);
    await flavor.turnIndex.add(
      db,
      zip(ids, fresh).map(([id, { turn }]) => turnDocument({ id, content: turn.content })),
    );
    const idOf = new Map(zip(ids, fresh).map(([id, one]) => [one, id]));
    return hashed.map((one) => idOf.get(one));
  };
}
