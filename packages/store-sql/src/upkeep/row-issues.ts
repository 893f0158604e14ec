import type { RowIssues } from "@memorymaster/core";
import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import type { Schema } from "../schema.ts";

type Database = Kysely<Schema>;

/** Whether the column names a claim that is not there. */
export function isDangling(column: string): RawBuilder<boolean> {
  const ref = sql.ref(column);
  return sql`(${ref} is not null and not exists (select 1 from claims as other where other.id = ${ref}))`;
}

/** Whether some claim says that it replaced `claims`: by its pointer, or by a link when it replaced another one before. */
const IS_POINTED_AT = sql`(
  exists (select 1 from claims as newer where newer.supersedes_claim_id = claims.id)
  or exists (select 1 from claim_links as link where link.target_id = claims.id and link.link_type = 'supersedes'))`;

/** Whether the replacement of `claims` says so too. */
const IS_ANSWERED = sql`(
  exists (select 1 from claims as newer
    where newer.id = claims.replaced_by_claim_id and newer.supersedes_claim_id = claims.id)
  or exists (select 1 from claim_links as link
    where link.source_id = claims.replaced_by_claim_id and link.target_id = claims.id and link.link_type = 'supersedes'))`;

/** Superseded claims of which only one end of the pair knows. */
export const IS_ONE_SIDED: RawBuilder<boolean> = sql`(claims.status = 'superseded' and case
  when claims.replaced_by_claim_id is null then ${IS_POINTED_AT}
  else not ${IS_ANSWERED} and not ${isDangling("claims.replaced_by_claim_id")} end)`;

/** The status that the events of `claims` end with; its own where they say nothing. */
const STATUS_BY_EVENTS = sql`coalesce((
  select events.to_status from events where events.claim_id = claims.id and events.to_status is not null
  order by events.id desc limit 1), claims.status)`;

/** Table and condition of each kind of issue: each is one statement, so that no writer comes between. */
const ISSUES: Readonly<Record<keyof RowIssues, readonly ["claims" | "citations" | "events", RawBuilder<unknown>]>> = {
  orphanEvents: ["events", isDangling("events.claim_id")],
  orphanCitations: ["citations", isDangling("citations.claim_id")],
  supersededWithoutReplacement: [
    "claims",
    sql`claims.status = 'superseded' and claims.replaced_by_claim_id is null and not ${IS_POINTED_AT}`,
  ],
  danglingReplacedBy: ["claims", isDangling("claims.replaced_by_claim_id")],
  danglingSupersedes: ["claims", isDangling("claims.supersedes_claim_id")],
  oneSidedSupersession: ["claims", IS_ONE_SIDED],
  statusDiffers: ["claims", sql`claims.status <> ${STATUS_BY_EVENTS}`],
};

export async function findRowIssues(db: Database, limit: number): Promise<RowIssues> {
  const found: Partial<Record<keyof RowIssues, readonly number[]>> = {};
  for (const [kind, [table, condition]] of Object.entries(ISSUES)) {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} where ${condition} order by id limit ${limit}`.execute(db);
    found[kind as keyof RowIssues] = rows.map(({ id }) => id);
  }
  return found as RowIssues;
}
