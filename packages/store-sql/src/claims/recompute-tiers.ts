import { CLAIM_TIERS, CORE_ABOVE_USES } from "@memorymaster/core";
import type { ClaimTier, TierBounds, Viewer } from "@memorymaster/core";
import { expressionBuilder } from "kysely";
import type { Expression, Kysely, SqlBool } from "kysely";
import type { Flavor } from "../flavor.ts";
import type { Schema } from "../schema.ts";
import { visibleTo } from "./claim-filter.ts";

const claims = expressionBuilder<Schema, "claims">();

/** The condition of each tier, as `tierOf` has them; every claim meets exactly one. */
function tierConditions(coreSince: string, peripheralUntil: string): Readonly<Record<ClaimTier, Expression<SqlBool>>> {
  const core = claims.or([claims("access_count", ">", CORE_ABOVE_USES), claims("created_at", ">", coreSince)]);
  const unused = claims.and([claims("access_count", "=", 0), claims("created_at", "<=", peripheralUntil)]);
  return {
    core,
    peripheral: claims.and([claims.not(core), unused]),
    working: claims.and([claims.not(core), claims.not(unused)]),
  };
}

/** One statement for each tier, over the claims that belong there and are elsewhere; returns how many those were. */
export async function recomputeTiers(
  db: Kysely<Schema>,
  flavor: Flavor,
  { viewer, bounds }: { readonly viewer: Viewer; readonly bounds: TierBounds },
): Promise<Readonly<Record<ClaimTier, number>>> {
  const { encode } = flavor.codecs.time;
  const conditions = tierConditions(encode(bounds.coreSince), encode(bounds.peripheralUntil));
  const moved: Record<ClaimTier, number> = { core: 0, working: 0, peripheral: 0 };
  for (const tier of CLAIM_TIERS) {
    const { numUpdatedRows } = await db
      .updateTable("claims")
      .set({ tier })
      .where("tier", "<>", tier)
      .where("status", "<>", "archived")
      .where(conditions[tier])
      .where(visibleTo(viewer, flavor))
      .executeTakeFirstOrThrow();
    moved[tier] = Number(numUpdatedRows);
  }
  return moved;
}
