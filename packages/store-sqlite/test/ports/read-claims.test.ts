import type { Claim, ClaimFilter, NewClaim, Viewer } from "@memorymaster/core";
import { describe, expect, it } from "vitest";
import { AT, insertOne, insertTexts, OPERATOR } from "../support/records.ts";
import { tempStore } from "../support/temp-store.ts";

const ids = (claims: readonly Pick<Claim, "id">[]): number[] => claims.map(({ id }) => id);

describe("reading claims", () => {
  it("returns claims in the order asked for and leaves unknown ones out", async () => {
    await using temp = await tempStore();
    await insertTexts(temp.store, "one", "two", "three");

    expect(ids(await temp.store.claims.getMany(OPERATOR, [3, 99, 1, 3], false))).toEqual([3, 1, 3]);
    expect(
      ids(
        await temp.store.claims.getMany(
          OPERATOR,
          Array.from({ length: 40_000 }, (_, id) => id),
          false,
        ),
      ),
    ).toEqual([1, 2, 3]);
  });

  it("finds a claim by human id in every scope, and by uid", async () => {
    await using temp = await tempStore();
    const one = await insertOne(temp.store, { humanId: "mm-0001" });
    const two = await insertOne(temp.store, {
      humanId: "mm-0001",
      scope: "user",
      visibility: "private",
      sourceAgent: "ana",
    });

    expect(ids(await temp.store.claims.findByName(OPERATOR, "mm-0001"))).toEqual([one.id, two.id]);
    expect(ids(await temp.store.claims.findByName(OPERATOR, two.uid))).toEqual([two.id]);
    expect(ids(await temp.store.claims.findByName({ ...OPERATOR, agent: "luis" }, two.uid))).toEqual([]);
    expect(await temp.store.claims.findByName(OPERATOR, "mm-")).toEqual([]);
  });

  it("shows a claim to those who may see it, on every way to it", async () => {
    await using temp = await tempStore();
    const rows: Partial<NewClaim>[] = [
      { scope: "a" },
      { scope: "b", sourceAgent: "ana", visibility: "private" },
      { scope: "a", sourceAgent: "luis", visibility: "sensitive" },
      { scope: "b", tenantId: "acme", sourceAgent: "ana", visibility: "private" },
      { scope: "a", tenantId: "acme" },
    ];
    for (const [index, row] of rows.entries())
      await insertOne(temp.store, { text: `the shared word ${index}`, ...row });
    const seenBy = async (viewer: Partial<Viewer>): Promise<number[]> => {
      const who = { ...OPERATOR, ...viewer };
      const listed = await temp.store.claims.list(who, {}, { limit: 10 });
      const gotten = await temp.store.claims.getMany(who, [1, 2, 3, 4, 5], false);
      const searched = await temp.store.search.candidates(who, { terms: ["word"], filter: {}, limit: 10 });
      expect(ids(listed.items).sort()).toEqual(ids(gotten));
      expect(ids(searched).sort()).toEqual(ids(gotten));
      expect([listed.total, (await temp.store.claims.stats(who, undefined)).claims]).toEqual([
        gotten.length,
        gotten.length,
      ]);
      return ids(gotten);
    };

    expect(await seenBy({})).toEqual([1, 2, 4, 5]);
    expect(await seenBy({ allowSensitive: true })).toEqual([1, 2, 3, 4, 5]);
    expect(await seenBy({ agent: "ana" })).toEqual([1, 2, 4, 5]);
    expect(await seenBy({ agent: "luis" })).toEqual([1, 5]);
    expect(await seenBy({ agent: "luis", allowSensitive: true })).toEqual([1, 3, 5]);
    expect(await seenBy({ tenantId: "acme" })).toEqual([4, 5]);
    expect(await seenBy({ tenantId: "acme", agent: "ana", grantedScopes: ["b"] })).toEqual([4]);
    expect(await seenBy({ tenantId: "other" })).toEqual([]);
    expect(await seenBy({ grantedScopes: [] })).toEqual([]);
  });

  it("lists by pin, confidence, last change and id", async () => {
    await using temp = await tempStore();
    const rows = [0.2, 0.9, 0.9, 0.9, 0.5].map((confidence, index) => ({
      confidence,
      text: `fact ${index}`,
      createdAt: index === 2 ? "2026-05-01T00:00:00+00:00" : AT,
    }));
    for (const row of rows) await insertOne(temp.store, row);
    await temp.store.claims.update(1, 1, { pinned: true, updatedAt: AT });

    const page = await temp.store.claims.list(OPERATOR, {}, { limit: 10 });

    expect(ids(page.items)).toEqual([1, 3, 4, 2, 5]);
    expect(page).toMatchObject({ nextCursor: undefined, total: 5 });
  });

  it("meets every condition of a filter, and nothing meets an empty list", async () => {
    await using temp = await tempStore();
    await insertOne(temp.store, { text: "one", scope: "a", validUntil: "2026-02-01T00:00:00+00:00" });
    await insertOne(temp.store, { text: "two", scope: "b", validFrom: "2026-03-01T00:00:00+00:00" });
    await insertOne(temp.store, { text: "three", scope: "b" });
    await temp.store.claims.update(3, 1, { status: "confirmed", pinned: true, updatedAt: AT });
    const listed = async (filter: ClaimFilter): Promise<number[]> =>
      ids((await temp.store.claims.list(OPERATOR, filter, { limit: 10 })).items).sort();

    expect(await listed({ scopes: ["b"] })).toEqual([2, 3]);
    expect(await listed({ scopes: ["b"], statuses: ["candidate"] })).toEqual([2]);
    expect(await listed({ ids: [1, 3, 77] })).toEqual([1, 3]);
    expect(await listed({ pinned: true })).toEqual([3]);
    expect(await listed({ pinned: false })).toEqual([1, 2]);
    expect(await listed({ validAt: "2026-01-15T00:00:00+00:00" })).toEqual([1, 3]);
    expect(await listed({ validAt: "2026-02-01T00:00:00+00:00" })).toEqual([3]);
    expect(await listed({ validAt: "2026-03-01T00:00:00+00:00" })).toEqual([2, 3]);
    expect(await listed({ ids: [] })).toEqual([]);
    expect(await listed({ scopes: [] })).toEqual([]);
    expect(await listed({ statuses: [] })).toEqual([]);
  });

  it("counts what the viewer sees of one scope or of all", async () => {
    await using temp = await tempStore();
    await insertOne(temp.store, { text: "one", scope: "a" });
    await insertOne(temp.store, { text: "two", scope: "b", createdAt: "2026-02-01T00:00:00+00:00" });
    await insertOne(temp.store, { text: "three", scope: "b", visibility: "private", sourceAgent: "ana" });
    await temp.store.links.add({ sourceId: 1, targetId: 2, linkType: "supports", createdAt: AT });
    await temp.store.links.add({ sourceId: 2, targetId: 3, linkType: "supports", createdAt: AT });

    expect(await temp.store.claims.stats(OPERATOR, undefined)).toEqual({
      claims: 3,
      byStatus: { candidate: 3 },
      byScope: { a: 1, b: 2 },
      citations: 3,
      links: 2,
      events: 0,
      openProposals: 0,
      oldest: AT,
      newest: "2026-02-01T00:00:00+00:00",
    });
    expect(await temp.store.claims.stats({ ...OPERATOR, agent: "luis" }, "b")).toMatchObject({
      claims: 1,
      citations: 1,
      links: 0,
      byScope: { b: 1 },
    });
    expect(await temp.store.claims.stats(OPERATOR, "nowhere")).toEqual({
      claims: 0,
      byStatus: {},
      byScope: {},
      citations: 0,
      links: 0,
      events: 0,
      openProposals: 0,
      oldest: undefined,
      newest: undefined,
    });
  });
});
