import { authorize, grantedScopes, viewerOf } from "../access/authority.ts";
import { normalizeScopes } from "../access/default-scopes.ts";
import type { MemoryContext } from "../memory-types.ts";
import type { ClaimStats } from "../ports/claim-store.ts";

/** Counts over the claims that the caller may see; a blank scope = every scope. */
export async function claimStats(context: MemoryContext, scope?: string): Promise<ClaimStats> {
  authorize(context.authority, "query");
  const [only] = grantedScopes(context.authority, normalizeScopes(scope === undefined ? [] : [scope]));
  return context.store.claims.stats(viewerOf(context.authority), only);
}
