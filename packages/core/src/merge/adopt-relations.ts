import type { MemoryContext } from "../memory-types.ts";
import { recordEvents } from "../events/record-events.ts";
import { adoptPair } from "./adopt-pair.ts";
import { adoptingOf, ownUid } from "./adopting.ts";
import type { Adopting } from "./adopting.ts";
import type { AdoptedRelations, AdoptOptions, ForeignLink, ForeignRelations, RelationOutcome } from "./types.ts";

const BATCH = 200;

const edgeKey = (...parts: readonly unknown[]): string => parts.map(String).join(" ");

async function addLinks(by: Adopting, links: readonly ForeignLink[]): Promise<readonly RelationOutcome[]> {
  const { dump, links: store } = by.context.store;
  const uids = links.flatMap(({ sourceUid, targetUid }) => [ownUid(by, sourceUid), ownUid(by, targetUid)]);
  const rows = await dump.claimsByUid([...new Set(uids)]);
  const ends = links.map(({ sourceUid, targetUid }) =>
    [sourceUid, targetUid].map((uid) => rows.get(ownUid(by, uid))?.["id"] as number | undefined),
  );
  const present = await dump.ofClaims("claim_links", [...new Set(ends.flatMap(([source]) => source ?? []))]);
  const edges = new Set(present.map((row) => edgeKey(row["source_id"], row["target_id"], row["link_type"])));
  const outcomes: RelationOutcome[] = [];
  for (const [at, { sourceUid: uid, targetUid: other, linkType, createdAt }] of links.entries()) {
    const [sourceId, targetId] = ends[at] ?? [];
    const key = edgeKey(sourceId, targetId, linkType);
    if (sourceId === undefined || targetId === undefined) outcomes.push({ uid, other, why: "one of them is not here" });
    else if (sourceId === targetId) outcomes.push({ uid, other, why: "they are one claim here" });
    else if (edges.has(key)) outcomes.push("known");
    else {
      edges.add(key);
      await store.add({ sourceId, targetId, linkType, createdAt });
      const payload = { run_id: by.options.runId, target_id: targetId, link_type: linkType, before: { link_id: null } };
      const tenantId = (rows.get(ownUid(by, uid))?.["tenant_id"] ?? undefined) as string | undefined;
      const event = { claimId: sourceId, tenantId, eventType: "link", payload, createdAt: by.now } as const;
      await recordEvents(by.context.store, [event]);
      outcomes.push("written");
    }
  }
  return outcomes;
}

async function inBatches<Item>(
  { context: { store } }: Adopting,
  items: readonly Item[],
  run: (batch: readonly Item[]) => Promise<readonly RelationOutcome[]>,
): Promise<readonly RelationOutcome[]> {
  const outcomes: RelationOutcome[] = [];
  for (let at = 0; at < items.length; at += BATCH) {
    outcomes.push(...(await store.transaction(() => run(items.slice(at, at + BATCH)))));
  }
  return outcomes;
}

/**
 * Writes links and both sides of supersessions whose two ends are here, after all claims; what is there already is left
 * as it is, and a claim that is still in use here is not retired unless it has not been touched since it came.
 */
export async function adoptRelations(
  context: MemoryContext,
  { links, pairs }: ForeignRelations,
  options: AdoptOptions,
): Promise<AdoptedRelations> {
  const by = adoptingOf(context, options);
  // A replacement has one pointer: the claim that it names there comes first.
  const ordered = pairs.toSorted((a, b) => Number(b.pointsBack ?? false) - Number(a.pointsBack ?? false));
  const ofLinks = await inBatches(by, links, (batch) => addLinks(by, batch));
  const ofPairs = await inBatches(by, ordered, async (batch) => {
    const outcomes: RelationOutcome[] = [];
    for (const pair of batch) outcomes.push(await adoptPair(by, pair));
    return outcomes;
  });
  const written = (of: readonly RelationOutcome[]): number => of.filter((outcome) => outcome === "written").length;
  const left = [...ofLinks, ...ofPairs].filter((outcome) => typeof outcome === "object");
  return { links: written(ofLinks), pairs: written(ofPairs), left };
}
