import { inPostgres } from "./in-postgres.ts";
import type { Migration } from "./migration.ts";

const CITATIONS = `create table citations (
  id integer primary key autoincrement,
  claim_id integer not null references claims (id) on delete cascade,
  source text not null check (source <> ''),
  locator text,
  excerpt text,
  kind text not null check (kind in ('file', 'commit', 'url', 'session', 'other')),
  path text,
  line_start integer check (line_start >= 1),
  line_end integer check (line_end >= 1),
  excerpt_hash text,
  git_blob text,
  commit_id text,
  content_hash text,
  fetched_at text,
  check_status text check (check_status in ('ok', 'moved', 'changed', 'gone', 'unknown')),
  checked_at text,
  created_at text not null
)`;

const INDEX = "create index citations_claim on citations (claim_id)";

export const citations: Migration = {
  version: 24,
  description: "citations",
  up: { sqlite: [CITATIONS, INDEX], postgres: [inPostgres(CITATIONS), INDEX] },
};
