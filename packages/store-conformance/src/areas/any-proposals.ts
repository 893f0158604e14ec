import { foldProposals, PROPOSAL_KINDS } from "@memorymaster/core";
import type { NewEvent, ProposalFilter, Store, Viewer } from "@memorymaster/core";
import { createMemoryStore } from "@memorymaster/core/testing";
import fc from "fast-check";
import { expect } from "vitest";
import { append, AT, eventsOf, EVERYTHING, insertOne, insertTexts, OPERATOR, proposal } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { PROPOSALS } from "../requirements/proposals.ts";

const claimId = fc.integer({ min: 1, max: 3 });
const question = fc.tuple(claimId, fc.constantFrom(...PROPOSAL_KINDS), fc.option(claimId));
const filing = question.map(([target, kind, candidate]) =>
  proposal(kind, target, candidate === null ? {} : { related_claim_id: candidate }),
);
const audit = fc
  .tuple(claimId, fc.constantFrom("approved", "rejected", "expired", "apply_failed"), fc.nat(12), fc.boolean())
  .map(([target, how, filed, applied]): Partial<NewEvent> => ({
    claimId: target,
    eventType: "audit",
    details: `steward_proposal_${how}`,
    payload: { proposal_event_id: filed, apply_on_approve: true, applied },
  }));
const undo = fc.tuple(claimId, fc.integer({ min: 1, max: 4 })).map(([target, undone]): Partial<NewEvent> => ({
  claimId: target,
  eventType: "undo",
  payload: { undoes_event_id: undone, undone_type: "audit", actor: "ana", before: {}, restored: {} },
}));

const VIEWERS: readonly Partial<Viewer>[] = [
  {},
  { allowSensitive: true },
  { agent: "luis" },
  { tenantId: "acme" },
  { grantedScopes: ["a"] },
];
const FILTERS: readonly ProposalFilter[] = [
  {},
  { settled: true },
  { settled: false },
  { scopes: ["a"] },
  { scopes: [] },
  { targetClaimId: 2 },
  { targetClaimId: 2, settled: false, scopes: ["b"] },
];
const target = fc.record({
  scope: fc.constantFrom("a", "b"),
  visibility: fc.constantFrom("public", "private", "sensitive"),
  sourceAgent: fc.constantFrom("ana", "luis"),
  tenantId: fc.constantFrom(undefined, "acme"),
  status: fc.constantFrom("candidate", "confirmed", "stale", "conflicted", "superseded", "archived"),
});

const listedTo = (store: Store): Promise<unknown> =>
  Promise.all(
    VIEWERS.flatMap((viewer) => FILTERS.map((filter) => store.proposals.list({ ...OPERATOR, ...viewer }, 4, filter))),
  );

type Any = "proposals.any_events" | "proposals.any_viewer";

/** Properties of proposals that hold for any of them. */
export const anyProposalTests: Pick<AreaTests<typeof PROPOSALS>, Any> = {
  "proposals.any_events": async ({ another }) => {
    // The first batch is long enough for every undo to have an event to refer to.
    const first = fc.array(fc.oneof(filing, audit), { minLength: 4, maxLength: 6 });
    const later = fc.array(fc.oneof(filing, audit, undo), { minLength: 1, maxLength: 4 });

    await fc.assert(
      fc.asyncProperty(first, fc.array(later, { maxLength: 5 }), async (begin, more) => {
        await using world = await another();
        await insertTexts(world.store, "alpha", "beta", "gamma");
        for (const events of [begin, ...more]) await append(world.store, ...events);
        expect(await world.store.proposals.listAll()).toEqual(foldProposals(await eventsOf(world.store)));
      }),
      { numRuns: 40 },
    );
  },

  "proposals.any_viewer": async ({ another }) => {
    const claims = fc.array(target, { minLength: 3, maxLength: 3 });

    await fc.assert(
      fc.asyncProperty(claims, fc.array(filing, { maxLength: 6 }), async (rows, filed) => {
        await using world = await another();
        const model = createMemoryStore();
        for (const store of [world.store, model]) {
          for (const [place, { status, ...row }] of rows.entries()) {
            const stored = await insertOne(store, { ...row, text: `alpha ${place}` });
            await store.claims.update(stored.id, 1, { status, updatedAt: AT });
          }
          await append(store, ...filed);
        }
        expect(await listedTo(world.store)).toEqual(await listedTo(model));
        const { openProposals } = await world.store.claims.stats(EVERYTHING, undefined);
        expect(openProposals).toBe((await world.store.proposals.list(EVERYTHING, 100)).length);
      }),
      { numRuns: 25 },
    );
  },
};
