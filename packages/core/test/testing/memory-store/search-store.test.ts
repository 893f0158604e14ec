import { describe, expect, test } from "vitest";

import type { Viewer } from "../../../src/access/viewer.ts";
import type { Store } from "../../../src/ports/store.ts";
import { cleanClaim, createMemoryStore } from "../../../src/testing/index.ts";

const operator: Viewer = { tenantId: undefined, agent: undefined, grantedScopes: undefined, allowSensitive: false };
const at = "2026-01-02T03:04:05+00:00";

describe("text search", () => {
  async function filled(): Promise<Store> {
    const store = createMemoryStore();
    await store.claims.insert([
      cleanClaim({ text: "The staging API listens on port 7443", tenantId: "acme" }),
      cleanClaim({ text: "The production API listens on port 8443" }),
      cleanClaim({ text: "Backups run at night", subject: "port" }),
      cleanClaim({ text: "port port port", visibility: "private", sourceAgent: "luis" }),
    ]);
    return store;
  }

  test("counts documents of a term up to the cap, of one tenant for its readers", async () => {
    const store = await filled();
    const terms = ["port", "api", "nothing"];

    expect([
      await store.search.termCounts(operator, terms, 3),
      await store.search.termCounts({ ...operator, tenantId: "acme" }, terms, 3),
    ]).toEqual([
      new Map([
        ["port", 3],
        ["api", 2],
      ]),
      new Map([
        ["port", 1],
        ["api", 1],
      ]),
    ]);
  });

  test("finds visible claims with any of the terms, the best first", async () => {
    const store = await filled();
    const find = async (viewer: Viewer, limit: number): Promise<number[]> => {
      const wanted = { terms: ["port", "staging", "stage"], filter: {}, limit };
      return (await store.search.candidates(viewer, wanted)).map((claim) => claim.id);
    };

    expect([await find({ ...operator, agent: "ana" }, 10), await find(operator, 1)]).toEqual([[1, 3, 2], [1]]);
  });

  test("leaves archived claims out, and takes them back", async () => {
    const store = await filled();
    const before = await store.search.indexStats();
    const setStatus = (status: "archived" | "candidate", version: number): Promise<unknown> =>
      store.claims.update(3, version, { status, updatedAt: at });

    await setStatus("archived", 1);
    const without = [await store.search.termCounts(operator, ["backup"], 9), await store.search.indexStats()];
    await setStatus("candidate", 2);

    expect(without).toEqual([new Map(), { claims: 3, terms: before.terms - 5 }]);
    expect(await store.search.indexStats()).toEqual(before);
  });
});
