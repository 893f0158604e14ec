import { createHash } from "node:crypto";

import Database from "better-sqlite3";

/** The tables of v3.3, before events had hashes. */
const SCHEMA_3_3 = `
create table claims (
  id integer primary key autoincrement, text text not null, idempotency_key text, normalized_text text, claim_type text,
  subject text, predicate text, object_value text, scope text not null default 'project',
  volatility text not null default 'medium', status text not null, confidence real not null default 0.5,
  pinned integer not null default 0, supersedes_claim_id integer, replaced_by_claim_id integer,
  created_at text not null, updated_at text not null, last_validated_at text, archived_at text, human_id text,
  tier text not null default 'working', access_count integer not null default 0, last_accessed text, event_time text,
  valid_from text, valid_until text, tenant_id text, source_agent text, visibility text not null default 'public',
  version integer not null default 1, entity_id integer);
create table citations (
  id integer primary key autoincrement, claim_id integer not null, source text not null, locator text, excerpt text,
  created_at text not null);
create table claim_links (
  id integer primary key autoincrement, source_id integer not null, target_id integer not null, link_type text not null,
  created_at text not null);
create table entities (
  id integer primary key autoincrement, canonical_name text not null unique, entity_type text not null default 'unknown',
  scope text not null default 'global', created_at text not null, updated_at text not null);
create table entity_aliases (
  id integer primary key autoincrement, entity_id integer not null, alias text not null unique,
  original_form text not null, created_at text not null);
create table events (
  id integer primary key autoincrement, claim_id integer, event_type text not null, from_status text, to_status text,
  details text, payload_json text, created_at text not null);
create index idx_citations_claim_id on citations (claim_id);
create index idx_events_claim_id on events (claim_id);`;

/** What v4.8 added; tables without a place in a store stand for all of them. */
const ADDED_UNTIL_4_8 = `
alter table claims add column wiki_article text;
alter table claims add column holder text;
alter table events add column prev_event_hash text;
alter table events add column event_hash text;
alter table events add column hash_algo text;
alter table events add column tenant_id text;
alter table events add column tenant_prev_event_hash text;
alter table events add column tenant_event_hash text;
alter table events add column tenant_hash_algo text;
drop table entity_aliases;
create table entity_aliases (
  id integer primary key autoincrement, entity_id integer not null, alias text not null,
  variant_key text not null default '', original_form text not null, created_at text not null,
  unique (entity_id, variant_key));
create table entity_edges (
  source_id integer not null, target_id integer not null, relation text not null default 'related_to',
  weight real not null default 1.0, claim_id integer, created_at text not null, last_reinforced_at text,
  primary key (source_id, target_id, relation));
create table claim_entity_links (
  claim_id integer not null, entity_id integer not null, primary key (claim_id, entity_id));
create table mcp_usage (id integer primary key autoincrement, tool_name text not null);
create table schema_versions (
  id integer primary key autoincrement, version integer not null unique, description text not null,
  checksum text not null, applied_at text not null);
insert into schema_versions (version, description, checksum, applied_at) values (22, 'job outcome', 'x', '2026-01-01');`;

/** When everything in a file happens, unless a test says otherwise. */
export const THEN = "2025-06-01T10:00:00+00:00";

export type Values = Readonly<Record<string, string | number | Buffer | null>>;

/** A database of the earlier product, row by row. */
export interface LegacyFile extends Disposable {
  readonly path: string;
  /** Inserts a row and returns its number. */
  row(table: string, values: Values): number;
  /** Inserts a confirmed public claim with a citation; returns its id. */
  claim(values?: Values): number;
  /** Inserts an event of v4.8 behind the last one, or behind the one with the hash `prev_event_hash`; returns its hash. */
  event(values?: Values): string;
  sql(script: string): void;
}

/** As the earlier product calculates it, from the payload in canonical form. */
function eventHash(event: Values, canonicalPayload: string): string {
  const fields = ["claim_id", "event_type", "from_status", "to_status", "details"].map((name) => event[name] ?? "");
  const parts = ["sha256-v1", ...fields, canonicalPayload, event["created_at"], event["prev_event_hash"] ?? ""];
  return createHash("sha256").update(parts.join("\u001f")).digest("hex");
}

export function createLegacyFile(path: string, version: "3.3" | "4.8" = "4.8"): LegacyFile {
  const database = new Database(path);
  database.exec("pragma synchronous = off");
  database.exec(SCHEMA_3_3);
  if (version === "4.8") database.exec(ADDED_UNTIL_4_8);
  let head: string | null = null;

  function row(table: string, values: Values): number {
    const names = Object.keys(values);
    const marks = names.map(() => "?").join(", ");
    const insert = database.prepare(`insert into ${table} (${names.join(", ")}) values (${marks})`);
    return Number(insert.run(...Object.values(values)).lastInsertRowid);
  }

  return {
    path,
    row,
    claim: (values = {}) => {
      const text = "The staging API listens on port 7443";
      const id = row("claims", { text, status: "confirmed", created_at: THEN, updated_at: THEN, ...values });
      row("citations", { claim_id: id, source: "docs/ops.md", locator: "L12", excerpt: "port 7443", created_at: THEN });
      return id;
    },
    event: (values = {}) => {
      const { canonical, ...given } = { canonical: "", prev_event_hash: head, ...values } as Values;
      const event = { event_type: "system", created_at: THEN, hash_algo: "sha256-v1", ...given };
      head = eventHash(event, String(canonical));
      row("events", { event_hash: head, ...event });
      return head;
    },
    sql: (script) => void database.exec(script),
    [Symbol.dispose]: () => void database.close(),
  };
}
