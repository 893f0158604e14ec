import { InvalidInputError } from "@memorymaster/core";
import type { EmbeddingSpec } from "@memorymaster/core";
import { DECIDING, indexableClaim, NO_TENANT, POLICY, policiesOf, TABLE_PREFIX, WORDS } from "@memorymaster/store-sql";
import type { Schema, VectorTable } from "@memorymaster/store-sql";
import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import { checkPolicies, recordPolicies } from "../roles/team-roles.ts";

type Database = Kysely<Schema>;

/** More dimensions than that no index takes; half precision reaches twice as far. */
const MOST_INDEXED = 2_000;
const MOST_HALVED = 4_000;

/** How far the rows `v` are from a vector in text form, put so that the index is used. */
export function distanceFrom(asked: string, dims: number): RawBuilder<number> {
  if (dims <= MOST_INDEXED || dims > MOST_HALVED) return sql`v.embedding <=> ${asked}::vector`;
  const halved = sql.raw(`halfvec(${dims})`);
  return sql`v.embedding::${halved} <=> ${asked}::${halved}`;
}

function indexesOf(table: string, dims: number): readonly string[] {
  const filter = `create index on ${table} (tenant_id, scope)`;
  if (dims > MOST_HALVED) return [filter];
  const vectors =
    dims > MOST_INDEXED ? `(embedding::halfvec(${dims})) halfvec_cosine_ops` : "embedding vector_cosine_ops";
  return [filter, `create index on ${table} using hnsw (${vectors})`];
}

const createTable = (table: string, dims: number): string => `create table ${table} (
  claim_id bigint primary key references claims (id) on delete cascade,
  tenant_id text collate "C" not null,
  scope text collate "C" not null,
  status text not null,
  hash text collate "C" not null,
  embedding vector(${dims}) not null
)`;

const rowOf = (version: "old" | "new", columns: readonly string[]): string =>
  `row(${columns.map((column) => `${version}.${column}`).join(", ")})`;

const isOther = (columns: readonly string[]): string =>
  `${rowOf("new", columns)} is distinct from ${rowOf("old", columns)}`;

/**
 * A claim that has no place in an index any more, or other words, loses its vector with the change that says so, whoever
 * makes it: in the function the owner's rights hold, and the names in it are those of this schema.
 */
function triggerOf(table: string): readonly string[] {
  const columns = [...new Set([...WORDS, ...DECIDING, ...POLICY])];
  return [
    `create function ${table}_follow() returns trigger language plpgsql security definer as $$
begin
  if ${isOther(WORDS)} or not ${indexableClaim("new")} then
    delete from ${table} where claim_id = new.id;
  else
    update ${table} set tenant_id = coalesce(new.tenant_id, '${NO_TENANT}'), scope = new.scope, status = new.status
      where claim_id = new.id;
  end if;
  return null;
end $$`,
    `do $$ begin
  execute format('alter function ${table}_follow() set search_path = %I, pg_temp', current_schema());
end $$`,
    `revoke all on function ${table}_follow() from public`,
    `create trigger ${table}_follow after update of ${columns.join(", ")} on claims for each row
when (${isOther(columns)}) execute function ${table}_follow()`,
  ];
}

/** The newest first. */
export async function vectorTables(db: Database): Promise<readonly VectorTable[]> {
  const { rows } = await sql<{ name: string; dims: number }>`select relname::text as name, atttypmod as dims
    from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'embedding'
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and starts_with(relname::text, ${TABLE_PREFIX})
    order by pg_class.oid desc`.execute(db);
  return rows.map(({ name, dims }) => ({ name, fp: name.slice(TABLE_PREFIX.length), dims }));
}

/** What a team may do with vectors is what it may do with claims, which the policies say. */
const grantTable = (table: string, role: string): RawBuilder<unknown> =>
  sql`grant select, insert, update, delete on ${sql.table(table)} to ${sql.id(role)}`;

/** Lets a role that serves teams work with the vectors that are there. */
export async function grantVectors(db: Database, role: string): Promise<void> {
  for (const { name } of await vectorTables(db)) await grantTable(name, role).execute(db);
}

/** Roles that serve teams: those that may change claims which they do not own. */
async function teamRoles(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ role: string }>`select rolname::text as role
    from pg_class cross join lateral aclexplode(relacl) as granted join pg_roles on pg_roles.oid = granted.grantee
    where pg_class.oid = 'claims'::regclass and privilege_type = 'UPDATE' and grantee <> relowner`.execute(db);
  return rows.map(({ role }) => role);
}

/** What is noted of the policies is noted anew after a change of ours, unless they were not as noted before. */
async function keepingNote(db: Database, change: () => Promise<void>): Promise<void> {
  const isSound = await checkPolicies(db).then(
    () => true,
    () => false,
  );
  await change();
  if (!isSound) return;
  await sql`delete from store_meta where key like 'row_policies%'`.execute(db);
  await recordPolicies(db);
}

/** Only the operator can; a table that is there stays as it is. */
export async function createVectorTable(db: Database, { fp, dims }: EmbeddingSpec): Promise<void> {
  if (!/^[0-9a-f]{16}$/.test(fp)) throw new InvalidInputError("input.invalid", "A fingerprint has 16 hex digits");
  const table = TABLE_PREFIX + fp;
  if ((await vectorTables(db)).some(({ name }) => name === table)) return;
  const ofClaim = "exists (select 1 from claims where claims.id = claim_id)";
  const rules = { select: ofClaim, insert: ofClaim, update: ofClaim, delete: ofClaim };
  const statements = [
    createTable(table, dims),
    ...indexesOf(table, dims),
    ...triggerOf(table),
    ...policiesOf(table, rules),
  ];
  await keepingNote(db, async () => {
    for (const statement of statements) await sql.raw(statement).execute(db);
    for (const role of await teamRoles(db)) await grantTable(table, role).execute(db);
  });
}

export async function dropVectorTable(db: Database, { name }: VectorTable): Promise<void> {
  await keepingNote(db, async () => {
    await sql`drop function ${sql.id(`${name}_follow`)} cascade`.execute(db);
    await sql`drop table ${sql.table(name)}`.execute(db);
  });
}
