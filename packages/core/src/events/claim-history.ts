import { viewerOf } from "../access/authority.ts";
import { getClaim } from "../claims/claim-detail.ts";
import { pageLimit } from "../claims/page-limit.ts";
import type { ClaimHistory, ClaimRef, MemoryContext } from "../memory-types.ts";

import { withoutHiddenClaims } from "./other-claim.ts";

const DEFAULT_LIMIT = 50;

/** What happened to one claim, oldest first; a limit keeps the newest. */
export async function claimHistory(context: MemoryContext, ref: ClaimRef, limit?: number): Promise<ClaimHistory> {
  const claim = await getClaim(context, ref);
  const entries = await context.store.events.history(claim.id, pageLimit(limit ?? DEFAULT_LIMIT));
  return { claim, entries: await withoutHiddenClaims(context.store, viewerOf(context.authority), entries) };
}
