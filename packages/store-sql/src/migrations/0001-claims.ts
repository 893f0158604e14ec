import type { Migration } from "./migration.ts";

/**
 * Long texts stand last, so that the columns that decide about a row are found without reading through them. Of the
 * references between claims the trigger checks what a foreign key cannot. `entity_id` points to nothing yet: the
 * schema has no entities.
 */
const CLAIMS = `create table claims (
  id integer primary key autoincrement,
  uid text not null,
  human_id text not null,
  scope text not null default 'project',
  tenant_id text,
  visibility text not null default 'public' check (visibility in ('public', 'private', 'sensitive')),
  source_agent text not null default 'unknown',
  status text not null default 'candidate'
    check (status in ('candidate', 'confirmed', 'stale', 'superseded', 'conflicted', 'archived')),
  valid_from text,
  valid_until text,
  pinned integer not null default 0 check (pinned in (0, 1)),
  confidence real not null default 0.5 check (confidence between 0 and 1),
  version integer not null default 1 check (version >= 1),
  volatility text not null default 'medium' check (volatility in ('low', 'medium', 'high')),
  tier text not null default 'working' check (tier in ('core', 'working', 'peripheral')),
  created_at text not null,
  updated_at text not null,
  last_validated_at text,
  archived_at text,
  event_time text,
  last_accessed text,
  last_decayed_at text,
  access_count integer not null default 0 check (access_count >= 0),
  supersedes_claim_id integer references claims (id) on delete set null,
  replaced_by_claim_id integer references claims (id) on delete set null,
  entity_id integer,
  confirmed_by text check (confirmed_by is null or status = 'confirmed'),
  idempotency_key text,
  content_hash text,
  near_hash text,
  twin_hash text,
  terms_hash text,
  claim_type text,
  holder text,
  wiki_article text,
  subject text,
  predicate text,
  object_value text,
  text text not null,
  normalized_text text,
  check (visibility = 'public' or source_agent not in ('', 'unknown')),
  check (supersedes_claim_id is null or supersedes_claim_id <> id),
  check (replaced_by_claim_id is null or replaced_by_claim_id <> id)
)`;

/** Whether a claim may stand at the other end of a supersession: public claims ignore the owner. */
const SAME_NAMESPACE = `other.tenant_id is new.tenant_id and other.scope = new.scope
      and other.visibility = new.visibility
      and (new.visibility = 'public' or other.source_agent = new.source_agent)`;

const POINTS_OUTSIDE = `exists (
    select 1 from claims as other
    where other.id in (new.supersedes_claim_id, new.replaced_by_claim_id) and not (${SAME_NAMESPACE}))`;

const POINTED_AT_FROM_OUTSIDE = `exists (
    select 1 from claims as other where other.replaced_by_claim_id = new.id and not (${SAME_NAMESPACE}))`;

const REFUSE_BOUNDARY = "select raise(abort, 'a supersession must stay within tenant, scope, visibility and owner')";

const GUARDS = [
  `create trigger claims_uid_is_fixed before update of uid on claims when new.uid is not old.uid
begin
  select raise(abort, 'the uid of a claim never changes');
end`,
  `create trigger claims_supersession_on_insert before insert on claims
when new.supersedes_claim_id is not null or new.replaced_by_claim_id is not null
begin
  ${REFUSE_BOUNDARY} where ${POINTS_OUTSIDE};
end`,
  `create trigger claims_supersession_on_update
before update of supersedes_claim_id, replaced_by_claim_id, tenant_id, scope, visibility, source_agent on claims
begin
  ${REFUSE_BOUNDARY} where ${POINTS_OUTSIDE} or ${POINTED_AT_FROM_OUTSIDE};
end`,
];

const SUFFIX_STEM = "rtrim(human_id, '0123456789')";

/**
 * Keys come before the namespace: look-ups know the key and want every namespace. `visibility` stands in the indexes of
 * confirmed tuples, public ones too, since the planner else prefers `claims_tuple`.
 */
const UNIQUE_INDEXES = [
  "create unique index claims_uid on claims (uid)",
  `create unique index claims_idempotency_key_public on claims (idempotency_key, scope, coalesce(tenant_id, ''))
where visibility = 'public' and idempotency_key is not null`,
  `create unique index claims_idempotency_key_owned
on claims (idempotency_key, scope, source_agent, visibility, coalesce(tenant_id, ''))
where visibility <> 'public' and idempotency_key is not null`,
  `create unique index claims_human_id_public on claims (human_id, scope, coalesce(tenant_id, ''))
where visibility = 'public'`,
  `create unique index claims_human_id_owned
on claims (human_id, scope, source_agent, visibility, coalesce(tenant_id, '')) where visibility <> 'public'`,
  `create unique index claims_confirmed_tuple_public
on claims (subject, predicate, visibility, scope, coalesce(tenant_id, ''))
where visibility = 'public' and status = 'confirmed' and subject is not null and predicate is not null`,
  `create unique index claims_confirmed_tuple_owned
on claims (subject, predicate, visibility, source_agent, scope, coalesce(tenant_id, ''))
where visibility <> 'public' and status = 'confirmed' and subject is not null and predicate is not null`,
];

const INDEXES = [
  "create index claims_page on claims (pinned desc, confidence desc, updated_at desc, id desc)",
  "create index claims_content on claims (substr(content_hash, 1, 21)) where content_hash is not null",
  "create index claims_near on claims (near_hash) where near_hash is not null",
  "create index claims_twin on claims (twin_hash) where twin_hash is not null",
  `create index claims_tuple on claims (subject, predicate) where subject is not null and predicate is not null`,
  "create index claims_replaced_by on claims (replaced_by_claim_id) where replaced_by_claim_id is not null",
  `create index claims_human_id_suffix on claims (
  coalesce(tenant_id, ''), scope, ${SUFFIX_STEM},
  cast(substr(human_id, length(${SUFFIX_STEM}) + 1) as integer) desc
) where ${SUFFIX_STEM} like '%~'`,
];

/**
 * Names and keys compare by code point, as they do in SQLite, whatever the language of the server is. Of what others may
 * not see, policies of rows let nothing but columns be looked up by an index, hence those that are worked out.
 */
const POSTGRES_CLAIMS = `create table claims (
  id bigint generated by default as identity primary key,
  uid text collate "C" not null,
  human_id text collate "C" not null,
  scope text collate "C" not null default 'project',
  tenant_id text collate "C",
  visibility text not null default 'public' check (visibility in ('public', 'private', 'sensitive')),
  source_agent text collate "C" not null default 'unknown',
  status text not null default 'candidate'
    check (status in ('candidate', 'confirmed', 'stale', 'superseded', 'conflicted', 'archived')),
  valid_from timestamptz,
  valid_until timestamptz,
  pinned boolean not null default false,
  confidence double precision not null default 0.5 check (confidence between 0 and 1),
  version bigint not null default 1 check (version >= 1),
  volatility text not null default 'medium' check (volatility in ('low', 'medium', 'high')),
  tier text not null default 'working' check (tier in ('core', 'working', 'peripheral')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_validated_at timestamptz,
  archived_at timestamptz,
  event_time timestamptz,
  last_accessed timestamptz,
  last_decayed_at timestamptz,
  access_count bigint not null default 0 check (access_count >= 0),
  supersedes_claim_id bigint references claims (id) on delete set null,
  replaced_by_claim_id bigint references claims (id) on delete set null,
  entity_id bigint,
  confirmed_by text check (confirmed_by is null or status = 'confirmed'),
  idempotency_key text collate "C",
  content_hash text collate "C",
  near_hash text collate "C",
  twin_hash text collate "C",
  terms_hash text collate "C",
  content_key text collate "C" generated always as (substr(content_hash, 1, 21)) stored,
  human_id_stem text collate "C" generated always as (${SUFFIX_STEM}) stored,
  claim_type text collate "C",
  holder text collate "C",
  wiki_article text collate "C",
  subject text collate "C",
  predicate text collate "C",
  object_value text collate "C",
  text text not null,
  normalized_text text,
  check (visibility = 'public' or source_agent not in ('', 'unknown')),
  check (supersedes_claim_id is null or supersedes_claim_id <> id),
  check (replaced_by_claim_id is null or replaced_by_claim_id <> id)
)`;

const POSTGRES_SAME_NAMESPACE = SAME_NAMESPACE.replace("is new.tenant_id", "is not distinct from new.tenant_id");

const POSTGRES_GUARDS = [
  `create function claims_uid_is_fixed() returns trigger language plpgsql as $$
begin
  raise exception 'the uid of a claim never changes' using errcode = 'MM001';
end $$`,
  `create trigger claims_uid_is_fixed before update of uid on claims
for each row when (new.uid is distinct from old.uid) execute function claims_uid_is_fixed()`,
  `create function claims_supersession() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from claims as other
    where other.id in (new.supersedes_claim_id, new.replaced_by_claim_id) and not (${POSTGRES_SAME_NAMESPACE})
  ) or (tg_op = 'UPDATE' and exists (
    select 1 from claims as other where other.replaced_by_claim_id = new.id and not (${POSTGRES_SAME_NAMESPACE})
  )) then
    raise exception 'a supersession must stay within tenant, scope, visibility and owner' using errcode = 'MM001';
  end if;
  return new;
end $$`,
  `create trigger claims_supersession_on_insert before insert on claims for each row
when (new.supersedes_claim_id is not null or new.replaced_by_claim_id is not null)
execute function claims_supersession()`,
  `create trigger claims_supersession_on_update
before update of supersedes_claim_id, replaced_by_claim_id, tenant_id, scope, visibility, source_agent on claims
for each row execute function claims_supersession()`,
];

const POSTGRES_INDEXES = [
  ...INDEXES.filter((index) => !/claims_(content|human_id_suffix)/.test(index)),
  "create index claims_content on claims (content_key) where content_key is not null",
  `create index claims_human_id_suffix on claims (
  human_id_stem, scope, cast(substr(human_id, length(${SUFFIX_STEM}) + 1) as bigint) desc
) where human_id_stem like '%~'`,
];

export const claims: Migration = {
  version: 23,
  description: "claims",
  up: {
    sqlite: [CLAIMS, ...GUARDS, ...UNIQUE_INDEXES, ...INDEXES],
    postgres: [POSTGRES_CLAIMS, ...POSTGRES_GUARDS, ...UNIQUE_INDEXES, ...POSTGRES_INDEXES],
  },
};
