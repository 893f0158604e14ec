import { inPostgres } from "./in-postgres.ts";
import type { Migration } from "./migration.ts";

const CLAIM_LINKS = `create table claim_links (
  id integer primary key autoincrement,
  source_id integer not null references claims (id) on delete cascade,
  target_id integer not null references claims (id) on delete cascade,
  link_type text not null check (link_type in (
    'relates_to', 'supersedes', 'derived_from', 'contradicts', 'supports', 'implements', 'configures',
    'depends_on', 'deployed_on', 'owned_by', 'tested_by', 'documents', 'blocks', 'enables')),
  created_at text not null,
  check (source_id <> target_id)
)`;

const INDEXES = [
  "create unique index claim_links_edge on claim_links (source_id, target_id, link_type)",
  "create index claim_links_target on claim_links (target_id)",
];

export const claimLinks: Migration = {
  version: 25,
  description: "links between claims",
  up: { sqlite: [CLAIM_LINKS, ...INDEXES], postgres: [inPostgres(CLAIM_LINKS), ...INDEXES] },
};
