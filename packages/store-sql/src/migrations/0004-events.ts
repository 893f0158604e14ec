import { appendOnlyInPostgres, inPostgres } from "./in-postgres.ts";
import type { Migration } from "./migration.ts";

const EVENTS = `create table events (
  id integer primary key autoincrement,
  claim_id integer references claims (id) on delete restrict,
  event_type text not null,
  from_status text,
  to_status text,
  details text,
  payload_json text,
  run_id text,
  undoes_event_id integer references events (id),
  created_at text not null,
  prev_event_hash text,
  event_hash text not null,
  hash_algo text not null,
  tenant_id text,
  tenant_prev_event_hash text,
  tenant_event_hash text,
  tenant_hash_algo text
)`;

const APPEND_ONLY = ["update", "delete"].map(
  (change) => `create trigger events_refuse_${change} before ${change} on events
begin
  select raise(abort, 'events are append-only');
end`,
);

const EVENT_INDEXES = [
  "create index events_claim on events (claim_id, id)",
  "create index events_time on events (created_at, id)",
  "create index events_type on events (event_type, created_at, id)",
  "create index events_tenant on events (tenant_id, id) where tenant_id is not null",
];

/** The end of the one chain, behind which any number of events of tenants apart may stand. */
const CHAIN_INDEX = "create index events_chain on events (id) where hash_algo = 'sha256-v1'";

/** The words of an event stand apart from it, so that they can be erased while the chain still verifies. */
const EVENT_CONTENTS = `create table event_contents (
  event_id integer primary key references events (id),
  claim_id integer not null references claims (id) on delete cascade,
  salt text not null,
  content text not null
)`;

const OPEN_PROPOSALS = `create table open_proposals (
  event_id integer primary key references events (id),
  target_claim_id integer not null references claims (id) on delete cascade,
  kind text not null check (kind in ('superseded_candidate', 'conflicted', 'stale')),
  candidate_claim_id integer references claims (id) on delete set null,
  created_at text not null
)`;

const CONTENTS_INDEX = "create index event_contents_claim on event_contents (claim_id)";
const PROPOSALS_INDEX = "create index open_proposals_target on open_proposals (target_claim_id, kind)";

const APPEND_ONLY_FUNCTION = `create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% are append-only', tg_table_name using errcode = 'MM001';
end $$`;

export const events: Migration = {
  version: 26,
  description: "events, their contents and open proposals",
  up: {
    sqlite: [EVENTS, ...APPEND_ONLY, ...EVENT_INDEXES, EVENT_CONTENTS, CONTENTS_INDEX, OPEN_PROPOSALS, PROPOSALS_INDEX],
    postgres: [
      inPostgres(EVENTS),
      APPEND_ONLY_FUNCTION,
      appendOnlyInPostgres("events", "update or delete or truncate"),
      ...EVENT_INDEXES,
      CHAIN_INDEX,
      inPostgres(EVENT_CONTENTS),
      CONTENTS_INDEX,
      inPostgres(OPEN_PROPOSALS),
      PROPOSALS_INDEX,
    ],
  },
};
