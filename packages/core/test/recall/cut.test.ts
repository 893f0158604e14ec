import { describe, expect, it } from "vitest";
import { cutReason } from "../../src/recall/cut.ts";
import { queryOf, scoredOf } from "./builders.ts";

const lexical = (coverage: number): { lexical: ReturnType<typeof scoredOf>["lexical"] } => ({
  lexical: { bm25: 0.3, coverage, proximity: 0, phrase: 0, total: 0.3 },
});

describe("cutReason", () => {
  const query = queryOf("restart nightly backup job", { restart: 11, nightly: 3, backup: 3, job: 3 });

  it("cuts a row without relevance", () => {
    expect(cutReason(scoredOf({ relevance: 0 }), query, 0)).toBe("zero_relevance");
  });

  it("cuts a row below the floor and keeps one that stands on it", () => {
    const wide = { matched: [0, 1], ...lexical(0.5) };

    expect(cutReason(scoredOf({ ...wide, relevance: 0.2499 }), query, 0.25)).toBe("below_floor");
    expect(cutReason(scoredOf({ ...wide, relevance: 0.25 }), query, 0.25)).toBeUndefined();
  });

  it("cuts a row that holds one ordinary word of a long query", () => {
    expect(cutReason(scoredOf({ matched: [0], ...lexical(0.25) }), query, 0)).toBe("weak_match");
  });

  it("keeps it when the word is rare, when two words match, or when the query is short", () => {
    const short = queryOf("restart nightly backup", { restart: 11, nightly: 3, backup: 3 });

    expect(cutReason(scoredOf({ matched: [1], ...lexical(0.25) }), query, 0)).toBeUndefined();
    expect(cutReason(scoredOf({ matched: [0, 1], ...lexical(0.5) }), query, 0)).toBeUndefined();
    expect(cutReason(scoredOf({ matched: [0], ...lexical(1 / 3) }), short, 0)).toBeUndefined();
  });

  it("takes a word of up to 3 claims, or of 1 % of a larger store, for rare", () => {
    const counts = { restart: 100, nightly: 101, backup: 3, job: 3 };
    const large = queryOf("restart nightly backup job", counts, { claims: 10_000, terms: 200_000 });
    const small = queryOf(
      "restart nightly backup job",
      { ...counts, restart: 4, nightly: 3 },
      { claims: 20, terms: 400 },
    );
    const reasonAt = (place: number, of: typeof query): string | undefined =>
      cutReason(scoredOf({ matched: [place], ...lexical(0.25) }), of, 0);

    expect([reasonAt(0, large), reasonAt(1, large)]).toEqual([undefined, "weak_match"]);
    expect([reasonAt(0, small), reasonAt(1, small)]).toEqual(["weak_match", undefined]);
  });

  it("keeps a row whose one word is an identifier", () => {
    const withIds = queryOf("restart fts5 c++ backup", { restart: 11, fts5: 11, "c++": 11, backup: 3 });
    const reasons = [1, 2].map((place) => cutReason(scoredOf({ matched: [place], ...lexical(0.25) }), withIds, 0));

    expect(withIds.groups.map(({ label }) => label)).toEqual(["restart", "fts5", "c++", "backup"]);
    expect(reasons).toEqual([undefined, undefined]);
  });
});
