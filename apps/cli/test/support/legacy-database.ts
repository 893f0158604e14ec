import { createRequire } from "node:module";

type OpenDatabase = new (path: string) => { exec(script: string): unknown; close(): void };
const Database = createRequire(import.meta.url)("better-sqlite3") as OpenDatabase;

/** The columns of the earlier product that nothing can be without. */
const SCHEMA = `
create table claims (
  id integer primary key, text text, status text, scope text default 'project', subject text, predicate text,
  pinned integer default 0, confidence real default 0.5, created_at text, updated_at text,
  supersedes_claim_id integer, replaced_by_claim_id integer);
create table citations (id integer primary key, claim_id integer, source text, created_at text);
create table events (id integer primary key, claim_id integer, event_type text, created_at text);
create table mcp_usage (id integer primary key, tool_name text);
insert into mcp_usage (tool_name) values ('query');`;

const THEN = "2025-06-01T10:00:00+00:00";

/** Writes a database of the earlier product with these claims, each of them with an event. */
export function writeLegacyDatabase(path: string, texts: readonly string[]): void {
  const database = new Database(path);
  const rows = texts.map((text) => `('${text}', 'confirmed', '${THEN}', '${THEN}')`).join(", ");
  database.exec(`${SCHEMA}
    insert into claims (text, status, created_at, updated_at) values ${rows};
    insert into citations (claim_id, source, created_at) select id, 'docs/ops.md', created_at from claims;
    insert into events (claim_id, event_type, created_at) select id, 'ingest', created_at from claims;`);
  database.close();
}
