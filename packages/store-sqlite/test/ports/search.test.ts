import type { Claim, ClaimFilter } from "@memorymaster/core";
import { analyze } from "@memorymaster/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AT, claim, insertOne, insertTexts, OPERATOR } from "../support/records.ts";
import { tempStore } from "../support/temp-store.ts";
import type { TempStore } from "../support/temp-store.ts";

const ids = (claims: readonly Pick<Claim, "id">[]): number[] => claims.map(({ id }) => id);

interface Asked extends ClaimFilter {
  readonly limit?: number;
}

async function found(temp: TempStore, terms: readonly string[], asked: Asked = {}): Promise<number[]> {
  const { limit = 100, ...filter } = asked;
  return ids(await temp.store.search.candidates(OPERATOR, { terms, filter, limit }));
}

describe("the text index", () => {
  it("finds a claim by each term of its four fields", async () => {
    await using temp = await tempStore();
    await insertTexts(temp.store, "unrelated words");
    await insertOne(temp.store, {
      text: "git commit --no-verify and src/app.ts in C++ at 10.0.0.5:8443",
      subject: "数据库迁移",
      predicate: "Straße",
      objectValue: "rate_limit=60/min",
    });

    for (const term of ["--no-verify", "src/app.ts", "c++", "10.0.0.5:8443", "数据", "strass", "rate_limit=60/min"]) {
      expect([term, await found(temp, [term])]).toEqual([term, [2]]);
    }
  });

  it("keeps every sign of ASCII inside a term", async () => {
    await using temp = await tempStore();
    const signs = Array.from("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~");
    const texts = signs.map((sign) => `x${sign}y`);
    await temp.store.claims.insert(texts.map((text, index) => claim({ text, humanId: `mm-0000~${index + 2}` })));

    const hits = await Promise.all(
      texts.map(async (text, index) => {
        const whole = analyze(text, "index")
          .flatMap(({ terms }) => terms)
          .filter((term) => term === text);
        return whole.length === 0 ? [index + 1] : found(temp, whole);
      }),
    );

    expect(hits).toEqual(signs.map((_, index) => [index + 1]));
  });

  it.each([
    ['"', "a", 'a"b'],
    ["NEAR(", "*", "OR"],
    ["^x", "text:", "-a"],
    ["", "\0", "a\0b"],
    ["🚀", "'); drop table claims; --"],
  ])("takes %j as words, never as syntax", async (...terms) => {
    await using temp = await tempStore();
    await insertTexts(temp.store, "something else");

    expect(await found(temp, terms)).toEqual([]);
    expect(await temp.store.search.termCounts(OPERATOR, terms, 10)).toEqual(new Map());
  });

  it("finds a claim by any of its terms, whatever its text", async () => {
    await using temp = await tempStore();
    const texts = fc.string({ unit: "grapheme", minLength: 1, maxLength: 80 });
    let number = 1;

    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        number += 1;
        const { id } = await insertOne(temp.store, {
          text,
          uid: `uid-${number}`,
          humanId: `mm-0000~${number}`,
          idempotencyKey: `key-${number}`,
        });
        const terms = analyze(text, "index").flatMap((group) => group.terms);
        for (const term of terms) expect(await found(temp, [term], { ids: [id] })).toEqual([id]);
        const counts = await temp.store.search.termCounts(OPERATOR, terms, 1);
        expect(counts).toEqual(new Map(terms.map((term) => [term, 1])));
      }),
      { numRuns: 60 },
    );
  });

  it("ranks a claim with more of the terms first, and the newer one of two equals", async () => {
    await using temp = await tempStore();
    await insertTexts(
      temp.store,
      "alpha one",
      "alpha beta gamma",
      "gamma two",
      "alpha six",
      "delta",
      "epsilon",
      "zeta",
    );

    expect(await found(temp, ["alpha", "beta"])).toEqual([2, 4, 1]);
    expect(await found(temp, ["alpha", "beta"], { limit: 2 })).toEqual([2, 4]);
  });

  it("applies viewer and filter before the limit", async () => {
    await using temp = await tempStore();
    const rows = Array.from({ length: 30 }, (_, index) => ({
      text: `alpha ${index}`,
      scope: index % 10 === 0 ? "mine" : "other",
    }));
    for (const row of rows) await insertOne(temp.store, row);

    expect(await found(temp, ["alpha"], { scopes: ["mine"], limit: 3 })).toEqual([21, 11, 1]);
    expect(await found(temp, ["alpha"], { statuses: ["confirmed"] })).toEqual([]);
    expect(await found(temp, ["alpha"], { ids: [5, 6], validAt: AT })).toEqual([6, 5]);
  });

  it("follows a claim out of the index and back", async () => {
    await using temp = await tempStore();
    const [kept, moved] = await insertTexts(temp.store, "alpha one", "alpha two");
    const counts = async () => [
      await temp.store.search.indexStats(),
      await temp.store.search.termCounts(OPERATOR, ["alpha", "two"], 9),
    ];
    const change = async (version: number, status: "archived" | "candidate" | "stale") =>
      temp.store.claims.update(moved?.id ?? 0, version, {
        status,
        archivedAt: status === "archived" ? AT : undefined,
        updatedAt: AT,
      });
    const both = [
      { claims: 2, terms: 5 },
      new Map([
        ["alpha", 2],
        ["two", 1],
      ]),
    ];

    expect(await counts()).toEqual(both);
    await change(1, "archived");
    expect(await counts()).toEqual([{ claims: 1, terms: 3 }, new Map([["alpha", 1]])]);
    expect(await found(temp, ["alpha"])).toEqual([kept?.id]);
    await change(2, "candidate");
    expect(await counts()).toEqual(both);
    await change(3, "stale");
    expect(await counts()).toEqual(both);
    expect(await found(temp, ["two"])).toEqual([moved?.id]);
  });

  it("is rolled back with the claim", async () => {
    await using temp = await tempStore();
    const broken = temp.store.transaction(async () => {
      await insertTexts(temp.store, "alpha");
      throw new TypeError("stop");
    });

    await expect(broken).rejects.toThrow("stop");
    expect(await found(temp, ["alpha"])).toEqual([]);
    expect(await temp.store.search.indexStats()).toEqual({ claims: 0, terms: 0 });
  });

  it("counts documents up to the cap", async () => {
    await using temp = await tempStore();
    await insertTexts(temp.store, "alpha alpha", "alpha beta", "alpha gamma");

    expect(await temp.store.search.termCounts(OPERATOR, ["alpha", "beta", "omega"], 20)).toEqual(
      new Map([
        ["alpha", 3],
        ["beta", 1],
      ]),
    );
    expect(await temp.store.search.termCounts(OPERATOR, ["alpha"], 2)).toEqual(new Map([["alpha", 2]]));
    expect(await temp.store.search.termCounts(OPERATOR, [], 2)).toEqual(new Map());
  });

  it("counts within the viewer's tenant alone", async () => {
    await using temp = await tempStore();
    await insertOne(temp.store, { text: "alpha beta" });
    for (const text of ["alpha", "alpha gamma"]) await insertOne(temp.store, { text, tenantId: "acme" });
    const acme = { ...OPERATOR, tenantId: "acme" };

    expect(await temp.store.search.termCounts(acme, ["alpha", "beta", "gamma"], 9)).toEqual(
      new Map([
        ["alpha", 2],
        ["gamma", 1],
      ]),
    );
    expect(await temp.store.search.termCounts(acme, ["alpha"], 1)).toEqual(new Map([["alpha", 1]]));
    expect(await temp.store.search.termCounts({ ...OPERATOR, tenantId: "none" }, ["alpha"], 9)).toEqual(new Map());
  });
});
