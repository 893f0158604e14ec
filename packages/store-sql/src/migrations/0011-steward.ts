import { inPostgres } from "./in-postgres.ts";
import type { Migration } from "./migration.ts";
import { policiesOf } from "./row-security.ts";

/** One maintenance cycle runs at a time, in whatever process. */
const CYCLE_LEASE = `create table cycle_lease (
  name text primary key,
  owner text not null,
  acquired_at text not null,
  expires_at text not null
)`;

const INDEXES = [
  // What maintenance takes next: claims of a state by id.
  "create index claims_status on claims (status, id)",
  "create index citations_checked on citations (kind, checked_at)",
];

/** What was noted of the policies before is noted anew. */
const POLICIES = [...policiesOf("cycle_lease", {}), "delete from store_meta where key like 'row_policies%'"];

export const steward: Migration = {
  version: 33,
  description: "lease and queues of maintenance",
  up: {
    sqlite: [CYCLE_LEASE, ...INDEXES],
    postgres: [inPostgres(CYCLE_LEASE), ...INDEXES, ...POLICIES],
  },
};
