import { foldProposals } from "@memorymaster/core";
import type { Claim, Store, Viewer } from "@memorymaster/core";

/** Sees everything there is. */
export const EVERYTHING: Viewer = {
  tenantId: undefined,
  agent: undefined,
  grantedScopes: undefined,
  allowSensitive: true,
};

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

/** Whether the line of replacements of a claim comes back to it. */
function isCircular({ id, replacedByClaimId }: Claim, byId: ReadonlyMap<number, Claim>): boolean {
  const line = new Set<number>();
  let next = replacedByClaimId;
  while (next !== undefined && !line.has(next)) {
    line.add(next);
    next = byId.get(next)?.replacedByClaimId;
  }
  return line.has(id);
}

/** What no sequence of changes and undos may break. */
export async function brokenRules(store: Store): Promise<readonly string[]> {
  const { items: claims } = await store.claims.list(EVERYTHING, {}, { limit: 1_000 });
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  const confirmed = claims.filter(({ status, subject }) => status === "confirmed" && subject !== undefined);
  const tuples = confirmed.map(({ subject, predicate }) => `${subject ?? ""}|${predicate ?? ""}`);
  const events = (await store.events.scan(0, 10_000)).map(({ event }) => event);
  const open = (await store.proposals.listOpen([...byId.keys()])).map(({ eventId }) => eventId);
  const ownRules = claims.flatMap((claim) => {
    const { id, status, archivedAt, confirmedBy, replacedByClaimId, supersedesClaimId } = claim;
    const rules: readonly (readonly [string, boolean])[] = [
      ["archived claims say when, others do not", (status === "archived") === (archivedAt !== undefined)],
      ["only what is confirmed has a person", confirmedBy === undefined || status === "confirmed"],
      ["superseded claims have a replacement", status !== "superseded" || replacedByClaimId !== undefined],
      ["no claim replaces itself", !isCircular(claim, byId)],
      ["live claims have none", replacedByClaimId === undefined || ["superseded", "archived"].includes(status)],
      [
        "pointers have two ends",
        supersedesClaimId === undefined || byId.get(supersedesClaimId)?.replacedByClaimId === id,
      ],
    ];
    return rules.filter(([, holds]) => !holds).map(([rule]) => `${id}: ${rule}`);
  });
  return [
    ...ownRules,
    ...(new Set(tuples).size === tuples.length ? [] : ["one claim is confirmed for a subject and predicate"]),
    ...(String(foldProposals(events).map(({ eventId }) => eventId)) === String(open) ? [] : ["open proposals"]),
  ];
}
