import type { Store } from "../../src/ports/store.ts";
import { EVERYTHING } from "../support/open-context.ts";

const TERMS = ["ci", "jenkin", "buildkit", "travi", "port", "8080"];

/** All that a reader can see of claims, evidence, links, proposals and search: without versions and times of change. */
export async function visibleState(store: Store): Promise<unknown> {
  const { items } = await store.claims.list(EVERYTHING, {}, { limit: 1_000 });
  const ids = items.map(({ id }) => id).sort((a, b) => a - b);
  const claims = await store.claims.getMany(EVERYTHING, ids, true);
  const links = await Promise.all(ids.map((id) => store.links.listOf(id, undefined)));
  const found = await store.search.candidates(EVERYTHING, { terms: TERMS, filter: {}, limit: 1_000 });
  return {
    claims: claims.map((claim) => ({ ...claim, version: 0, updatedAt: "" })),
    links: [...new Map(links.flat().map((link) => [link.id, link])).values()].sort((a, b) => a.id - b.id),
    proposals: (await store.proposals.listOpen(ids)).toSorted((a, b) => a.eventId - b.eventId),
    found: found.map(({ id }) => id).sort((a, b) => a - b),
    index: await store.search.indexStats(),
  };
}
