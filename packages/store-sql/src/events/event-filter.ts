import type { Viewer } from "@memorymaster/core";
import { expressionBuilder } from "kysely";
import type { Expression, SqlBool } from "kysely";
import { visibleTo } from "../claims/claim-filter.ts";
import type { Flavor } from "../flavor.ts";
import type { Schema } from "../schema.ts";

const events = expressionBuilder<Schema, "events">();

/**
 * Events of claims that the viewer sees, unless they name another claim that it does not, and those of no claim: a
 * viewer bound to a tenant sees that tenant's alone.
 */
export function eventsVisibleTo(viewer: Viewer, flavor: Flavor): Expression<SqlBool> {
  const ofNoClaim = [events("events.claim_id", "is", null)];
  if (viewer.tenantId !== undefined) ofNoClaim.push(events("events.tenant_id", "=", viewer.tenantId));
  const isVisible = (column: "events.claim_id" | "events.other_claim_id"): Expression<SqlBool> =>
    events.exists(
      events
        .selectFrom("claims")
        .select("claims.id")
        .whereRef("claims.id", "=", column)
        .where(visibleTo(viewer, flavor)),
    );
  const ofVisibleClaim = events.and([
    isVisible("events.claim_id"),
    events.or([events("events.other_claim_id", "is", null), isVisible("events.other_claim_id")]),
  ]);
  return events.or([events.and(ofNoClaim), ofVisibleClaim]);
}
