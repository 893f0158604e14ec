import { InvalidInputError } from "@memorymaster/core";
import type { EmbeddingSpec } from "@memorymaster/core";
import { DECIDING, indexableClaim, NO_TENANT, POLICY, TABLE_PREFIX, WORDS } from "@memorymaster/store-sql";
import type { Schema, VectorTable } from "@memorymaster/store-sql";
import { sql } from "kysely";
import type { Kysely } from "kysely";

type Database = Kysely<Schema>;

/** The next number of a change: rows never go, so that the greatest number stays and never comes again. */
export const nextChange = (table: string): string => `(select coalesce(max(change_no), 0) + 1 from ${table})`;

/** What is left of a row without its vector; the row stays, so that other processes notice. */
export const CLEARED = "embedding = null, code = null, hash = ''";

const isOther = (columns: readonly string[]): string =>
  `(${columns.map((column) => `new.${column}`).join(", ")}) is not (${columns.map((column) => `old.${column}`).join(", ")})`;

/**
 * The declared type of `embedding` tells how many numbers it holds, 4 bytes each. The codes stand in an index too, so that
 * they are read without the vectors.
 */
const createTable = (table: string, dims: number): string => `create table if not exists ${table} (
  claim_id integer primary key,
  tenant_id text not null,
  scope text not null,
  status text not null,
  hash text not null,
  code blob,
  embedding blob(${dims}) check (length(embedding) = ${4 * dims}),
  change_no integer not null
)`;

const CENTERS = "create table if not exists vector_centers (fp text primary key, center blob not null)";

/** A claim that has no place in an index any more, or other words, loses its vector with the change that says so. */
function triggersOf(table: string): readonly string[] {
  const clear = (row: string): string => `update ${table} set ${CLEARED}, change_no = ${nextChange(table)}
    where claim_id = ${row}.id and embedding is not null;`;
  return [
    `create trigger if not exists ${table}_cleared after update of ${[...WORDS, ...DECIDING].join(", ")} on claims
when ${isOther(WORDS)} or not ${indexableClaim("new")}
begin
  ${clear("new")}
end`,
    `create trigger if not exists ${table}_gone after delete on claims
begin
  ${clear("old")}
end`,
    `create trigger if not exists ${table}_moved after update of ${POLICY.join(", ")} on claims
when ${isOther(POLICY)}
begin
  update ${table} set tenant_id = coalesce(new.tenant_id, '${NO_TENANT}'), scope = new.scope, status = new.status,
    change_no = ${nextChange(table)}
  where claim_id = new.id and embedding is not null;
end`,
  ];
}

/** The newest first. */
export async function vectorTables(db: Database): Promise<readonly VectorTable[]> {
  const { rows } = await sql<{ name: string; type: string }>`select t.name, c.type
    from sqlite_schema as t join pragma_table_info(t.name) as c on c.name = 'embedding'
    where t.type = 'table' and t.name glob ${`${TABLE_PREFIX}*`} order by t.rowid desc`.execute(db);
  return rows.map(({ name, type }) => ({ name, fp: name.slice(TABLE_PREFIX.length), dims: Number(type.slice(5, -1)) }));
}

export async function createVectorTable(db: Database, { fp, dims }: EmbeddingSpec): Promise<void> {
  if (!/^[0-9a-f]{16}$/.test(fp)) throw new InvalidInputError("input.invalid", "A fingerprint has 16 hex digits");
  const table = TABLE_PREFIX + fp;
  const changes = `create index if not exists ${table}_changes
    on ${table} (change_no, claim_id, tenant_id, scope, status, code)`;
  for (const statement of [CENTERS, createTable(table, dims), changes, ...triggersOf(table)])
    await sql.raw(statement).execute(db);
}

/** With the table the triggers go that name it; those of claims do not by themselves. */
export async function dropVectorTable(db: Database, { name, fp }: VectorTable): Promise<void> {
  for (const trigger of ["cleared", "gone", "moved"])
    await sql`drop trigger if exists ${sql.id(`${name}_${trigger}`)}`.execute(db);
  await sql`drop table ${sql.table(name)}`.execute(db);
  await sql`delete from vector_centers where fp = ${fp}`.execute(db);
}
