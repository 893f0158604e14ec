import type { IndexStats } from "@memorymaster/core";
import { prepare, prepareRows } from "@memorymaster/store-sql";
import type { IndexDocument, Lists, Schema, TextIndex } from "@memorymaster/store-sql";
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
    .where("key", "in", ["indexed_claims", "indexed_terms"])
    .execute();
  const counts = new Map(rows.map(({ key, value }) => [key, Number(value)]));
  return { claims: counts.get("indexed_claims") ?? 0, terms: counts.get("indexed_terms") ?? 0 };
}

/**
 * The limit in the inner query keeps its order, and the cross join goes through it in that order: so the outer limit
 * stops at the best rows that meet the condition, and of all others no claim is looked at.
 */
function bestMatches(terms: readonly string[], condition: Expression<SqlBool>, limit: number): RawBuilder<unknown> {
  return sql`(
    select hit.id, hit.rank from (
      select rowid as id, rank from claims_fts where claims_fts match ${matchText(terms)}
      order by rank, rowid desc limit -1
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

/** The index of terms in an FTS5 table without content; counts of claims and terms stand in `store_meta`. */
export function createTextIndex(lists: Lists): TextIndex {
  const replace = replaceRows();
  const count = addToCounts();
  const deleteRows = prepare((db, { ids }: { readonly ids: unknown }) =>
    sql`delete from claims_fts where rowid in ${lists.ids(ids)}`.compile(db),
  );
  return {
    add: async (db, documents) => {
      if (documents.length === 0) return;
      await replace(db, documents.map(ftsRowOf));
      await count(db, { claims: documents.length, terms: countTerms(documents) });
    },
    remove: async (db, documents) => {
      await deleteRows(db, { ids: lists.encode(documents.map(({ claimId }) => claimId)) });
      await count(db, { claims: -documents.length, terms: -countTerms(documents) });
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
