import { authorize } from "../access/authority.ts";
import { governingViewer } from "../access/governing-viewer.ts";
import type { ClaimLink, LinkType } from "../claims/link.ts";
import { resolveClaim } from "../claims/resolve-claim.ts";
import { timestampOf } from "../claims/time.ts";
import { recordEvents } from "../events/record-events.ts";
import type { ClaimRef, MemoryContext } from "../memory-types.ts";
import { requireLinkType } from "./require-link-type.ts";

export interface RemoveLinksRequest {
  readonly source: ClaimRef;
  readonly target: ClaimRef;
  /** Absent = of every type. */
  readonly linkType?: LinkType | undefined;
}

/**
 * Removes the edges from source to target, with one event on the source for each.
 *
 * @returns what was removed; empty when there was none
 */
export async function removeLinks(context: MemoryContext, request: RemoveLinksRequest): Promise<readonly ClaimLink[]> {
  authorize(context.authority, "steward");
  const linkType = request.linkType === undefined ? undefined : requireLinkType(request.linkType);
  const viewer = governingViewer(context.authority);
  return context.store.transaction(async () => {
    const source = await resolveClaim(context.store, viewer, request.source);
    const target = await resolveClaim(context.store, viewer, request.target);
    const removed = await context.store.links.remove(source.id, target.id, linkType);
    const createdAt = timestampOf(context.clock.nowMs());
    await recordEvents(
      context.store,
      removed.map((link) => ({
        claimId: source.id,
        eventType: "unlink",
        payload: {
          target_id: target.id,
          link_type: link.linkType,
          before: { link_id: link.id, created_at: link.createdAt },
        },
        tenantId: source.tenantId,
        createdAt,
      })),
    );
    return removed;
  });
}
