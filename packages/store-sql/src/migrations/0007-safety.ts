import { inPostgres } from "./in-postgres.ts";
import type { Migration } from "./migration.ts";

/** How far the chain reached at a moment, so that a cut of its newest events shows. */
const CHAIN_ANCHOR = `create table chain_anchor (
  name text primary key,
  event_count integer not null check (event_count >= 0),
  head_id integer not null,
  head_hash text not null,
  recorded_at text not null
)`;

/** Originals of redacted words, encrypted with the operator's key. */
const SEALED_PAYLOADS = `create table sealed_payloads (
  event_id integer primary key references events (id),
  claim_id integer not null references claims (id) on delete cascade,
  sealed text not null,
  created_at text not null
)`;

/** The other claim that an event names, so that whoever may not see that one does not learn of it (`otherClaimOf`). */
const OTHER_CLAIM = `alter table events add column other_claim_id integer generated always as (
  case when json_valid(payload_json) then coalesce(
    payload_json ->> '$.target_id', payload_json ->> '$.related_claim_id', payload_json ->> '$.replaced_by_claim_id'
  ) end
) virtual`;

const INDEXES = [
  "create index sealed_payloads_claim on sealed_payloads (claim_id)",
  "create index events_run on events (run_id) where run_id is not null",
  "create index events_undoes on events (undoes_event_id) where undoes_event_id is not null",
];

/** A payload that is no JSON, or names a claim by something else than a number, names none. */
const OTHER_CLAIM_FUNCTION = `create function other_claim_of(payload text) returns bigint
language plpgsql immutable as $$
begin
  return coalesce(
    payload::jsonb ->> 'target_id', payload::jsonb ->> 'related_claim_id', payload::jsonb ->> 'replaced_by_claim_id'
  )::bigint;
exception when others then
  return null;
end $$`;

const POSTGRES_OTHER_CLAIM = `alter table events add column other_claim_id bigint generated always as (
  case when payload_json ~ '"(target_id|related_claim_id|replaced_by_claim_id)"' then other_claim_of(payload_json) end
) stored`;

export const safety: Migration = {
  version: 29,
  description: "chain anchors, sealed originals, other claims and look-up of undone events",
  up: {
    sqlite: [CHAIN_ANCHOR, SEALED_PAYLOADS, OTHER_CLAIM, ...INDEXES],
    postgres: [
      inPostgres(CHAIN_ANCHOR),
      inPostgres(SEALED_PAYLOADS),
      OTHER_CLAIM_FUNCTION,
      POSTGRES_OTHER_CLAIM,
      ...INDEXES,
    ],
  },
};
