import { InvalidInputError, sha256Hex, StoreError } from "@memorymaster/core";
import type { TeamRoles } from "@memorymaster/core";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "@memorymaster/store-sql";

const READ = "select";
const APPEND = "select, insert";
const CHANGE = "select, insert, update";
const ALL = "select, insert, update, delete";

/** Rights on each table; which rows they reach is for the policies to say. */
const RIGHTS: Readonly<Record<string, string>> = {
  schema_versions: READ,
  store_meta: READ,
  event_history: READ,
  events: APPEND,
  claims: CHANGE,
  citations: ALL,
  claim_links: ALL,
  claim_terms: ALL,
  index_delta: ALL,
  event_contents: ALL,
  open_proposals: ALL,
  entities: ALL,
  entity_aliases: ALL,
  entity_edges: ALL,
  claim_entity_links: ALL,
};
const WITH_IDS = ["claims", "citations", "claim_links", "events", "index_delta"];
const ENTITY_IDS = ["entities", "entity_aliases", "entity_edges", "claim_entity_links"];

const TEAM_FUNCTIONS = sql.raw("tenant_head(), claim_matches(tsquery, bigint), claims_holding(tsquery, bigint)");

/** Lets a login role serve teams. @throws InvalidInputError `input.invalid` when there is no such role */
async function grantTeam(database: Kysely<Schema>, role: string): Promise<void> {
  const known = await sql`select 1 from pg_roles where rolname = ${role}`.execute(database);
  if (known.rows.length === 0) {
    const way = `create it with: create role ${role} login password '…'`;
    throw new InvalidInputError("input.invalid", `The server has no role ${role}: ${way}`, {
      details: { field: "role" },
    });
  }
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(database);
  const [to, schema] = [sql.id(role), sql.id(rows[0]?.schema ?? "public")];
  await database.transaction().execute(async (db) => {
    await sql`grant usage on schema ${schema} to ${to}`.execute(db);
    for (const [table, rights] of Object.entries(RIGHTS)) {
      await sql`grant ${sql.raw(rights)} on ${sql.table(table)} to ${to}`.execute(db);
    }
    for (const table of [...WITH_IDS, ...ENTITY_IDS]) {
      await sql`grant usage on sequence ${sql.id(`${table}_id_seq`)} to ${to}`.execute(db);
    }
    await sql`grant execute on function ${TEAM_FUNCTIONS} to ${to}`.execute(db);
  });
}

/** What the policies say, as a digest; the words are those of the server's version. */
async function policyDigest(database: Kysely<Schema>): Promise<{ readonly key: string; readonly digest: string }> {
  const { rows } = await sql<{ version: string; policies: string }>`
    select current_setting('server_version_num')::bigint / 10000 as version, (
      select coalesce(jsonb_agg(to_jsonb(p) order by tablename, policyname), '[]')::text from pg_policies as p
      where schemaname = current_schema()
    ) || (
      select jsonb_agg(relname || relrowsecurity || relforcerowsecurity order by relname)::text from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r'
    ) as policies`.execute(database);
  return { key: `row_policies_${rows[0]?.version}`, digest: sha256Hex(rows[0]?.policies ?? "") };
}

/** Notes the policies as they are, the first time that the operator opens the database on this version of the server. */
export async function recordPolicies(database: Kysely<Schema>): Promise<void> {
  const { key, digest } = await policyDigest(database);
  await sql`insert into store_meta (key, value) values (${key}, ${digest}) on conflict (key) do nothing`.execute(
    database,
  );
}

/** @throws StoreError `store.unavailable` when the policies are not those that the migration made */
export async function checkPolicies(database: Kysely<Schema>): Promise<void> {
  const { key, digest } = await policyDigest(database);
  const { rows } = await sql<{ value: string }>`select value from store_meta where key = ${key}`.execute(database);
  if (rows[0]?.value === digest) return;
  const message =
    rows.length === 0
      ? "The row security of this server version is not noted yet: let the operator open the database once"
      : "The row security of the database was changed by hand: no team is served until it is as the migrations made it";
  throw new StoreError("store.unavailable", message, { details: { reason: "row_security" } });
}

export const createTeamRoles = (database: Kysely<Schema>): TeamRoles => ({
  grant: (role) => grantTeam(database, role),
});
