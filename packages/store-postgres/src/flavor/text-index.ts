import type { IndexStats, Viewer } from "@memorymaster/core";
import { prepare, prepareRows } from "@memorymaster/store-sql";
import type { IndexContents, IndexDocument, IndexEntry, Lists, Schema, TextIndex } from "@memorymaster/store-sql";
import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import type { TeamBinding } from "../connection/create-pool.ts";
import { queryText, vectorText } from "./search-text.ts";

type Database = Kysely<Schema>;
/** Absent = the operator. */
type Binding = TeamBinding | undefined;

/** Where the terms of the rows of a table stand, and the changes of their counts. */
interface TermsTable {
  readonly name: string;
  /** The row that the terms are of. */
  readonly key: string;
  readonly owner: string;
  readonly counts: string;
  /** Column of the number of rows. */
  readonly counted: string;
  /** By what the counts are kept apart: a column of the owner, with a comma behind it. */
  readonly apart: string;
  /** Makes one sum of each part, and none of nothing. */
  readonly grouping: string;
}

export const CLAIM_TERMS: TermsTable = {
  name: "claim_terms",
  key: "claim_id",
  owner: "claims",
  counts: "index_delta",
  counted: "claims",
  apart: "tenant_id, ",
  grouping: "group by tenant_id",
};

export const TURN_TERMS: TermsTable = {
  name: "verbatim_terms",
  key: "turn_id",
  owner: "verbatim_memories",
  counts: "verbatim_delta",
  counted: "turns",
  apart: "",
  grouping: "having count(*) > 0",
};

/** What the index holds of one row. */
interface TermsRow {
  readonly id: number;
  readonly search: string;
  readonly terms: number;
}

const termsRowOf = (document: IndexDocument): TermsRow => ({
  id: document.id,
  search: vectorText(document),
  terms: Object.values(document.terms).reduce((sum, own) => sum + own.length, 0),
});

const addRows = ({ name, key }: TermsTable): ((db: Database, rows: readonly TermsRow[]) => Promise<unknown>) =>
  prepareRows((db, rows: readonly TermsRow[]) => {
    const values = rows.map((row) => sql`(${row.id}::bigint, ${row.search}::tsvector, ${row.terms}::bigint)`);
    return sql`insert into ${sql.raw(name)} (${sql.raw(key)}, search, terms) values ${sql.join(values)}
      on conflict (${sql.raw(key)}) do update set search = excluded.search, terms = excluded.terms`.compile(db);
  });

/** Every so many changes are summed up. */
const FOLD_EVERY = 256;

interface Ids {
  readonly ids: unknown;
}

/** Appends a change of the counts; now and then those before are made one. */
async function foldCounts(
  db: Database,
  { counts, counted, apart, grouping }: TermsTable,
  appended: readonly { readonly id: number }[],
): Promise<void> {
  if (!appended.some(({ id }) => id % FOLD_EVERY === 0)) return;
  const columns = sql.raw(`${apart}${counted}, terms`);
  await sql`with gone as (delete from ${sql.raw(counts)} returning ${columns})
    insert into ${sql.raw(counts)} (${columns})
    select ${sql.raw(`${apart}sum(${counted}), sum(terms)`)} from gone ${sql.raw(grouping)}`.execute(db);
}

async function readStats(db: Database, { counts, counted }: TermsTable): Promise<IndexStats> {
  const { rows } = await sql<IndexStats>`
    select coalesce(sum(${sql.raw(counted)}), 0) as claims, coalesce(sum(terms), 0) as terms
    from ${sql.raw(counts)}`.execute(db);
  return rows[0] ?? { claims: 0, terms: 0 };
}

/** Rank falls with the logarithm of the length, as that of SQLite does: of two claims that hold a term the short one is nearer. */
const BY_LENGTH = sql.lit(1);

/** Rows by rank, the best first; of many only the newest are ranked. */
function rankedRows(
  { name, key: keyName }: TermsTable,
  { terms, newest }: { readonly terms: readonly string[]; readonly newest: number | undefined },
  binding: Binding,
): RawBuilder<unknown> {
  const [query, key] = [queryText(terms), sql.raw(keyName)];
  if (binding !== undefined) return sql`select id, rank from claim_matches(${query}::tsquery, ${newest ?? null})`;
  const held = sql`from ${sql.raw(name)} where search @@ ${query}::tsquery`;
  const matching =
    newest === undefined
      ? sql`select ${key}, search ${held}`
      : sql`select ${key}, search ${held} order by ${key} desc limit ${newest}`;
  return sql`select ${key} as id, -ts_rank(search, ${query}::tsquery, ${BY_LENGTH}) as rank from (${matching}) as matching`;
}

/**
 * The offsets keep the subqueries apart: terms are left behind once they are ranked, and rows are looked at one by one
 * in the order of rank, so that the limit stops at the best that meet the condition.
 */
const bestMatches =
  (table: TermsTable, binding: Binding): TextIndex["best"] =>
  (terms, condition, { limit, newest }) => {
    const [ranked, owner] = [rankedRows(table, { terms, newest }, binding), sql.raw(table.owner)];
    return sql`(
    select hit.id, hit.rank from (select * from (${ranked} offset 0) as ranked order by rank, id desc) as hit
    cross join lateral (select 1 from ${owner} where ${owner}.id = hit.id and ${condition} offset 0) as met
    order by hit.rank, hit.id desc limit ${limit})`;
  };

interface TermCount {
  readonly term: string;
  readonly documents: number;
}

/** What is counted. */
type Counted = Parameters<TextIndex["termCounts"]>[2];

/** Whether a viewer sees what the policies of the connection show. */
function isServed(viewer: Viewer | undefined, binding: TeamBinding): boolean {
  const { tenantId, agent, grantedScopes } = viewer ?? {};
  if (tenantId !== binding.tenantId || agent !== binding.principal) return false;
  return grantedScopes?.length === binding.scopes.length && grantedScopes.every((one) => binding.scopes.includes(one));
}

/** Rows that hold a term; a team's go through the function, whose rule is that of the viewer whom it serves. */
function holding(
  table: TermsTable,
  { term, viewer, condition, cap }: Counted & { readonly term: string },
  binding: Binding,
): RawBuilder<unknown> {
  const query = sql`${queryText([term])}::tsquery`;
  const [owner, key] = [sql.raw(table.owner), sql.raw(table.key)];
  const isBound = binding !== undefined;
  if (isBound && (condition === undefined || isServed(viewer, binding)))
    return sql`select 1 from claims_holding(${query}, ${cap})`;
  const held = isBound ? sql`claims_holding(${query}, null) as ${key}` : sql.raw(table.name);
  const meets = isBound ? sql`true` : sql`search @@ ${query}`;
  const rows = condition === undefined ? sql`` : sql`join ${owner} on id = ${key}`;
  return sql`select 1 from ${held} ${rows} where ${meets} and ${condition ?? sql`true`} limit ${cap}`;
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

const contentsOf = ({ name, key: keyName }: TermsTable): IndexContents => {
  const [table, key] = [sql.raw(name), sql.raw(keyName)];
  return {
    // The database checks its own indexes.
    structure: async () => undefined,
    ids: sql<number>`(select ${key} as id from ${table})`,
    totals: async (db) => {
      const { rows } = await sql<IndexStats>`
      select count(*) as claims, coalesce(sum(terms), 0) as terms from ${table}`.execute(db);
      return rows[0] ?? { claims: 0, terms: 0 };
    },
    someTerms: async (db, limit) => {
      const { rows } = await sql<{ term: string }>`
      select lexeme as term from (
        select search from ${table}
        where ${key} >= (select floor(random() * coalesce(max(${key}), 0)) from ${table})
        order by ${key} limit ${limit}
      ) as sample, unnest(sample.search) group by lexeme order by random() limit ${limit}`.execute(db);
      return rows.map(({ term }) => term);
    },
    entries: async (db, terms, { from, to, perTerm }) => {
      if (terms.length === 0) return [];
      const holds = terms.length > MOST_LOOKED_UP ? sql`true` : sql`search @@ ${queryText(terms)}::tsquery`;
      const { rows } = await sql<IndexEntry>`
      select id, term from (
        select ${key} as id, lexeme as term, row_number() over (partition by lexeme order by ${key} desc) as place
        from ${table}, unnest(search)
        where ${key} between ${from} and ${to} and ${holds}
          and lexeme in (select value from jsonb_array_elements_text(${JSON.stringify(terms)}::jsonb) as value)
      ) as held where place <= ${perTerm}`.execute(db);
      return rows;
    },
  };
};

/**
 * An index of terms as vectors of literal lexemes beside the rows; nothing of the server's parsers is used.
 *
 * @param binding - the team that the connections serve: its policies keep the server from using the index of claims
 */
export function createTextIndex(lists: Lists, table: TermsTable, binding: Binding): TextIndex {
  const { counts, counted, apart } = table;
  const [name, key, owner] = [sql.raw(table.name), sql.raw(table.key), sql.raw(table.owner)];
  const change = (sign: string) => sql`insert into ${sql.raw(counts)} (${sql.raw(`${apart}${counted}, terms`)})
      select ${sql.raw(`${apart}${sign}count(*), ${sign}sum(terms)`)}`;
  const summed = sql`${sql.raw(table.grouping)} returning id`;
  const addTerms = addRows(table);
  const countAdded = prepare((db, { ids }: Ids) =>
    sql<{ id: number }>`${change("")} from ${name} join ${owner} on id = ${key}
      where ${key} in ${lists.ids(ids)} ${summed}`.compile(db),
  );
  const removeRows = prepare((db, { ids }: Ids) =>
    sql<{ id: number }>`
      with gone as (delete from ${name} where ${key} in ${lists.ids(ids)} returning ${key}, terms)
      ${change("-")} from gone join ${owner} on id = ${key} ${summed}`.compile(db),
  );
  const idsOf = (documents: readonly IndexDocument[]): Ids => ({ ids: lists.encode(documents.map(({ id }) => id)) });
  return {
    contents: contentsOf(table),
    add: async (db, documents) => {
      if (documents.length === 0) return;
      await addTerms(db, documents.map(termsRowOf));
      await foldCounts(db, table, await countAdded(db, idsOf(documents)));
    },
    remove: async (db, documents) => foldCounts(db, table, await removeRows(db, idsOf(documents))),
    clear: async (db) => {
      await sql`delete from ${name}`.execute(db);
      await sql`delete from ${sql.raw(counts)}`.execute(db);
    },
    stats: (db) => readStats(db, table),
    best: bestMatches(table, binding),
    termCounts: (db, terms, given) =>
      countDocuments(
        db,
        terms.map((term) => {
          const held = holding(table, { term, ...given }, binding);
          return sql<TermCount>`select ${term}::text as term, count(*) as documents from (${held}) as held`;
        }),
      ),
  };
}
