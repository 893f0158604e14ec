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

export const safety: Migration = {
  version: 29,
  description: "chain anchors, sealed originals and look-up of undone events",
  up: {
    sqlite: [
      CHAIN_ANCHOR,
      SEALED_PAYLOADS,
      "create index sealed_payloads_claim on sealed_payloads (claim_id)",
      "create index events_run on events (run_id) where run_id is not null",
      "create index events_undoes on events (undoes_event_id) where undoes_event_id is not null",
    ],
  },
};
