import { LINK_TYPE_NAMES } from "../../claims/link.ts";
import type { ClaimLink, LinkType } from "../../claims/link.ts";
import { ConflictError } from "../../errors/errors.ts";
import type { LinkStore } from "../../ports/link-store.ts";
import { requireClaimRow, violated } from "./constraints.ts";
import type { Session } from "./session.ts";
import { nextId } from "./tables.ts";
import type { Tables } from "./tables.ts";

function addLink(tables: Tables, link: Parameters<LinkStore["add"]>[0]): ClaimLink {
  requireClaimRow(tables, link.sourceId);
  requireClaimRow(tables, link.targetId);
  if (link.sourceId === link.targetId) violated("link_ends_differ");
  if (!LINK_TYPE_NAMES.includes(link.linkType)) violated("link_type");
  if (edges(tables, link.linkType).some((edge) => edge.sourceId === link.sourceId && edge.targetId === link.targetId)) {
    throw new ConflictError("link.duplicate", "The two claims have that link already");
  }
  if (link.id !== undefined && tables.links.has(link.id)) violated("link_id");
  const stored = { ...link, id: link.id ?? nextId(tables, "links") };
  tables.lastIds.set("links", Math.max(tables.lastIds.get("links") ?? 0, stored.id));
  tables.links.set(stored.id, stored);
  return stored;
}

function edges(tables: Tables, linkType: LinkType | undefined): ClaimLink[] {
  return [...tables.links.values()].filter((link) => linkType === undefined || link.linkType === linkType);
}

export function createLinkStore(session: Session): LinkStore {
  return {
    add: (link) => session.write((tables) => addLink(tables, link)),
    remove: (sourceId, targetId, linkType) =>
      session.write((tables) => {
        const removed = edges(tables, linkType).filter(
          (link) => link.sourceId === sourceId && link.targetId === targetId,
        );
        for (const link of removed) tables.links.delete(link.id);
        return removed;
      }),
    listOf: async (claimId, linkType) =>
      edges(session.read(), linkType).filter((link) => link.sourceId === claimId || link.targetId === claimId),
  };
}
