import type { ClaimFilter, Viewer } from "@memorymaster/core";
import { expressionBuilder } from "kysely";
import type { Expression, SqlBool } from "kysely";
import type { Flavor } from "../flavor.ts";
import type { Schema } from "../schema.ts";

const claims = expressionBuilder<Schema, "claims">();

type Condition = Expression<SqlBool>;

function visibilityOf(viewer: Viewer): Condition {
  const nonPublic = claims("claims.visibility", "in", viewer.allowSensitive ? ["private", "sensitive"] : ["private"]);
  const own =
    viewer.agent === undefined ? nonPublic : claims.and([nonPublic, claims("claims.source_agent", "=", viewer.agent)]);
  return claims.or([claims("claims.visibility", "=", "public"), own]);
}

/** The rule of who sees a claim (`canSee`) as a condition on `claims`: tenant, granted scope, then visibility. */
export function visibleTo(viewer: Viewer, { lists }: Flavor): Condition {
  const conditions: Condition[] = [visibilityOf(viewer)];
  if (viewer.tenantId !== undefined) conditions.push(claims("claims.tenant_id", "=", viewer.tenantId));
  if (viewer.grantedScopes !== undefined) {
    conditions.push(claims("claims.scope", "in", lists.texts(lists.encode(viewer.grantedScopes))));
  }
  return claims.and(conditions);
}

function validAt(instant: string, atPresent: boolean): Condition {
  const begun = [claims("claims.valid_from", "is", null), claims("claims.valid_from", "<=", instant)];
  if (atPresent) begun.push(claims("claims.valid_from", "=", claims.ref("claims.created_at")));
  return claims.and([
    claims.or(begun),
    claims.or([claims("claims.valid_until", "is", null), claims("claims.valid_until", ">", instant)]),
  ]);
}

/** A filter as a condition on `claims`; an empty list in it matches nothing. */
export function meets(filter: ClaimFilter, { codecs, lists }: Flavor): Condition {
  const conditions: Condition[] = [];
  if (filter.statuses !== undefined) {
    conditions.push(claims("claims.status", "in", lists.texts(lists.encode(filter.statuses))));
  }
  if (filter.scopes !== undefined) {
    conditions.push(claims("claims.scope", "in", lists.texts(lists.encode(filter.scopes))));
  }
  if (filter.ids !== undefined) conditions.push(claims("claims.id", "in", lists.ids(lists.encode(filter.ids))));
  if (filter.validAt !== undefined) {
    conditions.push(validAt(codecs.time.encode(filter.validAt), filter.atPresent === true));
  }
  if (filter.hasWords !== undefined) {
    conditions.push(claims("claims.content_hash", filter.hasWords ? "is not" : "is", null));
  }
  if (filter.pinned !== undefined) conditions.push(claims("claims.pinned", "=", codecs.boolean.encode(filter.pinned)));
  if (filter.confidenceBelow !== undefined) conditions.push(claims("claims.confidence", "<", filter.confidenceBelow));
  return claims.and(conditions);
}
