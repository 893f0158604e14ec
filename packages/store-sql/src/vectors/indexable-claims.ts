import { LIVE_STATUSES } from "@memorymaster/core";
import type { Claim, Viewer } from "@memorymaster/core";
import { expressionBuilder } from "kysely";
import type { Expression, Kysely, SqlBool } from "kysely";
import { meets } from "../claims/claim-filter.ts";
import { claimOf } from "../claims/claim-row.ts";
import type { Flavor } from "../flavor.ts";
import type { Schema } from "../schema.ts";

type Database = Kysely<Schema>;
type Condition = Expression<SqlBool>;

const claims = expressionBuilder<Schema, "claims">();

/** Of the rule of who sees a claim only the tenant: what an index holds is not for a reader. */
function ofTenant({ tenantId }: Viewer): Condition {
  return tenantId === undefined ? claims.and([]) : claims("claims.tenant_id", "=", tenantId);
}

function isIndexable(viewer: Viewer, flavor: Flavor): Condition {
  return claims.and([
    ofTenant(viewer),
    meets({ statuses: LIVE_STATUSES, hasWords: true }, flavor),
    claims("claims.visibility", "<>", "sensitive"),
  ]);
}

export async function pageOfIndexable(
  db: Database,
  flavor: Flavor,
  { viewer, afterId, limit }: { readonly viewer: Viewer; readonly afterId: number; readonly limit: number },
): Promise<readonly Claim[]> {
  const rows = await db
    .selectFrom("claims")
    .selectAll()
    .where("id", ">", afterId)
    .where(isIndexable(viewer, flavor))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => claimOf(row, flavor.codecs));
}

export async function countIndexable(db: Database, flavor: Flavor, viewer: Viewer): Promise<number> {
  const row = await db
    .selectFrom("claims")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where(isIndexable(viewer, flavor))
    .executeTakeFirstOrThrow();
  return row.total;
}

/** Claims by one of their keys, by id ascending. */
export async function tenantClaims(
  db: Database,
  { codecs, lists }: Flavor,
  wanted: { readonly viewer: Viewer } & ({ readonly uids: readonly string[] } | { readonly ids: readonly number[] }),
): Promise<readonly Claim[]> {
  const isWanted =
    "uids" in wanted
      ? claims("claims.uid", "in", lists.texts(lists.encode(wanted.uids)))
      : claims("claims.id", "in", lists.ids(lists.encode(wanted.ids)));
  const rows = await db
    .selectFrom("claims")
    .selectAll()
    .where(isWanted)
    .where(ofTenant(wanted.viewer))
    .orderBy("id")
    .execute();
  return rows.map((row) => claimOf(row, codecs));
}
