import { authorize, viewerOf } from "../access/authority.ts";
import { readHistory } from "../events/read-history.ts";
import { visibleLinks } from "../links/list-links.ts";
import type { ClaimDetail, ClaimRef, MemoryContext } from "../memory-types.ts";
import type { Claim } from "./claim.ts";
import { pageLimit } from "./page-limit.ts";
import { resolveClaim } from "./resolve-claim.ts";
import { reloadClaim } from "./update-claim.ts";

const DEFAULT_HISTORY = 50;

export interface GetClaimOptions {
  readonly allowSensitive?: boolean | undefined;
}

export interface ClaimDetailOptions extends GetClaimOptions {
  /** 1..1,000, default 50: the newest events. */
  readonly historyLimit?: number | undefined;
}

/** One claim with its citations. */
export async function getClaim(context: MemoryContext, ref: ClaimRef, options: GetClaimOptions = {}): Promise<Claim> {
  authorize(context.authority, "query");
  const viewer = viewerOf(context.authority, options.allowSensitive);
  const { id } = await resolveClaim(context.store, viewer, ref);
  return reloadClaim(context.store, viewer, id);
}

/** One claim with everything that belongs to it: citations, links to visible claims, history. */
export async function claimDetail(
  context: MemoryContext,
  ref: ClaimRef,
  options: ClaimDetailOptions = {},
): Promise<ClaimDetail> {
  const claim = await getClaim(context, ref, options);
  const viewer = viewerOf(context.authority, options.allowSensitive);
  const links = await visibleLinks(context.store, { viewer, claimId: claim.id });
  const shown = { viewer, limit: pageLimit(options.historyLimit ?? DEFAULT_HISTORY) };
  return { claim, links, entries: await readHistory(context.store, claim, shown) };
}
