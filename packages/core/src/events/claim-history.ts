import { viewerOf } from "../access/authority.ts";
import { getClaim } from "../claims/claim-detail.ts";
import { pageLimit } from "../claims/page-limit.ts";
import type { ClaimHistory, ClaimRef, MemoryContext } from "../memory-types.ts";

import { readHistory } from "./read-history.ts";

const DEFAULT_LIMIT = 50;

/** What happened to one claim, oldest first; a limit keeps the newest. */
export async function claimHistory(context: MemoryContext, ref: ClaimRef, limit?: number): Promise<ClaimHistory> {
  const claim = await getClaim(context, ref);
  const shown = { viewer: viewerOf(context.authority), limit: pageLimit(limit ?? DEFAULT_LIMIT) };
  return { claim, entries: await readHistory(context.store, claim, shown) };
}
