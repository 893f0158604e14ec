import fc from "fast-check";
import { expect, test } from "vitest";

import type { NewEvent } from "../../src/events/event.ts";
import { foldProposals } from "../../src/events/fold-proposals.ts";
import { PROPOSAL_KINDS } from "../../src/ports/proposal-store.ts";
import { cleanEvent, createMemoryStore } from "../../src/testing/index.ts";
import { openContext, seed } from "../support/open-context.ts";

const AT = "2026-01-02T03:04:05+00:00";
const id = fc.integer({ min: 1, max: 12 });
const claimId = fc.integer({ min: 1, max: 3 });

const filing = fc
  .record({ claimId, other: claimId, kind: fc.constantFrom(...PROPOSAL_KINDS, "renamed") })
  .map(({ other, kind, ...rest }): NewEvent => ({
    ...rest,
    eventType: "policy_decision",
    details: `steward_proposal:${kind}`,
    payload: { claim_version: 1, related_claim_id: other },
    createdAt: AT,
  }));
const audit = fc
  .record({
    claimId,
    proposal: id,
    details: fc.constantFrom("approved", "rejected", "expired", "apply_failed"),
    applied: fc.boolean(),
    asked: fc.boolean(),
  })
  .map(({ details, proposal, applied, asked, ...rest }): NewEvent => ({
    ...rest,
    eventType: "audit",
    details: `steward_proposal_${details}`,
    payload: { proposal_event_id: proposal, applied, apply_on_approve: asked },
    createdAt: AT,
  }));
const undo = fc.record({ claimId, undoes: id }).map(({ undoes, ...rest }): NewEvent => ({
  ...rest,
  eventType: "undo",
  payload: { undoes_event_id: undoes, undone_type: "audit", actor: "ana", before: {}, restored: {} },
  createdAt: AT,
}));

/** Batches of events, in each of which several may touch one proposal. */
const batches = fc.array(fc.array(fc.oneof(filing, audit, undo), { minLength: 1, maxLength: 4 }), { maxLength: 6 });

test("the events of a store, followed from the start, leave the proposals that it holds as open", async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (written) => {
      const context = openContext({ store: createMemoryStore() });
      await seed(context, { text: "alpha" }, { text: "beta" }, { text: "gamma" });
      for (const events of written) await context.store.events.append(events.map((event) => cleanEvent(event)));

      const stored = await context.store.events.scan(0, 1_000);

      expect(await context.store.proposals.listAll()).toEqual(foldProposals(stored.map(({ event }) => event)));
    }),
  );
});
