import type { Claim, NewClaim } from "@memorymaster/core";
import { describe, expect, it } from "vitest";
import { AT, citation, claim, failure, insertOne, OPERATOR } from "../support/records.ts";
import { tempStore } from "../support/temp-store.ts";

const ids = (claims: readonly Claim[]): number[] => claims.map(({ id }) => id);

describe("writing claims", () => {
  it("returns claims as they read afterwards, every field kept", async () => {
    await using temp = await tempStore();
    const full: Partial<NewClaim> = {
      text: 'La cola de facturación 🧾 es de Ana\'s equipo; "100 %"',
      claimType: "decision",
      subject: "billing queue",
      predicate: "owned by",
      objectValue: "ana",
      volatility: "high",
      confidence: 0.1 + 0.2,
      eventTime: "1969-07-20T20:17:40+00:00",
      validUntil: "2031-01-01T00:00:00+00:00",
      sourceAgent: "luis",
      visibility: "private",
      holder: "ana",
      tenantId: "acme",
      citations: [
        {
          source: "docs/ops.md",
          locator: "L1-L2",
          excerpt: "Ana owns it",
          kind: "file",
          path: "docs/ops.md",
          lineStart: 1,
          lineEnd: 2,
          checkStatus: "ok",
        },
        { source: "https://example.com/a", kind: "url", fetchedAt: AT, contentHash: "ab".repeat(32) },
      ],
    };

    const stored = await temp.store.claims.insert([claim(full), claim()]);

    expect(stored).toMatchObject([
      { ...full, id: 1, citations: full.citations },
      { id: 2, status: "candidate" },
    ]);
    expect(await temp.store.claims.getMany(OPERATOR, [1, 2], true)).toEqual(stored);
  });

  it("keeps the order of a batch, whatever its size", async () => {
    await using temp = await tempStore();
    const texts = Array.from({ length: 139 }, (_, index) => `Fact number ${index} about the staging API`);

    const stored = await temp.store.claims.insert(
      texts.map((text, index) => claim({ text, humanId: `mm-0000~${index + 2}` })),
    );

    expect(stored.map(({ id, text }) => [id, text])).toEqual(texts.map((text, index) => [index + 1, text]));
    expect(stored.map(({ id, citations }) => [id, citations[0]?.claimId])).toEqual(ids(stored).map((id) => [id, id]));
    expect(await temp.store.claims.getMany(OPERATOR, ids(stored), true)).toEqual(stored);
  });

  it("writes nothing for an empty batch", async () => {
    await using temp = await tempStore();

    expect(await temp.store.claims.insert([])).toEqual([]);
    expect(await temp.store.claims.addCitations(1, [], AT)).toEqual([]);
  });

  it.each([
    ["uid", { uid: claim().uid, humanId: "mm-1111", idempotencyKey: "other" }],
    ["human_id", { text: "another text", humanId: claim().humanId }],
    ["idempotency_key", { text: "another text", idempotencyKey: claim().idempotencyKey }],
  ] as const)("refuses a taken %s and leaves nothing of the batch", async (field, same) => {
    await using temp = await tempStore();
    await insertOne(temp.store);
    const batch = Array.from({ length: 40 }, (_, index) =>
      claim({ text: `fact ${index}`, humanId: `mm-0000~${index + 2}` }),
    );

    const refused = await failure(temp.store.claims.insert([...batch, claim(same)]));

    expect(refused).toEqual({ code: "claim.duplicate", details: { field } });
    expect((await temp.store.claims.stats(OPERATOR, undefined)).claims).toBe(1);
    expect(await temp.store.search.indexStats()).toEqual({ claims: 1, terms: 5 });
  });

  it("lets the caller's transaction go on after a taken key", async () => {
    await using temp = await tempStore();
    await insertOne(temp.store);
    const batch = [claim({ text: "one" }), claim({ text: "two" }), claim()];

    await temp.store.transaction(async () => {
      expect((await failure(temp.store.claims.insert(batch))).code).toBe("claim.duplicate");
      expect((await failure(temp.store.claims.insert([claim()]))).code).toBe("claim.duplicate");
      await insertOne(temp.store, { text: "three" });
    });

    expect(ids((await temp.store.claims.list(OPERATOR, {}, { limit: 10 })).items)).toHaveLength(2);
  });

  it("lets owners of private claims use the same keys", async () => {
    await using temp = await tempStore();

    await insertOne(temp.store);
    for (const sourceAgent of ["ana", "luis"]) await insertOne(temp.store, { visibility: "private", sourceAgent });

    expect((await temp.store.claims.stats(OPERATOR, undefined)).claims).toBe(3);
  });

  it("filters records that nobody has filtered before", async () => {
    await using temp = await tempStore();
    const secret = { ...claim(), text: "The login is password=Xk29vQ7pLm4T" };

    const refused = await failure(temp.store.claims.insert([secret]));

    expect(refused.code).toBe("sensitive.content");
    expect(temp.sql("select count(*) as n from claims")).toEqual([{ n: 0 }]);
  });

  it("adds evidence to a stored claim in order", async () => {
    await using temp = await tempStore();
    const { id } = await insertOne(temp.store);

    const added = await temp.store.claims.addCitations(
      id,
      [citation({ source: "commit:abc", kind: "commit" }), citation({ source: "chat", kind: "session" })],
      "2026-01-03T00:00:00+00:00",
    );

    const [read] = await temp.store.claims.getMany(OPERATOR, [id], true);
    expect(added).toEqual([2, 3]);
    expect(read?.citations.map(({ id: own, source, createdAt }) => [own, source, createdAt])).toEqual([
      [1, "docs/ops.md", AT],
      [2, "commit:abc", "2026-01-03T00:00:00+00:00"],
      [3, "chat", "2026-01-03T00:00:00+00:00"],
    ]);
  });

  it("refuses evidence for a claim that is not there", async () => {
    await using temp = await tempStore();

    const refused = await failure(temp.store.claims.addCitations(7, [citation({ source: "a", kind: "other" })], AT));

    expect(refused).toMatchObject({ code: "store.constraint", details: { constraint: "foreign_key" } });
  });
});
