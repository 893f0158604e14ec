import { requireClean, TURN_FIELD_ROLES } from "@memorymaster/core";
import type { Turn, TurnFilter, TurnRequest, VerbatimStore } from "@memorymaster/core";
import { expressionBuilder, sql } from "kysely";
import type { Expression, Kysely, SqlBool } from "kysely";
import type { Flavor } from "../flavor.ts";
import type { Schema } from "../schema.ts";
import { searchable } from "../search/search-store.ts";
import type { Session } from "../transaction.ts";
import { createInsertTurns } from "./insert-turns.ts";
import { turnDocument, turnOf, TURN_COLUMNS } from "./turn-row.ts";
import { countTurns, oldestTurns, selectTurns } from "./weigh-turns.ts";

type Database = Kysely<Schema>;

const turns = expressionBuilder<Schema, "verbatim_memories">();
const PROJECT_PREFIX = "project:";

function meets({ scopes, everyProject, until }: TurnFilter, { codecs, lists }: Flavor): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [];
  if (scopes !== undefined) {
    const named = turns("verbatim_memories.scope", "in", lists.texts(lists.encode(scopes)));
    const inProject = sql<SqlBool>`substr(verbatim_memories.scope, 1, ${sql.lit(PROJECT_PREFIX.length)})
      = ${sql.lit(PROJECT_PREFIX)}`;
    conditions.push(everyProject === true ? turns.or([named, inProject]) : named);
  }
  if (until !== undefined) conditions.push(turns("verbatim_memories.timestamp", "<=", codecs.time.encode(until)));
  return turns.and(conditions);
}

async function findCandidates(db: Database, flavor: Flavor, request: TurnRequest): Promise<readonly Turn[]> {
  const { terms, filter, limit, newest } = request;
  const wanted = searchable(terms);
  if (wanted.length === 0) return [];
  const hits = flavor.turnIndex.best(wanted, meets(filter, flavor), { limit, newest });
  const rows = await db
    .selectFrom(hits.$castTo<{ readonly id: number; readonly rank: number }>().as<"best">(sql.ref("best")))
    .innerJoin("verbatim_memories", "verbatim_memories.id", "best.id")
    .select(TURN_COLUMNS)
    .orderBy("best.rank")
    .orderBy("best.id", "desc")
    .execute();
  return rows.map((row) => turnOf(row, flavor.codecs));
}

type Near = { readonly ids: readonly number[]; readonly distance: number; readonly filter: TurnFilter };

async function findAround(db: Database, flavor: Flavor, { ids, distance, filter }: Near): Promise<readonly Turn[]> {
  const { lists, codecs } = flavor;
  const near = sql<number>`(select o.id from verbatim_memories as v
    join verbatim_memories as o on o.session_id = v.session_id
      and o.position between v.position - ${distance} and v.position + ${distance}
    where v.id in ${lists.ids(lists.encode(ids))})`;
  const rows = await db
    .selectFrom("verbatim_memories")
    .select(TURN_COLUMNS)
    .where("verbatim_memories.id", "in", near)
    .where(meets(filter, flavor))
    .execute();
  const byCodePoint = (a: string, b: string): number => Buffer.from(a).compare(Buffer.from(b));
  return rows
    .map((row) => turnOf(row, codecs))
    .sort((a, b) => byCodePoint(a.sessionId, b.sessionId) || a.position - b.position || a.id - b.id);
}

async function removeTurns(db: Database, { lists, turnIndex }: Flavor, ids: readonly number[]): Promise<number> {
  const wanted = lists.ids(lists.encode(ids));
  const rows = await db.selectFrom("verbatim_memories").select(["id", "content"]).where("id", "in", wanted).execute();
  await turnIndex.remove(db, rows.map(turnDocument));
  await db.deleteFrom("verbatim_memories").where("id", "in", wanted).execute();
  return rows.length;
}

export function createVerbatimStore({ db, write, transaction }: Session, flavor: Flavor): VerbatimStore {
  const { codecs, lists, turnIndex } = flavor;
  const insert = createInsertTurns(flavor);
  return {
    insert: async (given) => {
      const clean = given.map((turn) => requireClean(turn, TURN_FIELD_ROLES));
      return transaction((writer) => insert(writer, clean));
    },
    stats: async () => {
      const { claims: count, terms } = await turnIndex.stats(db());
      return { turns: count, terms };
    },
    termCounts: async (terms, cap) => turnIndex.termCounts(db(), searchable(terms), { condition: undefined, cap }),
    candidates: async (request) => findCandidates(db(), flavor, request),
    around: async (ids, distance, filter) => findAround(db(), flavor, { ids, distance, filter }),
    getMany: async (ids) => {
      const rows = await db()
        .selectFrom("verbatim_memories")
        .select(TURN_COLUMNS)
        .where("verbatim_memories.id", "in", lists.ids(lists.encode(ids)))
        .execute();
      const found = new Map(rows.map((row) => [row.id, turnOf(row, codecs)]));
      return ids.flatMap((id) => found.get(id) ?? []);
    },
    census: async () => countTurns(db()),
    select: async (selection, after, limit) => selectTurns(db(), flavor, { selection, after, limit }),
    oldest: async (after, limit) => oldestTurns(db(), flavor, { after, limit }),
    remove: (ids) => write((writer) => removeTurns(writer, flavor, ids)),
  };
}
