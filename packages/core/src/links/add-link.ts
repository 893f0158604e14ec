import { authorize } from "../access/authority.ts";
import { governingViewer } from "../access/governing-viewer.ts";
import type { Claim } from "../claims/claim.ts";
import type { ClaimLink, LinkType } from "../claims/link.ts";
import { resolveClaim } from "../claims/resolve-claim.ts";
import { timestampOf } from "../claims/time.ts";
import { ConflictError } from "../errors/errors.ts";
import { recordEvents } from "../events/record-events.ts";
import type { ClaimRef, MemoryContext } from "../memory-types.ts";
import { requireLinkType } from "./require-link-type.ts";

/** The edge that a caller names: both ends by id, human id or uid. */
export interface LinkRequest {
  readonly source: ClaimRef;
  readonly target: ClaimRef;
  readonly linkType: LinkType;
}

async function writeLink(
  context: MemoryContext,
  ends: { source: Claim; target: Claim },
  linkType: LinkType,
): Promise<ClaimLink> {
  const createdAt = timestampOf(context.clock.nowMs());
  const link = await context.store.links.add({
    sourceId: ends.source.id,
    targetId: ends.target.id,
    linkType,
    createdAt,
  });
  await recordEvents(context.store, [
    {
      claimId: ends.source.id,
      eventType: "link",
      payload: { target_id: ends.target.id, link_type: linkType, before: { link_id: null } },
      tenantId: ends.source.tenantId,
      createdAt,
    },
  ]);
  return link;
}

/**
 * Adds an edge between two visible claims, with one event on the source.
 *
 * @throws InvalidInputError `input.invalid` for an unknown type
 * @throws ConflictError `link.self`, `link.duplicate`
 */
export async function addLink(context: MemoryContext, request: LinkRequest): Promise<ClaimLink> {
  authorize(context.authority, "steward");
  const linkType = requireLinkType(request.linkType);
  const viewer = governingViewer(context.authority);
  return context.store.transaction(async () => {
    const source = await resolveClaim(context.store, viewer, request.source);
    const target = await resolveClaim(context.store, viewer, request.target);
    if (source.id === target.id) {
      throw new ConflictError("link.self", "A claim cannot be linked to itself", { details: { id: source.id } });
    }
    return writeLink(context, { source, target }, linkType);
  });
}
