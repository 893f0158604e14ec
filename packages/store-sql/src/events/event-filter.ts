import type { ClaimFilter, Viewer } from "@memorymaster/core";
import { expressionBuilder } from "kysely";
import type { Expression, SqlBool } from "kysely";
import { meets, visibleTo } from "../claims/claim-filter.ts";
import type { Flavor } from "../flavor.ts";
import type { Schema } from "../schema.ts";

const events = expressionBuilder<Schema, "events">();

/**
 * Events of claims that the viewer sees, unless they name another claim that it does not, and those of no claim: a
 * viewer bound to a tenant sees that tenant's alone.
 *
 * @param scopes of the claims; absent = all
 */
export function eventsVisibleTo(viewer: Viewer, flavor: Flavor, scopes?: readonly string[]): Expression<SqlBool> {
  const ofNoClaim = [events("events.claim_id", "is", null)];
  if (viewer.tenantId !== undefined) ofNoClaim.push(events("events.tenant_id", "=", viewer.tenantId));
  const isVisible = (column: "events.claim_id" | "events.other_claim_id", filter: ClaimFilter): Expression<SqlBool> =>
    events.exists(
      events
        .selectFrom("claims")
        .select("claims.id")
        .whereRef("claims.id", "=", column)
        .where(visibleTo(viewer, flavor))
        .where(meets(filter, flavor)),
    );
  const ofVisibleClaim = events.and([
    isVisible("events.claim_id", { scopes }),
    events.or([events("events.other_claim_id", "is", null), isVisible("events.other_claim_id", {})]),
  ]);
  return events.or([events.and(ofNoClaim), ofVisibleClaim]);
}
