import type { IndexStats } from "@memorymaster/core";
import { prepare, prepareRows } from "@memorymaster/store-sql";
import type { IndexContents, IndexDocument, IndexEntry, Lists, Schema, TextIndex } from "@memorymaster/store-sql";
import { sql } from "kysely";
import type { Expression, Kysely, RawBuilder, SqlBool } from "kysely";

type Database = Kysely<Schema>;

/** What the FTS5 table gets of one claim: the terms of each field, joined by spaces. */
interface FtsRow {
  readonly id: number;
  readonly text: string;
  readonly subject: string;
  readonly predicate: string;
  readonly objectValue: string;
}

function ftsRowOf(document: IndexDocument): FtsRow {
  return {
    id: document.claimId,
    text: document.text.join(" "),
    subject: document.subject.join(" "),
    predicate: document.predicate.join(" "),
    objectValue: document.objectValue.join(" "),
  };
}

function countTerms(documents: readonly IndexDocument[]): number {
  return documents.reduce(
    (sum, { text, subject, predicate, objectValue }) =>
      sum + text.length + subject.length + predicate.length + objectValue.length,
    0,
  );
}

/** Each term as a string of FTS5, so that nothing in it is syntax. */
function matchText(terms: readonly string[]): string {
  return terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(" OR ");
}

/** Always `or replace`: a plain insert on a rowid that is in use would leave the old terms in the index for ever. */
const replaceRows = (): ((db: Database, rows: readonly FtsRow[]) => Promise<unknown>) =>
  prepareRows((db, rows: readonly FtsRow[]) => {
    const values = rows.map(
      (row) => sql`(${row.id}, ${row.text}, ${row.subject}, ${row.predicate}, ${row.objectValue})`,
    );
    return sql`insert or replace into claims_fts (rowid, text, subject, predicate, object_value)
      values ${sql.join(values)}`.compile(db);
  });

interface Change {
  readonly claims: number;
  readonly terms: number;
}

/** Numbers are bound as floating point, and the counts are kept as text: without the cast they would read `3.0`. */
const addToCounts = (): ((db: Database, change: Change) => Promise<unknown>) =>
  prepare((db, { claims, terms }: Change) =>
    sql`update store_meta set value = cast(value as integer)
      + cast(case key when 'indexed_claims' then ${claims} else ${terms} end as integer)
      where key in ('indexed_claims', 'indexed_terms')`.compile(db),
  );

async function readStats(db: Database): Promise<IndexStats> {
  const rows = await db
    .selectFrom("store_meta")
    .selectAll()
    .where("key", "in", ["indexed_claims", "indexed_terms", "restored"])
    .execute();
  const facts = new Map(rows.map(({ key, value }) => [key, value]));
  const count = (key: string): number => Number(facts.get(key) ?? 0);
  const generation = facts.get("restored");
  return {
    claims: count("indexed_claims"),
    terms: count("indexed_terms"),
    ...(generation !== undefined && { generation }),
  };
}

/** Rows by rank; of many only the newest are ranked, since walking along them costs little and ranking much. */
function rankedRows(match: string, newest: number | undefined): RawBuilder<unknown> {
  const held = sql`from claims_fts where claims_fts match ${match}`;
  if (newest === undefined) return sql`select rowid as id, rank ${held}`;
  return sql`select * from (select rowid as id, bm25(claims_fts) as rank ${held} order by rowid desc limit ${newest})`;
}

/**
 * The limit in the inner query keeps its order, and the cross join goes through it in that order: so the outer limit
 * stops at the best rows that meet the condition, and of all others no claim is looked at.
 */
function bestMatches(
  terms: readonly string[],
  condition: Expression<SqlBool>,
  { limit, newest }: { readonly limit: number; readonly newest: number | undefined },
): RawBuilder<unknown> {
  return sql`(
    select hit.id, hit.rank from (
      ${rankedRows(matchText(terms), newest)} order by rank, id desc limit -1
    ) as hit cross join claims on claims.id = hit.id
    where ${condition} limit ${limit})`;
}

interface TermCount {
  readonly term: string;
  readonly documents: number;
}

/** Counting stops at the cap: the vocabulary of FTS5 knows no count without walking through all rows of a term. */
async function countDocuments(
  db: Database,
  encodedTerms: RawBuilder<string>,
  { condition, cap }: { readonly condition: Expression<SqlBool> | undefined; readonly cap: number },
): Promise<ReadonlyMap<string, number>> {
  const held = sql`claims_fts match '"' || replace(wanted.value, '"', '""') || '"'`;
  const matches =
    condition === undefined
      ? sql`select 1 from claims_fts where ${held} limit ${cap}`
      : sql`select 1 from claims_fts cross join claims on claims.id = claims_fts.rowid
          where ${held} and ${condition} limit ${cap}`;
  const { rows } = await sql<TermCount>`
    select value as term, (select count(*) from (${matches})) as documents
    from ${encodedTerms} as wanted`.execute(db);
  return new Map(rows.filter(({ documents }) => documents > 0).map(({ term, documents }) => [term, documents]));
}

/** One row for each row of the index; FTS5 keeps the lengths of its fields there. */
const CLAIM_IDS = sql<number>`(select id from claims_fts_docsize)`;

/** The terms as FTS5 sees them, for this connection alone. */
const openVocabulary = (db: Database): Promise<unknown> =>
  sql`create virtual table if not exists temp.claims_vocab using fts5vocab (main, claims_fts, row)`.execute(db);

function createContents(lists: Lists): IndexContents {
  return {
    // As a question, and not as the `integrity-check` command, which takes the write lock.
    structure: async (db) => {
      // Opening a cursor makes FTS5 see what other connections have written; the question alone reads what it remembers.
      await sql`select 1 from claims_fts where rowid = 0`.execute(db);
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(claims_fts)`.execute(db);
      const said = rows.map((row) => row.integrity_check).join("; ");
      return said === "ok" ? undefined : said;
    },
    claimIds: CLAIM_IDS,
    totals: async (db) => {
      await openVocabulary(db);
      const { rows } = await sql<{ claims: number; terms: number }>`
        select (select count(*) from ${CLAIM_IDS}) as claims, (select coalesce(sum(cnt), 0) from claims_vocab) as terms
      `.execute(db);
      return rows[0] ?? { claims: 0, terms: 0 };
    },
    someTerms: async (db, limit) => {
      await openVocabulary(db);
      const { rows } = await sql<{ term: string }>`
        select term from claims_vocab order by random() limit ${limit}`.execute(db);
      return rows.map(({ term }) => term);
    },
    entries: async (db, terms, { from, to, perTerm }) => {
      const { rows } = await sql<{ term: string; ids: string }>`
        select value as term, (
          select json_group_array(id) from (
            select rowid as id from claims_fts
            where claims_fts match '"' || replace(wanted.value, '"', '""') || '"' and rowid between ${from} and ${to}
            order by rowid desc limit ${perTerm}
          )) as ids
        from ${lists.texts(lists.encode(terms))} as wanted`.execute(db);
      return rows.flatMap(({ term, ids }): readonly IndexEntry[] =>
        (JSON.parse(ids) as readonly number[]).map((claimId) => ({ claimId, term })),
      );
    },
  };
}

/** The index of terms in an FTS5 table without content; counts of claims and terms stand in `store_meta`. */
export function createTextIndex(lists: Lists): TextIndex {
  const replace = replaceRows();
  const count = addToCounts();
  const findRows = prepare((db, { ids }: { readonly ids: unknown }) =>
    sql<{ id: number }>`select id from claims_fts_docsize where id in ${lists.ids(ids)}`.compile(db),
  );
  const deleteRows = prepare((db, { ids }: { readonly ids: unknown }) =>
    sql`delete from claims_fts where rowid in ${lists.ids(ids)}`.compile(db),
  );
  return {
    contents: createContents(lists),
    add: async (db, documents) => {
      if (documents.length === 0) return;
      await replace(db, documents.map(ftsRowOf));
      await count(db, { claims: documents.length, terms: countTerms(documents) });
    },
    remove: async (db, documents) => {
      const ids = lists.encode(documents.map(({ claimId }) => claimId));
      // While the index is built anew, a claim may be missing: what is not there must not be counted off.
      const present = new Set((await findRows(db, { ids })).map(({ id }) => id));
      const removed = documents.filter(({ claimId }) => present.has(claimId));
      if (removed.length === 0) return;
      await deleteRows(db, { ids });
      await count(db, { claims: -removed.length, terms: -countTerms(removed) });
    },
    clear: async (db) => {
      await sql`insert into claims_fts (claims_fts) values ('delete-all')`.execute(db);
      await sql`update store_meta set value = '0' where key in ('indexed_claims', 'indexed_terms')`.execute(db);
    },
    stats: readStats,
    best: bestMatches,
    termCounts: async (db, terms, counted) => countDocuments(db, lists.texts(lists.encode(terms)), counted),
  };
}
