import type { IndexDrift } from "@memorymaster/core";
import { sql } from "kysely";
import type { Kysely, RawBuilder, Selectable } from "kysely";
import { present } from "../absence.ts";
import type { Flavor, TextIndex } from "../flavor.ts";
import type { ClaimsTable, Schema } from "../schema.ts";
import { indexedTerms } from "../search/index-document.ts";
import type { Session } from "../transaction.ts";

type Database = Kysely<Schema>;

/** Claims whose terms are compared unless all are asked for: those written last. */
const NEWEST = 1_000;
/** Claims compared in one view of the database: a longer one would keep the log from being cut. */
const BATCH = 5_000;
const SHOWN_IDS = 100;
const SAMPLED_TERMS = 200;
/** Claims looked at for each term of the sample. */
const PER_TERM = 20;

const COLUMNS = ["id", "text", "subject", "predicate", "object_value", "terms_hash"] as const;
type Row = Pick<Selectable<ClaimsTable>, (typeof COLUMNS)[number]>;

/** The rule of `isIndexed` in SQL. */
const SHOULD_BE_INDEXED = sql<boolean>`(claims.status <> 'archived' and claims.content_hash is not null)`;

/** Rows of claims that rightly are in the index. */
const indexedRows = (db: Database, { textIndex }: Flavor) =>
  db
    .selectFrom("claims")
    .select(COLUMNS)
    .where(SHOULD_BE_INDEXED)
    .where("claims.id", "in", textIndex.contents.ids)
    .orderBy("claims.id");

interface Expected {
  readonly terms: ReadonlySet<string>;
  readonly termsHash: string;
}

function expectedOf(row: Row): Expected {
  const { subject, predicate, object_value: objectValue } = row;
  const words = { text: row.text, subject: present(subject), predicate: present(predicate) };
  const { terms, termsHash } = indexedTerms({ ...words, objectValue: present(objectValue) });
  return { terms: new Set(Object.values(terms).flat()), termsHash };
}

/** Claims of which the index holds other terms than they have; the rows follow each other by id. */
async function wrongEntries(db: Database, flavor: Flavor, rows: readonly Row[]): Promise<ReadonlySet<number>> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return new Set();
  const expected = rows.map((row) => ({ id: row.id, stored: row.terms_hash, ...expectedOf(row) }));
  const missing = new Map(expected.map(({ id, terms }) => [id, new Set(terms)]));
  const wrong = new Set(expected.filter(({ stored, termsHash }) => stored !== termsHash).map(({ id }) => id));
  const terms = [...new Set(expected.flatMap((one) => [...one.terms]))];
  const range = { from: first.id, to: last.id, perTerm: BATCH };
  for (const { id, term } of await flavor.textIndex.contents.entries(db, terms, range)) {
    if (missing.get(id)?.delete(term) === false) wrong.add(id);
  }
  const lacking = [...missing].filter(([, left]) => left.size > 0).map(([id]) => id);
  return new Set([...wrong, ...lacking]);
}

interface Compared {
  readonly checked: number;
  readonly changed: ReadonlySet<number>;
}

/** Compares the terms of claims with the index: of all, or of the newest. */
async function compareClaims(session: Session, flavor: Flavor, full: boolean): Promise<Compared> {
  const changed = new Set<number>();
  let checked = 0;
  let after: number | undefined = full ? 0 : await session.snapshot(beforeNewest);
  while (after !== undefined) {
    const behind: number = after;
    after = await session.snapshot(async (db) => {
      const rows = await indexedRows(db, flavor).where("claims.id", ">", behind).limit(BATCH).execute();
      for (const id of await wrongEntries(db, flavor, rows)) changed.add(id);
      checked += rows.length;
      return rows.at(-1)?.id;
    });
  }
  return { checked, changed };
}

/** Id behind which the newest claims stand. */
async function beforeNewest(db: Database): Promise<number> {
  const row = await db
    .selectFrom("claims")
    .select("id")
    .orderBy("id", "desc")
    .offset(NEWEST)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Claims that terms of the index, picked at random, lead to although they do not hold them. */
async function sampleTerms(db: Database, flavor: Flavor): Promise<readonly number[]> {
  const { contents } = flavor.textIndex;
  const terms = await contents.someTerms(db, SAMPLED_TERMS);
  const range = { from: 0, to: Number.MAX_SAFE_INTEGER, perTerm: PER_TERM };
  const entries = await contents.entries(db, terms, range);
  const ids = flavor.lists.encode([...new Set(entries.map(({ id }) => id))]);
  const rows = await indexedRows(db, flavor).where("claims.id", "in", flavor.lists.ids(ids)).execute();
  const holds = new Map(rows.map((row) => [row.id, expectedOf(row).terms]));
  return entries.filter(({ id, term }) => holds.get(id)?.has(term) === false).map(({ id }) => id);
}

/** Whether the counts kept beside an index are those of the index itself. */
async function areCounted(db: Database, index: TextIndex): Promise<boolean> {
  const [counted, stored] = [await index.contents.totals(db), await index.stats(db)];
  return counted.claims === stored.claims && counted.terms === stored.terms;
}

async function compareRows(db: Database, flavor: Flavor): Promise<Omit<IndexDrift, "checked" | "structure">> {
  const { contents } = flavor.textIndex;
  const idsOf = async (query: RawBuilder<{ id: number }>): Promise<readonly number[]> =>
    (await sql<{ id: number }>`${query} order by 1 limit ${SHOWN_IDS}`.execute(db)).rows.map(({ id }) => id);

  return {
    missing: await idsOf(sql`select id from claims where ${SHOULD_BE_INDEXED} and id not in ${contents.ids}`),
    leftover: await idsOf(sql`
      select indexed.id from ${contents.ids} as indexed left join claims on claims.id = indexed.id
      where claims.id is null or not ${SHOULD_BE_INDEXED}`),
    changed: await sampleTerms(db, flavor),
    countsMatch: (await areCounted(db, flavor.textIndex)) && (await areCounted(db, flavor.turnIndex)),
  };
}

/** Compares the text index with the claims, in views of the database that writers do not disturb, nor wait for. */
export async function checkIndex(session: Session, flavor: Flavor, full: boolean): Promise<IndexDrift> {
  const structure = await session.snapshot((db) => flavor.textIndex.contents.structure(db));
  if (structure !== undefined) {
    return { checked: 0, structure, missing: [], leftover: [], changed: [], countsMatch: false };
  }
  const rows = await session.snapshot((db) => compareRows(db, flavor));
  const { checked, changed } = await compareClaims(session, flavor, full);
  const both = [...new Set([...rows.changed, ...changed])].sort((a, b) => a - b);
  return { ...rows, checked, structure: undefined, changed: both.slice(0, SHOWN_IDS) };
}
