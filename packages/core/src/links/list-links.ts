import { authorize, viewerOf } from "../access/authority.ts";
import type { Viewer } from "../access/viewer.ts";
import type { ClaimLink, LinkType } from "../claims/link.ts";
import { resolveClaim } from "../claims/resolve-claim.ts";
import type { ClaimRef, MemoryContext } from "../memory-types.ts";
import type { Store } from "../ports/store.ts";
import { requireLinkType } from "./require-link-type.ts";

interface VisibleLinksOf {
  readonly viewer: Viewer;
  readonly claimId: number;
  readonly linkType?: LinkType | undefined;
}

/** Edges of a claim whose other end the viewer may see, by id. */
export async function visibleLinks(
  store: Pick<Store, "claims" | "links">,
  { viewer, claimId, linkType }: VisibleLinksOf,
): Promise<readonly ClaimLink[]> {
  const links = await store.links.listOf(claimId, linkType);
  const otherEnd = (link: ClaimLink): number => (link.sourceId === claimId ? link.targetId : link.sourceId);
  const visible = await store.claims.getMany(viewer, [...new Set(links.map(otherEnd))], false);
  const ids = new Set(visible.map((claim) => claim.id));
  return links.filter((link) => ids.has(otherEnd(link)));
}

/** Edges that start or end at a claim and lead to claims that the caller may see. */
export async function listLinks(
  context: MemoryContext,
  ref: ClaimRef,
  linkType?: LinkType,
): Promise<readonly ClaimLink[]> {
  authorize(context.authority, "query");
  const wanted = linkType === undefined ? undefined : requireLinkType(linkType);
  const viewer = viewerOf(context.authority);
  const { id } = await resolveClaim(context.store, viewer, ref);
  return visibleLinks(context.store, { viewer, claimId: id, linkType: wanted });
}
