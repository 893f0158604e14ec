import { JOB_ORDERS } from "@memorymaster/core";
import type {
  CitationStamp,
  ClaimPatch,
  ClaimStatus,
  ConfidenceChange,
  NewClaim,
  Store,
  Viewer,
} from "@memorymaster/core";
import { cleanClaim, newClaim } from "@memorymaster/core/testing";
import fc from "fast-check";
import { append, AT, idsOf, NO_KEYS, OPERATOR } from "../records.ts";

/** One write through the ports, also such as no use case would do. */
export type PortStep =
  | { readonly kind: "insert"; readonly rows: readonly Partial<NewClaim>[] }
  | {
      readonly kind: "update";
      readonly id: number;
      readonly version: number;
      readonly patch: Partial<ClaimPatch>;
    }
  | { readonly kind: "link" | "unlink"; readonly from: number; readonly to: number }
  | { readonly kind: "append"; readonly claimId: number }
  | { readonly kind: "confidence"; readonly change: ConfidenceChange }
  | { readonly kind: "stamp"; readonly stamp: CitationStamp };

const id = fc.integer({ min: 1, max: 8 });
const version = fc.integer({ min: 1, max: 3 });
const TIMES = ["2025-12-01T00:00:00+00:00", AT, "2026-02-01T00:00:00+00:00"] as const;
const row = fc.record({
  text: fc.constantFrom("alpha one", "alpha two", "beta 15", "beta 16", "gamma delta"),
  scope: fc.constantFrom("a", "b"),
  visibility: fc.constantFrom("public", "private", "sensitive"),
  sourceAgent: fc.constantFrom("ana", "luis"),
  tenantId: fc.constantFrom(undefined, "acme"),
  subject: fc.constantFrom(undefined, "ci"),
  predicate: fc.constantFrom(undefined, "runs on"),
  objectValue: fc.constantFrom(undefined, "Jenkins", "jenkins"),
  claimType: fc.constantFrom(undefined, "fact", "skill"),
  volatility: fc.constantFrom("low", "medium", "high"),
  confidence: fc.constantFrom(0, 0.5, 1),
});
const patch = fc.record(
  {
    status: fc.constantFrom<ClaimStatus>("candidate", "confirmed", "archived", "superseded"),
    pinned: fc.boolean(),
    confidence: fc.constantFrom(0.25, 0.75),
    validUntil: fc.constantFrom(undefined, "2026-01-01T00:00:00+00:00"),
    replacedByClaimId: fc.constantFrom(undefined, 1, 2, 3),
    lastValidatedAt: fc.constantFrom(...TIMES),
    updatedAt: fc.constantFrom(...TIMES),
  },
  { requiredKeys: [] },
);
const rows = fc.array(row, { minLength: 1, maxLength: 3 });
const insert: fc.Arbitrary<PortStep> = fc.record({ kind: fc.constant("insert" as const), rows });
const update: fc.Arbitrary<PortStep> = fc.record({
  kind: fc.constant("update" as const),
  id,
  version,
  patch,
});
const linking: fc.Arbitrary<PortStep> = fc.record({
  kind: fc.constantFrom("link" as const, "unlink" as const),
  from: id,
  to: id,
});
const confidence: fc.Arbitrary<PortStep> = fc.record({
  kind: fc.constant("confidence" as const),
  change: fc.record({
    id,
    version,
    confidence: fc.constantFrom(-0, 0.125, 1),
    decayedAt: fc.constantFrom(undefined, ...TIMES),
  }),
});
const stamp: fc.Arbitrary<PortStep> = fc.record({
  kind: fc.constant("stamp" as const),
  stamp: fc.record({
    citationId: id,
    checkStatus: fc.constantFrom("ok" as const, "gone" as const),
    checkedAt: fc.constantFrom(...TIMES),
  }),
});

export const portSteps: fc.Arbitrary<readonly PortStep[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: insert },
    { weight: 3, arbitrary: update },
    { weight: 1, arbitrary: linking },
    { weight: 1, arbitrary: confidence },
    { weight: 1, arbitrary: stamp },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("append" as const), claimId: id }) },
  ),
  { minLength: 1, maxLength: 14 },
);

async function write(store: Store, step: PortStep): Promise<unknown> {
  const { claims, links, jobs } = store;
  switch (step.kind) {
    case "insert":
      return claims.insert(step.rows.map((given) => cleanClaim(given)));
    case "update":
      return claims.update(step.id, step.version, { updatedAt: AT, ...step.patch });
    case "link":
      return links.add({ sourceId: step.from, targetId: step.to, linkType: "supports", createdAt: AT });
    case "unlink":
      return links.remove(step.from, step.to, undefined);
    case "append":
      return append(store, { claimId: step.claimId });
    case "confidence":
      return jobs.writeConfidences([step.change]);
    case "stamp":
      return jobs.stampCitations([step.stamp]);
  }
}

/** What a step gave, or the code of its error. */
export async function outcomeOf(store: Store, step: PortStep): Promise<unknown> {
  try {
    return await write(store, step);
  } catch (error) {
    return (error as { code: unknown }).code;
  }
}

const VIEWERS = [
  OPERATOR,
  { ...OPERATOR, agent: "ana", allowSensitive: true },
  { ...OPERATOR, tenantId: "acme", grantedScopes: ["a"] },
];
const KEYS = {
  ...NO_KEYS,
  contentHashes: [newClaim({ text: "alpha one", scope: "a" }).contentHash],
  twinHashes: [newClaim({ text: "beta 15" }).twinHash],
  tuples: [{ subject: "ci", predicate: "runs on" }],
};

/** What maintenance would take. */
async function takenBy({ jobs }: Store, viewer: Viewer): Promise<unknown> {
  const [past, at, future] = TIMES;
  const filter = { statuses: ["candidate", "confirmed"] } as const;
  const bounds = { untouchedSince: { low: past, medium: at, high: future }, now: at, limit: 4 };
  const selections = JOB_ORDERS.map((order) =>
    jobs.select(viewer, { filter, withoutTypes: ["skill"], changedBefore: future, order, limit: 4 }),
  );
  return {
    selected: await Promise.all(selections),
    decaying: idsOf(await jobs.selectDecaying(viewer, bounds)),
    unchecked: await jobs.selectUnchecked(viewer, { filter: {}, kinds: ["file"], limit: 4 }),
    rivals: await jobs.findRivals(viewer, ["candidate", "confirmed", "archived"], 4),
  };
}

/** What the reading methods tell. */
export async function portState(store: Store): Promise<unknown> {
  const { claims, search, events, jobs } = store;
  const terms = ["alpha", "beta", "gamma", "ci"];
  const seenBy = VIEWERS.map(async (viewer) => {
    const found = await search.candidates(viewer, { terms, filter: { scopes: ["a"] }, limit: 50 });
    return {
      list: await claims.list(viewer, {}, { limit: 4 }),
      valid: await claims.list(viewer, { validAt: AT, statuses: ["candidate", "confirmed"] }, { limit: 50 }),
      // Each store has a rank of its own.
      found: found.toSorted((a, b) => a.id - b.id),
      counts: await search.termCounts(viewer, terms, 3),
      stats: await claims.stats(viewer, undefined),
      events: (await events.list(viewer, {}, { limit: 50 })).items.map((item) => [item.id, item.claimId]),
      taken: await takenBy(store, viewer),
      named: await claims.findByName(viewer, newClaim({ text: "alpha one" }).humanId),
    };
  });
  const matches = await claims.findIdentityMatches(KEYS);
  const latest = await jobs.latestEvents([1, 2, 3, 4, 5, 6, 7, 8], "system");
  const newest = latest.map((event) => event.id).toSorted((a, b) => a - b);
  return { seen: await Promise.all(seenBy), index: await search.indexStats(), matches, newest };
}
