import type { Viewer } from "../../access/viewer.ts";
import type { ClaimStats } from "../../ports/claim-store.ts";
import { visibleClaims } from "./claim-rows.ts";
import { visibleEvents } from "./event-store.ts";
import type { Tables } from "./tables.ts";

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1;
  return counts;
}

/** Counts over the visible claims of the scope, and over what belongs to them alone. */
export function countStats(tables: Tables, viewer: Viewer, scope: string | undefined): ClaimStats {
  const all = visibleClaims(tables, viewer);
  const visible = new Set(all.map(({ id }) => id));
  const claims = all.filter((claim) => scope === undefined || claim.scope === scope);
  const ids = new Set(claims.map((claim) => claim.id));
  const created = claims.map((claim) => claim.createdAt).sort();
  const isCounted = (claimId: number | undefined): boolean =>
    claimId === undefined ? scope === undefined : ids.has(claimId);
  return {
    claims: claims.length,
    byStatus: countBy(claims, (claim) => claim.status),
    byScope: countBy(claims, (claim) => claim.scope),
    citations: claims.reduce((sum, claim) => sum + (tables.citations.get(claim.id)?.length ?? 0), 0),
    links: [...tables.links.values()].filter((link) => ids.has(link.sourceId) && ids.has(link.targetId)).length,
    events: visibleEvents(tables, viewer).filter((event) => isCounted(event.claimId)).length,
    openProposals: [...tables.proposals.values()].filter(
      ({ targetClaimId, candidateClaimId }) =>
        ids.has(targetClaimId) && (candidateClaimId === undefined || visible.has(candidateClaimId)),
    ).length,
    oldest: created[0],
    newest: created.at(-1),
  };
}
