import { appendOnlyInPostgres, inPostgres } from "./in-postgres.ts";
import type { Migration } from "./migration.ts";
import { ROW_SECURITY } from "./row-security.ts";

/** Events of claims that came from other stores, as lines whose hashes were checked there; their chain is not ours. */
const EVENT_HISTORY = `create table event_history (
  event_hash text primary key,
  origin text not null,
  origin_id integer not null,
  claim_uid text,
  line text
)`;

/** Only the words can go, when the claim is erased; the hash stays. */
const HISTORY_GUARDS = [
  `create trigger event_history_refuse_update before update on event_history
when new.line is not null or new.event_hash is not old.event_hash or new.origin is not old.origin
  or new.origin_id is not old.origin_id or new.claim_uid is not old.claim_uid
begin
  select raise(abort, 'event_history is append-only');
end`,
  `create trigger event_history_refuse_delete before delete on event_history
begin
  select raise(abort, 'event_history is append-only');
end`,
];

const POSTGRES_HISTORY_GUARDS = [
  appendOnlyInPostgres("event_history", "delete or truncate"),
  `create trigger event_history_refuse_update before update on event_history for each row
when (new.line is not null or (new.event_hash, new.origin, new.origin_id, new.claim_uid)
  is distinct from (old.event_hash, old.origin, old.origin_id, old.claim_uid))
execute function refuse_change()`,
];

const ENTITIES = `create table entities (
  id integer primary key autoincrement,
  canonical_name text not null,
  entity_type text not null default 'unknown',
  scope text not null default 'global',
  tenant_id text,
  created_at text not null,
  updated_at text not null
)`;

const ENTITY_ALIASES = `create table entity_aliases (
  id integer primary key autoincrement,
  entity_id integer not null references entities (id) on delete cascade,
  alias text not null,
  variant_key text not null default '',
  original_form text not null,
  created_at text not null
)`;

const ENTITY_EDGES = `create table entity_edges (
  id integer primary key autoincrement,
  source_id integer not null references entities (id) on delete cascade,
  target_id integer not null references entities (id) on delete cascade,
  relation text not null default 'related_to',
  weight real not null default 1.0,
  claim_id integer references claims (id) on delete set null,
  created_at text not null,
  last_reinforced_at text,
  last_decayed_at text
)`;

const CLAIM_ENTITY_LINKS = `create table claim_entity_links (
  id integer primary key autoincrement,
  claim_id integer not null references claims (id) on delete cascade,
  entity_id integer not null references entities (id) on delete cascade
)`;

const TABLES = [ENTITIES, ENTITY_ALIASES, ENTITY_EDGES, CLAIM_ENTITY_LINKS];

const INDEXES = [
  "create index event_history_claim on event_history (claim_uid, origin_id)",
  "create unique index entities_name on entities (coalesce(tenant_id, ''), canonical_name)",
  "create unique index entity_aliases_variant on entity_aliases (entity_id, variant_key)",
  "create index entity_aliases_alias on entity_aliases (alias)",
  "create unique index entity_edges_edge on entity_edges (source_id, target_id, relation)",
  "create index entity_edges_target on entity_edges (target_id)",
  "create unique index claim_entity_links_pair on claim_entity_links (claim_id, entity_id)",
  "create index claim_entity_links_entity on claim_entity_links (entity_id)",
  "create index claims_entity on claims (entity_id) where entity_id is not null",
];

export const otherStores: Migration = {
  version: 30,
  description: "history from other stores, entities, row security for teams",
  up: {
    sqlite: [EVENT_HISTORY, ...HISTORY_GUARDS, ...TABLES, ...INDEXES],
    postgres: [
      inPostgres(EVENT_HISTORY),
      ...POSTGRES_HISTORY_GUARDS,
      ...TABLES.map(inPostgres),
      ...INDEXES,
      ...ROW_SECURITY,
    ],
  },
};
