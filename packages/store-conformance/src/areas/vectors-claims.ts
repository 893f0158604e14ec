import type { Viewer } from "@memorymaster/core";
import { expect } from "vitest";
import { AT, EVERYTHING, getOne, idsOf, insertOne, insertTexts, OPERATOR } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { VECTORS } from "../requirements/vectors.ts";

/** Sees nothing of most claims as a reader. */
const ACME: Viewer = { tenantId: "acme", agent: "nobody", grantedScopes: [], allowSensitive: false };

/** Claims as an index gets them. */
export const claimTests: AreaTests<Pick<typeof VECTORS, "vectors.page" | "vectors.tenant">> = {
  "vectors.page": async ({ store, memory }) => {
    const { vectors } = store;
    await insertTexts(store, "one", "two", "three", "four", "five", "six");
    await insertOne(store, { text: "seven", visibility: "sensitive" });
    await insertOne(store, { text: "eight", visibility: "private", scope: "user" });
    for (const [id, status] of [
      [2, "archived"],
      [3, "superseded"],
      [4, "stale"],
      [5, "conflicted"],
    ] as const) {
      await store.claims.update(id, 1, { status, updatedAt: AT });
    }
    await memory().claims.redact(6, { actor: "ana", mode: "erase" });

    const whole = await vectors.page(OPERATOR, { afterId: 0, limit: 50 });

    expect(whole).toEqual(await Promise.all([1, 4, 5, 8].map((id) => getOne(store, id))));
    expect(whole.map(({ citations }) => citations.length)).toEqual([1, 1, 1, 1]);
    expect(idsOf(await vectors.page(OPERATOR, { afterId: 0, limit: 2 }))).toEqual([1, 4]);
    expect(idsOf(await vectors.page(OPERATOR, { afterId: 4, limit: 2 }))).toEqual([5, 8]);
    expect(await vectors.page(OPERATOR, { afterId: 8, limit: 2 })).toEqual([]);
    expect([await vectors.count(OPERATOR), await vectors.count(EVERYTHING)]).toEqual([4, 4]);
  },

  "vectors.tenant": async ({ store }) => {
    const { vectors } = store;
    const claims = [
      await insertOne(store, { text: "one" }),
      await insertOne(store, { text: "one", tenantId: "acme" }),
      await insertOne(store, { text: "one", tenantId: "other" }),
      await insertOne(store, { text: "two", tenantId: "acme", visibility: "sensitive", scope: "user" }),
      await insertOne(store, { text: "three", tenantId: "acme", visibility: "private" }),
    ];
    await store.claims.update(2, 1, { status: "archived", updatedAt: AT });
    const [ids, uids] = [idsOf(claims).toReversed(), claims.map(({ uid }) => uid).toReversed()];

    const byUids = await vectors.byUids(ACME, [...uids, "unknown"]);
    const byIds = await vectors.byIds(ACME, [...ids, 99]);

    expect([idsOf(byUids), idsOf(byIds)]).toEqual([
      [2, 4, 5],
      [2, 4, 5],
    ]);
    expect(byIds).toEqual(await Promise.all([2, 4, 5].map((id) => getOne(store, id))));
    expect(byUids).toEqual(byIds.map((claim) => ({ ...claim, citations: [] })));
    expect(idsOf(await vectors.byUids(OPERATOR, uids))).toEqual([1, 2, 3, 4, 5]);
    expect(idsOf(await vectors.byIds(OPERATOR, ids))).toEqual([1, 2, 3, 4, 5]);
    expect([await vectors.byUids(OPERATOR, []), await vectors.byIds(OPERATOR, [])]).toEqual([[], []]);
    expect(idsOf(await vectors.page(ACME, { afterId: 0, limit: 50 }))).toEqual([5]);
    expect(idsOf(await vectors.page(OPERATOR, { afterId: 0, limit: 50 }))).toEqual([1, 3, 5]);
    expect([await vectors.count(ACME), await vectors.count(OPERATOR)]).toEqual([1, 3]);
  },
};
