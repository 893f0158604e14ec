import type { ClaimLink, LinkStore, LinkType } from "@memorymaster/core";
import { ConflictError } from "@memorymaster/core";
import type { Selectable } from "kysely";
import type { Codecs, Flavor } from "../flavor.ts";
import type { ClaimLinksTable } from "../schema.ts";
import { conflictOnUnique } from "../store-faults.ts";
import type { Session } from "../transaction.ts";

function linkOf(row: Selectable<ClaimLinksTable>, codecs: Codecs): ClaimLink {
  return {
    id: row.id,
    sourceId: row.source_id,
    targetId: row.target_id,
    linkType: row.link_type as LinkType,
    createdAt: codecs.time.decode(row.created_at),
  };
}

async function addLink(session: Session, codecs: Codecs, link: Parameters<LinkStore["add"]>[0]): Promise<ClaimLink> {
  const row = await session.write((db) =>
    db
      .insertInto("claim_links")
      .values({
        ...(link.id !== undefined && { id: link.id }),
        source_id: link.sourceId,
        target_id: link.targetId,
        link_type: link.linkType,
        created_at: codecs.time.encode(link.createdAt),
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  return linkOf(row, codecs);
}

export function createLinkStore(session: Session, { codecs }: Flavor): LinkStore {
  return {
    add: async (link) =>
      conflictOnUnique(
        addLink(session, codecs, link),
        (_, cause) => new ConflictError("link.duplicate", "The two claims have that link already", { cause }),
      ),
    remove: async (sourceId, targetId, linkType) => {
      const rows = await session.write((db) => {
        const edges = db.deleteFrom("claim_links").where("source_id", "=", sourceId).where("target_id", "=", targetId);
        const removed = linkType === undefined ? edges : edges.where("link_type", "=", linkType);
        return removed.returningAll().execute();
      });
      return rows.sort((a, b) => a.id - b.id).map((row) => linkOf(row, codecs));
    },
    listOf: async (claimId, linkType) => {
      const edges = session
        .db()
        .selectFrom("claim_links")
        .selectAll()
        .where((eb) => eb.or([eb("source_id", "=", claimId), eb("target_id", "=", claimId)]));
      const listed = linkType === undefined ? edges : edges.where("link_type", "=", linkType);
      return (await listed.orderBy("id").execute()).map((row) => linkOf(row, codecs));
    },
  };
}
