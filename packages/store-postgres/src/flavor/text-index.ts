import type { IndexStats, Viewer } from "@memorymaster/core";
import { prepare, prepareRows } from "@memorymaster/store-sql";
import type { IndexContents, IndexDocument, IndexEntry, Lists, Schema, TextIndex } from "@memorymaster/store-sql";
import { sql } from "kysely";
import type { Expression, Kysely, RawBuilder, SqlBool } from "kysely";
import type { TeamBinding } from "../connection/create-pool.ts";
import { queryText, vectorText } from "./search-text.ts";

type Database = Kysely<Schema>;
/** Absent = the operator. */
type Binding = TeamBinding | undefined;

/** What the index holds of one claim. */
interface TermsRow {
  readonly id: number;
  readonly search: string;
  readonly terms: number;
}

const countTerms = ({ text, subject, predicate, objectValue }: IndexDocument): number =>
  text.length + subject.length + predicate.length + objectValue.length;

const termsRowOf = (document: IndexDocument): TermsRow => ({
  id: document.claimId,
  search: vectorText(document),
  terms: countTerms(document),
});

const addRows = (): ((db: Database, rows: readonly TermsRow[]) => Promise<unknown>) =>
  prepareRows((db, rows: readonly TermsRow[]) => {
    const values = rows.map((row) => sql`(${row.id}::bigint, ${row.search}::tsvector, ${row.terms}::bigint)`);
    return sql`insert into claim_terms (claim_id, search, terms) values ${sql.join(values)}
      on conflict (claim_id) do update set search = excluded.search, terms = excluded.terms`.compile(db);
  });

/** Every so many changes are summed up. */
const FOLD_EVERY = 256;

interface Ids {
  readonly ids: unknown;
}

/** Appends a change of the counts, by tenant; now and then those before are made one. */
async function foldCounts(db: Database, appended: readonly { readonly id: number }[]): Promise<void> {
  if (!appended.some(({ id }) => id % FOLD_EVERY === 0)) return;
  await sql`with gone as (delete from index_delta returning tenant_id, claims, terms)
    insert into index_delta (tenant_id, claims, terms)
    select tenant_id, sum(claims), sum(terms) from gone group by tenant_id`.execute(db);
}

async function readStats(db: Database): Promise<IndexStats> {
  const { rows } = await sql<IndexStats>`
    select coalesce(sum(claims), 0) as claims, coalesce(sum(terms), 0) as terms from index_delta`.execute(db);
  return rows[0] ?? { claims: 0, terms: 0 };
}

/** Rank falls with the logarithm of the length, as that of SQLite does: of two claims that hold a term the short one is nearer. */
const BY_LENGTH = sql.lit(1);

/** Rows by rank, the best first; of many only the newest are ranked. */
function rankedRows(terms: readonly string[], newest: number | undefined, binding: Binding): RawBuilder<unknown> {
  const query = queryText(terms);
  if (binding !== undefined) return sql`select id, rank from claim_matches(${query}::tsquery, ${newest ?? null})`;
  const held = sql`from claim_terms where search @@ ${query}::tsquery`;
  const matching =
    newest === undefined
      ? sql`select claim_id, search ${held}`
      : sql`select claim_id, search ${held} order by claim_id desc limit ${newest}`;
  return sql`select claim_id as id, -ts_rank(search, ${query}::tsquery, ${BY_LENGTH}) as rank from (${matching}) as matching`;
}

/**
 * The offsets keep the subqueries apart: terms are left behind once they are ranked, and claims are looked at one by one
 * in the order of rank, so that the limit stops at the best that meet the condition.
 */
function bestMatches(ranked: RawBuilder<unknown>, condition: Expression<SqlBool>, limit: number): RawBuilder<unknown> {
  return sql`(
    select hit.id, hit.rank from (select * from (${ranked} offset 0) as ranked order by rank, id desc) as hit
    cross join lateral (select 1 from claims where claims.id = hit.id and ${condition} offset 0) as met
    order by hit.rank, hit.id desc limit ${limit})`;
}

interface TermCount {
  readonly term: string;
  readonly documents: number;
}

/** What is counted. */
interface Counted {
  readonly viewer: Viewer;
  readonly condition: Expression<SqlBool> | undefined;
  readonly cap: number;
}

/** Whether a viewer sees what the policies of the connection show. */
function isServed({ tenantId, agent, grantedScopes }: Viewer, binding: TeamBinding): boolean {
  if (tenantId !== binding.tenantId || agent !== binding.principal) return false;
  return grantedScopes?.length === binding.scopes.length && grantedScopes.every((one) => binding.scopes.includes(one));
}

/** Claims that hold a term; a team's go through the function, whose rule is that of the viewer whom it serves. */
function holding(term: string, { viewer, condition, cap }: Counted, binding: Binding): RawBuilder<unknown> {
  const query = sql`${queryText([term])}::tsquery`;
  const isBound = binding !== undefined;
  if (isBound && (condition === undefined || isServed(viewer, binding)))
    return sql`select 1 from claims_holding(${query}, ${cap})`;
  const held = isBound ? sql`claims_holding(${query}, null) as claim_id` : sql`claim_terms`;
  const meets = isBound ? sql`true` : sql`search @@ ${query}`;
  const claims = condition === undefined ? sql`` : sql`join claims on claims.id = claim_id`;
  return sql`select 1 from ${held} ${claims} where ${meets} and ${condition ?? sql`true`} limit ${cap}`;
}

/** Counting stops at the cap. */
async function countDocuments(
  db: Database,
  counts: readonly RawBuilder<TermCount>[],
): Promise<ReadonlyMap<string, number>> {
  if (counts.length === 0) return new Map();
  const { rows } = await sql<TermCount>`${sql.join(counts, sql` union all `)}`.execute(db);
  return new Map(rows.filter(({ documents }) => documents > 0).map(({ term, documents }) => [term, documents]));
}

/** More terms in one query than this are not looked up by the index, but read from the rows. */
const MOST_LOOKED_UP = 500;

const CONTENTS: IndexContents = {
  // The database checks its own indexes.
  structure: async () => undefined,
  claimIds: sql<number>`(select claim_id as id from claim_terms)`,
  totals: async (db) => {
    const { rows } = await sql<IndexStats>`
      select count(*) as claims, coalesce(sum(terms), 0) as terms from claim_terms`.execute(db);
    return rows[0] ?? { claims: 0, terms: 0 };
  },
  someTerms: async (db, limit) => {
    const { rows } = await sql<{ term: string }>`
      select lexeme as term from (
        select search from claim_terms
        where claim_id >= (select floor(random() * coalesce(max(claim_id), 0)) from claim_terms)
        order by claim_id limit ${limit}
      ) as sample, unnest(sample.search) group by lexeme order by random() limit ${limit}`.execute(db);
    return rows.map(({ term }) => term);
  },
  entries: async (db, terms, { from, to, perTerm }) => {
    if (terms.length === 0) return [];
    const holds = terms.length > MOST_LOOKED_UP ? sql`true` : sql`search @@ ${queryText(terms)}::tsquery`;
    const { rows } = await sql<IndexEntry>`
      select claim_id as "claimId", term from (
        select claim_id, lexeme as term, row_number() over (partition by lexeme order by claim_id desc) as place
        from claim_terms, unnest(search)
        where claim_id between ${from} and ${to} and ${holds}
          and lexeme in (select value from jsonb_array_elements_text(${JSON.stringify(terms)}::jsonb) as value)
      ) as held where place <= ${perTerm}`.execute(db);
    return rows;
  },
};

/**
 * The index of terms as vectors of literal lexemes beside the claims; nothing of the server's parsers is used.
 *
 * @param binding - the team that the connections serve: its policies keep the server from using the index
 */
export function createTextIndex(lists: Lists, binding: Binding): TextIndex {
  const addTerms = addRows();
  const countAdded = prepare((db, { ids }: Ids) =>
    sql<{ id: number }>`insert into index_delta (tenant_id, claims, terms)
      select tenant_id, count(*), sum(terms) from claim_terms join claims on id = claim_id
      where claim_id in ${lists.ids(ids)} group by tenant_id returning id`.compile(db),
  );
  const removeRows = prepare((db, { ids }: Ids) =>
    sql<{ id: number }>`
      with gone as (delete from claim_terms where claim_id in ${lists.ids(ids)} returning claim_id, terms)
      insert into index_delta (tenant_id, claims, terms)
      select tenant_id, -count(*), -sum(terms) from gone join claims on id = claim_id
      group by tenant_id returning id`.compile(db),
  );
  const idsOf = (documents: readonly IndexDocument[]): Ids => ({
    ids: lists.encode(documents.map(({ claimId }) => claimId)),
  });
  return {
    contents: CONTENTS,
    add: async (db, documents) => {
      if (documents.length === 0) return;
      await addTerms(db, documents.map(termsRowOf));
      await foldCounts(db, await countAdded(db, idsOf(documents)));
    },
    remove: async (db, documents) => foldCounts(db, await removeRows(db, idsOf(documents))),
    clear: async (db) => {
      await sql`delete from claim_terms`.execute(db);
      await sql`delete from index_delta`.execute(db);
    },
    stats: readStats,
    best: (terms, condition, { limit, newest }) => bestMatches(rankedRows(terms, newest, binding), condition, limit),
    termCounts: (db, terms, counted) =>
      countDocuments(
        db,
        terms.map((term) => {
          const held = holding(term, counted, binding);
          return sql<TermCount>`select ${term}::text as term, count(*) as documents from (${held}) as held`;
        }),
      ),
  };
}
