import type { Viewer } from "@memorymaster/core";
import { expressionBuilder } from "kysely";
import type { Expression, SqlBool } from "kysely";
import { visibleTo } from "../claims/claim-filter.ts";
import type { Flavor } from "../flavor.ts";
import type { Schema } from "../schema.ts";

const events = expressionBuilder<Schema, "events">();

/** Events of claims that the viewer sees, and those of no claim: a viewer bound to a tenant sees that tenant's alone. */
export function eventsVisibleTo(viewer: Viewer, flavor: Flavor): Expression<SqlBool> {
  const ofNoClaim = [events("events.claim_id", "is", null)];
  if (viewer.tenantId !== undefined) ofNoClaim.push(events("events.tenant_id", "=", viewer.tenantId));
  const ofVisibleClaim = events.exists(
    events
      .selectFrom("claims")
      .select("claims.id")
      .whereRef("claims.id", "=", "events.claim_id")
      .where(visibleTo(viewer, flavor)),
  );
  return events.or([events.and(ofNoClaim), ofVisibleClaim]);
}
