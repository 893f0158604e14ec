import { expect, test } from "vitest";

import type { Viewer } from "../../../src/access/viewer.ts";
import { cleanClaim, cleanEvent, createMemoryStore } from "../../../src/testing/index.ts";

const operator: Viewer = { tenantId: undefined, agent: undefined, grantedScopes: undefined, allowSensitive: false };
const at = "2026-01-02T03:04:05+00:00";

test("statistics count what belongs to visible claims of the scope", async () => {
  const store = createMemoryStore();
  await store.claims.insert([
    cleanClaim({ createdAt: "2026-01-01T00:00:00+00:00" }),
    cleanClaim({ text: "global", scope: "global" }),
    cleanClaim({ text: "hidden", visibility: "private", sourceAgent: "luis", createdAt: "2026-02-01T00:00:00+00:00" }),
  ]);
  await store.links.add({ sourceId: 1, targetId: 2, linkType: "supports", createdAt: at });
  await store.links.add({ sourceId: 1, targetId: 3, linkType: "supports", createdAt: at });
  await store.events.append([
    cleanEvent({ claimId: 1, eventType: "system", createdAt: at }),
    cleanEvent({ claimId: 3, eventType: "system", createdAt: at }),
    cleanEvent({ eventType: "system", createdAt: at }),
  ]);
  const ana = { ...operator, agent: "ana" };

  expect([await store.claims.stats(ana, undefined), await store.claims.stats(ana, "global")]).toEqual([
    {
      claims: 2,
      byStatus: { candidate: 2 },
      byScope: { "project:demo": 1, global: 1 },
      citations: 2,
      links: 1,
      events: 2,
      openProposals: 0,
      oldest: "2026-01-01T00:00:00+00:00",
      newest: at,
    },
    {
      claims: 1,
      byStatus: { candidate: 1 },
      byScope: { global: 1 },
      citations: 1,
      links: 0,
      events: 0,
      openProposals: 0,
      oldest: at,
      newest: at,
    },
  ]);
});
