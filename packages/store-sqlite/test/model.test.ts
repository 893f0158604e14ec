import type { ClaimPatch, ClaimStatus, NewClaim, Store } from "@memorymaster/core";
import { createMemoryStore } from "@memorymaster/core/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { AT, claim, event, OPERATOR } from "./support/records.ts";
import { tempStore } from "./support/temp-store.ts";

type Step =
  | { readonly kind: "insert"; readonly rows: readonly Partial<NewClaim>[] }
  | {
      readonly kind: "update";
      readonly id: number;
      readonly version: number;
      readonly patch: Omit<ClaimPatch, "updatedAt">;
    }
  | { readonly kind: "link" | "unlink"; readonly from: number; readonly to: number }
  | { readonly kind: "append"; readonly claimId: number };

const id = fc.integer({ min: 1, max: 8 });
const row = fc.record({
  text: fc.constantFrom("alpha one", "alpha two", "beta 15", "beta 16", "gamma delta"),
  scope: fc.constantFrom("a", "b"),
  visibility: fc.constantFrom("public", "private", "sensitive"),
  sourceAgent: fc.constantFrom("ana", "luis"),
  tenantId: fc.constantFrom(undefined, "acme"),
  subject: fc.constantFrom(undefined, "ci"),
  predicate: fc.constantFrom(undefined, "runs on"),
  confidence: fc.constantFrom(0, 0.5, 1),
});
const patch = fc.record(
  {
    status: fc.constantFrom<ClaimStatus>("candidate", "confirmed", "archived", "superseded"),
    pinned: fc.boolean(),
    confidence: fc.constantFrom(0.25, 0.75),
    validUntil: fc.constantFrom(undefined, "2026-01-01T00:00:00+00:00"),
    replacedByClaimId: fc.constantFrom(undefined, 1, 2, 3),
  },
  { requiredKeys: [] },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("insert" as const), rows: fc.array(row, { minLength: 1, maxLength: 3 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("update" as const), id, version: fc.integer({ min: 1, max: 3 }), patch }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("link" as const, "unlink" as const), from: id, to: id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("append" as const), claimId: id }) },
);

async function run(store: Store, action: Step): Promise<unknown> {
  switch (action.kind) {
    case "insert":
      return store.claims.insert(action.rows.map((given) => claim(given)));
    case "update":
      return store.claims.update(action.id, action.version, { ...action.patch, updatedAt: AT });
    case "link":
      return store.links.add({ sourceId: action.from, targetId: action.to, linkType: "supports", createdAt: AT });
    case "unlink":
      return store.links.remove(action.from, action.to, undefined);
    case "append":
      return store.events.append([event({ claimId: action.claimId })]);
  }
}

/** What a step gave, or the code of its error: ids apart, since a refused write may leave a gap in them. */
async function outcome(store: Store, action: Step): Promise<unknown> {
  try {
    return await run(store, action);
  } catch (error) {
    return (error as { code: unknown }).code;
  }
}

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => a.id - b.id);

async function visibleState(store: Store): Promise<unknown> {
  const viewers = [
    OPERATOR,
    { ...OPERATOR, agent: "ana", allowSensitive: true },
    { ...OPERATOR, tenantId: "acme", grantedScopes: ["a"] },
  ];
  const terms = ["alpha", "beta", "gamma", "ci"];
  const tuples = [{ subject: "ci", predicate: "runs on" }];
  const keys = {
    idempotencyKeys: [],
    contentHashes: [claim({ text: "alpha one", scope: "a" }).contentHash],
    nearHashes: [],
    twinHashes: [claim({ text: "beta 15" }).twinHash],
    tuples,
  };
  const seen = await Promise.all(
    viewers.map(async (viewer) => ({
      list: await store.claims.list(viewer, {}, { limit: 4 }),
      valid: await store.claims.list(viewer, { validAt: AT, statuses: ["candidate", "confirmed"] }, { limit: 50 }),
      found: byId(await store.search.candidates(viewer, { terms, filter: { scopes: ["a"] }, limit: 50 })),
      counts: await store.search.termCounts(viewer, terms, 3),
      stats: await store.claims.stats(viewer, undefined),
      events: (await store.events.list(viewer, {}, { limit: 50 })).items.map((item) => [item.id, item.claimId]),
      named: await store.claims.findByName(viewer, claim({ text: "alpha one" }).humanId),
    })),
  );
  return { seen, index: await store.search.indexStats(), matches: await store.claims.findIdentityMatches(keys) };
}

it("behaves as the model store does, whatever the operations", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      await using temp = await tempStore({ path: ":memory:" });
      const model = createMemoryStore();

      for (const action of steps) expect(await outcome(temp.store, action)).toEqual(await outcome(model, action));

      expect(await visibleState(temp.store)).toEqual(await visibleState(model));
    }),
    { numRuns: 60 },
  );
});
