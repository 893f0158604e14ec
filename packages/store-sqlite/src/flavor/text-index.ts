import type { IndexStats } from "@memorymaster/core";
import { prepare, prepareRows } from "@memorymaster/store-sql";
import type { IndexContents, IndexDocument, IndexEntry, Lists, Schema, TextIndex } from "@memorymaster/store-sql";
import { sql } from "kysely";
import type { Expression, Kysely, RawBuilder, SqlBool } from "kysely";

type Database = Kysely<Schema>;

/** One FTS5 table without content, and where the counts of what is in it stand in `store_meta`. */
interface FtsTable {
  readonly name: string;
  readonly vocabulary: string;
  /** Whose rows it is of. */
  readonly owner: string;
  readonly columns: readonly string[];
  readonly rowCount: string;
  readonly termCount: string;
}

export const CLAIMS_FTS: FtsTable = {
  name: "claims_fts",
  vocabulary: "claims_vocab",
  owner: "claims",
  columns: ["text", "subject", "predicate", "object_value"],
  rowCount: "indexed_claims",
  termCount: "indexed_terms",
};

export const VERBATIM_FTS: FtsTable = {
  name: "verbatim_fts",
  vocabulary: "verbatim_vocab",
  owner: "verbatim_memories",
  columns: ["content"],
  rowCount: "indexed_turns",
  termCount: "indexed_turn_terms",
};

/** What the table gets of one row: its id, and the terms of each field, joined by spaces. */
type FtsRow = Readonly<Record<string, number | string>>;

const ftsRowOf = ({ id, terms }: IndexDocument): FtsRow => ({
  id,
  ...Object.fromEntries(Object.entries(terms).map(([field, own]) => [field, own.join(" ")])),
});

const countTerms = (documents: readonly IndexDocument[]): number =>
  documents.reduce((sum, { terms }) => Object.values(terms).reduce((all, own) => all + own.length, sum), 0);

/** Each term as a string of FTS5, so that nothing in it is syntax. */
function matchText(terms: readonly string[]): string {
  return terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(" OR ");
}

/** Always `or replace`: a plain insert on a rowid that is in use would leave the old terms in the index for ever. */
const replaceRows = ({ name, columns }: FtsTable): ((db: Database, rows: readonly FtsRow[]) => Promise<unknown>) =>
  prepareRows((db, rows: readonly FtsRow[]) => {
    const values = rows.map((row) => sql`(${sql.join(["id", ...columns].map((column) => row[column]))})`);
    return sql`insert or replace into ${sql.raw(name)} (rowid, ${sql.raw(columns.join(", "))})
      values ${sql.join(values)}`.compile(db);
  });

interface Change {
  readonly rows: number;
  readonly terms: number;
}

/** Numbers are bound as floating point, and the counts are kept as text: without the cast they would read `3.0`. */
const addToCounts = ({ rowCount, termCount }: FtsTable): ((db: Database, change: Change) => Promise<unknown>) =>
  prepare((db, { rows, terms }: Change) =>
    sql`update store_meta set value = cast(value as integer)
      + cast(case key when ${sql.lit(rowCount)} then ${rows} else ${terms} end as integer)
      where key in (${sql.lit(rowCount)}, ${sql.lit(termCount)})`.compile(db),
  );

async function readStats(db: Database, { rowCount, termCount }: FtsTable): Promise<IndexStats> {
  const rows = await db
    .selectFrom("store_meta")
    .selectAll()
    .where("key", "in", [rowCount, termCount, "restored"])
    .execute();
  const facts = new Map(rows.map(({ key, value }) => [key, value]));
  const count = (key: string): number => Number(facts.get(key) ?? 0);
  const generation = facts.get("restored");
  return {
    claims: count(rowCount),
    terms: count(termCount),
    ...(generation !== undefined && { generation }),
  };
}

/** Rows by rank; of many only the newest are ranked, since walking along them costs little and ranking much. */
function rankedRows(fts: RawBuilder<unknown>, match: string, newest: number | undefined): RawBuilder<unknown> {
  const held = sql`from ${fts} where ${fts} match ${match}`;
  if (newest === undefined) return sql`select rowid as id, rank ${held}`;
  return sql`select * from (select rowid as id, bm25(${fts}) as rank ${held} order by rowid desc limit ${newest})`;
}

/**
 * The limit in the inner query keeps its order, and the cross join goes through it in that order: so the outer limit
 * stops at the best rows that meet the condition, and of all others nothing is looked at.
 */
const bestMatches =
  ({ name, owner }: FtsTable): TextIndex["best"] =>
  (terms, condition, { limit, newest }) => {
    const table = sql.raw(owner);
    return sql`(
    select hit.id, hit.rank from (
      ${rankedRows(sql.raw(name), matchText(terms), newest)} order by rank, id desc limit -1
    ) as hit cross join ${table} on ${table}.id = hit.id
    where ${condition} limit ${limit})`;
  };

interface TermCount {
  readonly term: string;
  readonly documents: number;
}

/** Counting stops at the cap: the vocabulary of FTS5 knows no count without walking through all rows of a term. */
async function countDocuments(
  db: Database,
  { name, owner }: FtsTable,
  {
    terms,
    condition,
    cap,
  }: {
    readonly terms: RawBuilder<string>;
    readonly condition: Expression<SqlBool> | undefined;
    readonly cap: number;
  },
): Promise<ReadonlyMap<string, number>> {
  const [fts, table] = [sql.raw(name), sql.raw(owner)];
  const held = sql`${fts} match '"' || replace(wanted.value, '"', '""') || '"'`;
  const matches =
    condition === undefined
      ? sql`select 1 from ${fts} where ${held} limit ${cap}`
      : sql`select 1 from ${fts} cross join ${table} on ${table}.id = ${fts}.rowid
          where ${held} and ${condition} limit ${cap}`;
  const { rows } = await sql<TermCount>`
    select value as term, (select count(*) from (${matches})) as documents
    from ${terms} as wanted`.execute(db);
  return new Map(rows.filter(({ documents }) => documents > 0).map(({ term, documents }) => [term, documents]));
}

function createContents(lists: Lists, { name, vocabulary }: FtsTable): IndexContents {
  const [fts, words] = [sql.raw(name), sql.raw(vocabulary)];
  // One row for each row of the index; FTS5 keeps the lengths of its fields there.
  const ids = sql<number>`(select id from ${sql.raw(name)}_docsize)`;
  /** The terms as FTS5 sees them, for this connection alone. */
  const openVocabulary = (db: Database): Promise<unknown> =>
    sql`create virtual table if not exists temp.${words} using fts5vocab (main, ${fts}, row)`.execute(db);
  return {
    // As a question, and not as the `integrity-check` command, which takes the write lock.
    structure: async (db) => {
      // Opening a cursor makes FTS5 see what other connections have written; the question alone reads what it remembers.
      await sql`select 1 from ${fts} where rowid = 0`.execute(db);
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(${fts})`.execute(db);
      const said = rows.map((row) => row.integrity_check).join("; ");
      return said === "ok" ? undefined : said;
    },
    ids,
    totals: async (db) => {
      await openVocabulary(db);
      const { rows } = await sql<{ claims: number; terms: number }>`
        select (select count(*) from ${ids}) as claims, (select coalesce(sum(cnt), 0) from ${words}) as terms
      `.execute(db);
      return rows[0] ?? { claims: 0, terms: 0 };
    },
    someTerms: async (db, limit) => {
      await openVocabulary(db);
      const { rows } = await sql<{ term: string }>`
        select term from ${words} order by random() limit ${limit}`.execute(db);
      return rows.map(({ term }) => term);
    },
    entries: async (db, terms, { from, to, perTerm }) => {
      const { rows } = await sql<{ term: string; ids: string }>`
        select value as term, (
          select json_group_array(id) from (
            select rowid as id from ${fts}
            where ${fts} match '"' || replace(wanted.value, '"', '""') || '"' and rowid between ${from} and ${to}
            order by rowid desc limit ${perTerm}
          )) as ids
        from ${lists.texts(lists.encode(terms))} as wanted`.execute(db);
      return rows.flatMap(({ term, ids: held }): readonly IndexEntry[] =>
        (JSON.parse(held) as readonly number[]).map((id) => ({ id, term })),
      );
    },
  };
}

/** An index of terms in an FTS5 table without content; counts of rows and terms stand in `store_meta`. */
export function createTextIndex(lists: Lists, table: FtsTable): TextIndex {
  const fts = sql.raw(table.name);
  const replace = replaceRows(table);
  const count = addToCounts(table);
  const findRows = prepare((db, { ids }: { readonly ids: unknown }) =>
    sql<{ id: number }>`select id from ${fts}_docsize where id in ${lists.ids(ids)}`.compile(db),
  );
  const deleteRows = prepare((db, { ids }: { readonly ids: unknown }) =>
    sql`delete from ${fts} where rowid in ${lists.ids(ids)}`.compile(db),
  );
  return {
    contents: createContents(lists, table),
    add: async (db, documents) => {
      if (documents.length === 0) return;
      await replace(db, documents.map(ftsRowOf));
      await count(db, { rows: documents.length, terms: countTerms(documents) });
    },
    remove: async (db, documents) => {
      const ids = lists.encode(documents.map(({ id }) => id));
      // While the index is built anew, a row may be missing: what is not there must not be counted off.
      const present = new Set((await findRows(db, { ids })).map(({ id }) => id));
      const removed = documents.filter(({ id }) => present.has(id));
      if (removed.length === 0) return;
      await deleteRows(db, { ids });
      await count(db, { rows: -removed.length, terms: -countTerms(removed) });
    },
    clear: async (db) => {
      await sql`insert into ${fts} (${fts}) values ('delete-all')`.execute(db);
      await sql`update store_meta set value = '0' where key in (${table.rowCount}, ${table.termCount})`.execute(db);
    },
    stats: (db) => readStats(db, table),
    best: bestMatches(table),
    termCounts: async (db, terms, { condition, cap }) =>
      countDocuments(db, table, { terms: lists.texts(lists.encode(terms)), condition, cap }),
  };
}
