import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { queryOf } from "./builders.ts";

const labelsOf = (query: ReturnType<typeof queryOf>): readonly string[] => query.groups.map(({ label }) => label);

describe("selectGroups", () => {
  it("counts a word by the largest count among its terms and weighs it by its rarity", () => {
    const query = queryOf("which port does staging use", { port: 1, staging: 1 }, { claims: 2, terms: 16 });

    expect(query.groups.map(({ label, documents, weight }) => [label, documents, Number(weight.toFixed(4))])).toEqual([
      ["port", 1, 4.2097],
      ["staging", 1, 4.2097],
      ["use", 0, 5.3083],
    ]);
    expect(query.averageTerms).toBe(8);
  });

  it("looks up every term of the words that some claim holds, and of no other", () => {
    const query = queryOf("staging zxqv port", { staging: 3, port: 2 });

    expect([query.searchTerms, query.searchGroups]).toEqual([["stage", "staging", "port"], 2]);
  });

  it("drops words in more than a fifth of the claims when a rarer one is there", () => {
    const query = queryOf("api staging gateway", { api: 201, staging: 200, gateway: 90 });

    expect([labelsOf(query), query.common]).toEqual([["staging", "gateway"], ["api"]]);
  });

  it("drops no word that 50 claims or fewer hold", () => {
    const query = queryOf("api staging", { api: 50, staging: 1 }, { claims: 60, terms: 600 });

    expect([labelsOf(query), query.common]).toEqual([["api", "staging"], []]);
  });

  it("keeps common words when the query has no rarer one that some claim holds", () => {
    const query = queryOf("api zxqv", { api: 900 });

    expect([labelsOf(query), query.searchTerms, query.common]).toEqual([["api", "zxqv"], ["api"], []]);
  });

  it("takes words rarest first until their postings would pass 5,000", () => {
    const counts = { alpha: 3_000, bravo: 2_000, charlie: 10, delta: 4_000 };
    const query = queryOf("alpha bravo charlie delta zxqv", counts, { claims: 100_000, terms: 2_000_000 });

    expect([labelsOf(query), query.common]).toEqual([
      ["bravo", "charlie", "zxqv"],
      ["alpha", "delta"],
    ]);
  });

  it("takes one word even when it alone passes the postings", () => {
    const query = queryOf("alpha bravo zxqv", { alpha: 20_001, bravo: 20_001 }, { claims: 1_000_000, terms: 1 });

    expect([labelsOf(query), query.common]).toEqual([["alpha", "zxqv"], ["bravo"]]);
  });

  it("has no word and nothing to look up for an empty query or an empty store", () => {
    const nothing = { claims: 0, terms: 0 };

    expect([
      queryOf("the").groups,
      queryOf("port", {}, nothing).searchTerms,
      queryOf("port", {}, nothing).averageTerms,
    ]).toEqual([[], [], 0]);
  });

  it("gives every word a weight above 0, also when counts and size were read at different moments", () => {
    fc.assert(
      fc.property(fc.nat(25_000), fc.nat(25_000), (documents, claims) => {
        const query = queryOf("port", { port: documents }, { claims, terms: claims });

        expect(query.groups.every(({ weight }) => weight > 0)).toBe(true);
      }),
    );
  });
});
