import type { Claim } from "../claims/claim.ts";

/** A reader. Stores apply it in the query, before any limit; rows it may not see behave as absent. */
export interface Viewer {
  readonly tenantId: string | undefined;
  /** Absent = the local operator. */
  readonly agent: string | undefined;
  readonly grantedScopes: readonly string[] | undefined;
  readonly allowSensitive: boolean;
}

/** The rule that stores express in their own language: tenant, granted scope, then visibility. */
export function canSee(
  viewer: Viewer,
  claim: Pick<Claim, "tenantId" | "scope" | "visibility" | "sourceAgent">,
): boolean {
  if (viewer.tenantId !== undefined && claim.tenantId !== viewer.tenantId) return false;
  if (viewer.grantedScopes !== undefined && !viewer.grantedScopes.includes(claim.scope)) return false;
  if (claim.visibility === "public") return true;
  if (viewer.agent !== undefined && viewer.agent !== claim.sourceAgent) return false;
  return claim.visibility === "private" || viewer.allowSensitive;
}
