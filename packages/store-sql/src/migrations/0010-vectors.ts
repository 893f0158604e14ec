import { inPostgres } from "./in-postgres.ts";
import type { Migration } from "./migration.ts";
import { policiesOf } from "./row-security.ts";

const VECTOR_INDEXES = "create table vector_indexes (name text primary key)";

/**
 * Of a claim that has changed once more the entry is another row, whose number was never given before: what was done for
 * the older one cannot settle it. No reference to claims: an entry outlives its claim.
 */
const VECTOR_OUTBOX = `create table vector_outbox (
  change_no integer primary key autoincrement,
  index_name text not null references vector_indexes (name) on delete cascade,
  claim_id integer not null,
  enqueued_at text not null,
  attempts integer not null default 0,
  next_attempt_at text,
  lease_owner text,
  lease_ends_at text,
  last_code text
)`;

const VECTOR_CURSORS = "create table vector_cursors (stream text primary key, claim_id integer not null)";

const TABLES = [VECTOR_INDEXES, VECTOR_OUTBOX, VECTOR_CURSORS];

const INDEXES = [
  "create unique index vector_outbox_claim on vector_outbox (claim_id, index_name)",
  "create index vector_outbox_queue on vector_outbox (index_name, change_no)",
];

/** What an index holds of a claim, or goes by. */
const COLUMNS = [
  "text",
  "subject",
  "predicate",
  "object_value",
  "scope",
  "status",
  "tenant_id",
  "visibility",
  "content_hash",
];
const rowOf = (version: "old" | "new"): string => `(${COLUMNS.map((column) => `${version}.${column}`).join(", ")})`;

const AFTER_UPDATE = `after update of ${COLUMNS.join(", ")} on claims`;

const NOTE_CHANGE = `delete from vector_outbox where claim_id = new.id;
  insert into vector_outbox (index_name, claim_id, enqueued_at)
    select name, new.id, new.updated_at from vector_indexes order by name;`;

const SOME_INDEX = "exists (select 1 from vector_indexes)";

const TRIGGERS = [
  `create trigger claims_vectors_on_insert after insert on claims when ${SOME_INDEX}
begin
  ${NOTE_CHANGE}
end`,
  `create trigger claims_vectors_on_update ${AFTER_UPDATE} when ${SOME_INDEX} and ${rowOf("new")} is not ${rowOf("old")}
begin
  ${NOTE_CHANGE}
end`,
];

/**
 * A team writes to the outbox, which it cannot see, by nothing but its changes of claims. In the function the owner's
 * rights hold; so that no table of the caller's can stand in for one of the names in it, they are those of this schema.
 */
const inRightsOfOwner = (name: string, note: string): readonly string[] => [
  `create function ${name}() returns trigger language plpgsql security definer as $$
begin
  if ${SOME_INDEX} then
    ${note}
  end if;
  return null;
end $$`,
  `do $$ begin
  execute format('alter function ${name}() set search_path = %I, pg_temp', current_schema());
end $$`,
  `revoke all on function ${name}() from public`,
];

/** For the many claims of one statement a function is called once. */
const NOTE_NEW_CLAIMS = `delete from vector_outbox where claim_id in (select id from added);
    insert into vector_outbox (index_name, claim_id, enqueued_at)
      select name, id, updated_at from added, vector_indexes order by id, name;`;

const POSTGRES_TRIGGERS = [
  ...inRightsOfOwner("note_new_claims", NOTE_NEW_CLAIMS),
  ...inRightsOfOwner("note_changed_claim", NOTE_CHANGE),
  `create trigger claims_vectors_on_insert after insert on claims
referencing new table as added for each statement execute function note_new_claims()`,
  `create trigger claims_vectors_on_update ${AFTER_UPDATE} for each row
when (${rowOf("new")} is distinct from ${rowOf("old")}) execute function note_changed_claim()`,
];

/**
 * Outbox and cursors are the operator's alone. Whether there is an index at all is for everybody to know, in roles too that
 * were let in before there was this table. What was noted of the policies before is noted anew.
 */
const POLICIES = [
  ...policiesOf("vector_indexes", { select: "true" }),
  "grant select on vector_indexes to public",
  ...["vector_outbox", "vector_cursors"].flatMap((table) => policiesOf(table, {})),
  "delete from store_meta where key like 'row_policies%'",
];

export const vectors: Migration = {
  version: 32,
  description: "outbox of vector indexes",
  up: {
    sqlite: [...TABLES, ...INDEXES, ...TRIGGERS],
    postgres: [...TABLES.map(inPostgres), ...INDEXES, ...POSTGRES_TRIGGERS, ...POLICIES],
  },
};
