import type { Claim, ClaimStatus, DecaySelection, JobOrder, JobSelection, JobStore, Viewer } from "@memorymaster/core";
import { VOLATILITIES } from "@memorymaster/core";
import { expressionBuilder, sql } from "kysely";
import type { Expression, Kysely, RawBuilder, SqlBool } from "kysely";
import { meets, visibleTo } from "../claims/claim-filter.ts";
import { claimOf } from "../claims/claim-row.ts";
import type { ClaimRow } from "../claims/claim-row.ts";
import type { Flavor } from "../flavor.ts";
import type { Schema } from "../schema.ts";

type Database = Kysely<Schema>;

const claims = expressionBuilder<Schema, "claims">();

const ORDERS: Readonly<Record<JobOrder, RawBuilder<unknown>>> = {
  newest: sql`claims.id desc`,
  oldest: sql`claims.id`,
  // Databases disagree on where nulls stand.
  least_recently_validated: sql`case when last_validated_at is null then 0 else 1 end, last_validated_at, claims.id`,
  least_recently_changed: sql`updated_at, claims.id`,
};

const read = (rows: readonly ClaimRow[], { codecs }: Flavor): readonly Claim[] =>
  rows.map((row) => claimOf(row, codecs));

export async function selectClaims(
  db: Database,
  flavor: Flavor,
  { viewer, selection }: { readonly viewer: Viewer; readonly selection: JobSelection },
): Promise<readonly Claim[]> {
  const { filter, withoutTypes, changedBefore, order, afterId, limit } = selection;
  const conditions: Expression<SqlBool>[] = [meets(filter, flavor), visibleTo(viewer, flavor)];
  const [status, ...others] = filter.statuses ?? [];
  // Of one state the index has the claims in the order of their ids; of a list they are read whole and sorted.
  if (status !== undefined && others.length === 0) conditions.push(claims("claims.status", "=", status));
  if (withoutTypes !== undefined && withoutTypes.length > 0) {
    conditions.push(claims.or([claims("claim_type", "is", null), claims("claim_type", "not in", withoutTypes)]));
  }
  if (changedBefore !== undefined) {
    conditions.push(claims("updated_at", "<", flavor.codecs.time.encode(changedBefore)));
  }
  if (afterId !== undefined) conditions.push(claims("claims.id", order === "newest" ? "<" : ">", afterId));
  const rows = await db
    .selectFrom("claims")
    .selectAll("claims")
    .where(claims.and(conditions))
    .orderBy(ORDERS[order])
    .limit(limit)
    .execute();
  return read(rows, flavor);
}

/** Decay, validation and change: the latest counts, so that all three must be old. */
const TOUCHES = ["last_decayed_at", "last_validated_at", "updated_at"] as const;

/** Databases disagree on what the greatest of times is when one is null. */
const LAST_TOUCH = sql`case
  when last_decayed_at >= coalesce(last_validated_at, last_decayed_at) and last_decayed_at >= updated_at then last_decayed_at
  when last_validated_at >= updated_at then last_validated_at
  else updated_at end`;

function isDue({ untouchedSince, now }: DecaySelection, { codecs }: Flavor): Expression<SqlBool> {
  const { encode } = codecs.time;
  const untouched = VOLATILITIES.map((volatility) =>
    claims.and([
      claims("volatility", "=", volatility),
      ...TOUCHES.map((column) =>
        claims.or([claims(column, "is", null), claims(column, "<=", encode(untouchedSince[volatility]))]),
      ),
    ]),
  );
  return claims.or([...untouched, ...TOUCHES.map((column) => claims(column, ">", encode(now)))]);
}

export async function selectDecaying(
  db: Database,
  flavor: Flavor,
  { viewer, selection }: { readonly viewer: Viewer; readonly selection: DecaySelection },
): Promise<readonly Claim[]> {
  const rows = await db
    .selectFrom("claims")
    .selectAll()
    .where("status", "=", "confirmed")
    .where("pinned", "=", flavor.codecs.boolean.encode(false))
    .where(isDue(selection, flavor))
    .where(visibleTo(viewer, flavor))
    .orderBy(sql`${LAST_TOUCH}, id`)
    .limit(selection.limit)
    .execute();
  return read(rows, flavor);
}

/** Of claims with evidence never checked it does not count when the rest of it was. */
const OLDEST_CHECK = sql`case when count(*) = count(checked_at) then min(checked_at) end`;

export async function selectUnchecked(
  db: Database,
  flavor: Flavor,
  { viewer, filter, kinds, limit }: { readonly viewer: Viewer } & Parameters<JobStore["selectUnchecked"]>[1],
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("claims")
    .innerJoin("citations", "citations.claim_id", "claims.id")
    .select("claims.id")
    .where("citations.kind", "in", flavor.lists.texts(flavor.lists.encode(kinds)))
    .where(meets(filter, flavor))
    .where(visibleTo(viewer, flavor))
    .groupBy("claims.id")
    .orderBy(sql`min(case when checked_at is null then 0 else 1 end), ${OLDEST_CHECK}, claims.id`)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Of claims that are not public the agent belongs to the namespace too. */
const OWNER = sql<string>`case when visibility = 'public' then '' else visibility || ' ' || source_agent end`;
const TENANT = sql<string>`coalesce(tenant_id, '')`;

export async function findRivals(
  db: Database,
  flavor: Flavor,
  {
    viewer,
    statuses,
    limit,
  }: { readonly viewer: Viewer; readonly statuses: readonly ClaimStatus[]; readonly limit: number },
): Promise<readonly (readonly Claim[])[]> {
  const { lists } = flavor;
  const competing = db
    .selectFrom("claims")
    .where("subject", "is not", null)
    .where("predicate", "is not", null)
    .where("object_value", "is not", null)
    .where("status", "in", lists.texts(lists.encode(statuses)))
    .where(visibleTo(viewer, flavor));
  const groups = await competing
    .select((eb) => [
      "subject",
      "predicate",
      "scope",
      TENANT.as("tenant"),
      OWNER.as("owner"),
      eb.fn.min("id").as("first"),
    ])
    .groupBy(["subject", "predicate", "scope", TENANT, OWNER])
    .having((eb) => eb(eb.fn.min("object_value"), "<>", eb.fn.max("object_value")))
    .orderBy("first")
    .limit(limit)
    .execute();
  const members = async ({ subject, predicate, scope, tenant, owner }: (typeof groups)[number]) =>
    competing
      .selectAll()
      .where("subject", "=", subject)
      .where("predicate", "=", predicate)
      .where("scope", "=", scope)
      .where(TENANT, "=", tenant)
      .where(OWNER, "=", owner)
      .orderBy("id")
      .execute();
  const found: (readonly Claim[])[] = [];
  for (const group of groups) found.push(read(await members(group), flavor));
  return found;
}
