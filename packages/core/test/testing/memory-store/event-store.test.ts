import { describe, expect, test } from "vitest";

import type { Viewer } from "../../../src/access/viewer.ts";
import type { NewEvent } from "../../../src/events/event.ts";
import type { Clean } from "../../../src/security/clean.ts";
import { cleanClaim, cleanEvent, createCountingIds, createMemoryStore } from "../../../src/testing/index.ts";

const operator: Viewer = { tenantId: undefined, agent: undefined, grantedScopes: undefined, allowSensitive: false };
const at = "2026-01-02T03:04:05+00:00";
const page = { limit: 100 };

describe("events", () => {
  test("are absent for who may not see their claim, and newest first", async () => {
    const store = createMemoryStore({ ids: createCountingIds() });
    await store.claims.insert([
      cleanClaim({ tenantId: "acme" }),
      cleanClaim({ visibility: "private", sourceAgent: "luis" }),
    ]);
    await store.events.append([
      cleanEvent({ claimId: 1, eventType: "system", tenantId: "acme", createdAt: at }),
      cleanEvent({ claimId: 2, eventType: "system", createdAt: at }),
      cleanEvent({ eventType: "system", createdAt: at }),
      cleanEvent({ eventType: "audit", tenantId: "acme", createdAt: at }),
    ]);
    const seen = async (viewer: Viewer): Promise<number[]> =>
      (await store.events.list(viewer, {}, page)).items.map((event) => event.id);

    expect({
      operator: await seen(operator),
      agent: await seen({ ...operator, agent: "ana" }),
      tenant: await seen({ ...operator, tenantId: "acme" }),
      audit: (await store.events.list(operator, { eventType: "audit" }, page)).items.map((event) => event.id),
      claim: (await store.events.list(operator, { claimId: 1 }, page)).items.map((event) => event.id),
    }).toEqual({ operator: [4, 3, 2, 1], agent: [4, 3, 1], tenant: [4, 1], audit: [4], claim: [1] });
  });

  test("of proposals leave an open one about the claim", async () => {
    const store = createMemoryStore();
    await store.claims.insert([cleanClaim(), cleanClaim({ text: "other" })]);

    const ids = await store.events.append([
      cleanEvent({
        claimId: 1,
        eventType: "policy_decision",
        details: "steward_proposal:conflicted",
        payload: { claim_version: 1, related_claim_id: 2 },
        createdAt: at,
      }),
    ]);

    expect([await store.proposals.listOpen([2]), await store.proposals.listOpen([2, 1])]).toEqual([
      [],
      [{ eventId: ids[0], targetClaimId: 1, kind: "conflicted", candidateClaimId: 2, createdAt: at }],
    ]);
  });

  test("of a claim come oldest first, the newest of them kept by the limit", async () => {
    const store = createMemoryStore({ ids: createCountingIds() });
    await store.claims.insert([cleanClaim()]);
    const note = (words: string): Clean<NewEvent> =>
      cleanEvent({ claimId: 1, eventType: "audit", content: { words }, createdAt: at });
    await store.events.append([note("one"), note("two"), note("three")]);

    expect((await store.events.history(1, 2)).map(({ event, content }) => [event.id, content?.content])).toEqual([
      [2, '{"words":"two"}'],
      [3, '{"words":"three"}'],
    ]);
  });
});
