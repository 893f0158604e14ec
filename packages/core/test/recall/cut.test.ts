import { describe, expect, it } from "vitest";
import { cutReason } from "../../src/recall/cut.ts";
import { queryOf, scoredOf } from "./builders.ts";

const FLOORS = { relevance: 0.25, standing: 0.2 };

const standing = (value: number): { lexical: ReturnType<typeof scoredOf>["lexical"] } => ({
  lexical: { bm25: 0.3, coverage: 0.25, proximity: 0, phrase: 0, total: 0.3, standing: value },
});

describe("cutReason", () => {
  const query = queryOf("restart nightly backup job", { restart: 11, nightly: 3, backup: 3, job: 3 });

  it("cuts a row without relevance", () => {
    expect(cutReason(scoredOf({ relevance: 0 }), query, FLOORS)).toBe("zero_relevance");
  });

  it("cuts a row below the floor and keeps one that stands on it", () => {
    expect(cutReason(scoredOf({ relevance: 0.2499 }), query, FLOORS)).toBe("below_floor");
    expect(cutReason(scoredOf({ relevance: 0.25 }), query, FLOORS)).toBeUndefined();
  });

  it("cuts a row that answers for too little of the question", () => {
    expect(cutReason(scoredOf({ matched: [0], ...standing(0.1999) }), query, FLOORS)).toBe("weak_match");
    expect(cutReason(scoredOf({ matched: [0], ...standing(0.2) }), query, FLOORS)).toBeUndefined();
  });

  it("keeps whatever matches one of two words", () => {
    const short = queryOf("restart backup", { restart: 11, backup: 3 });

    expect(cutReason(scoredOf({ matched: [0], ...standing(0.01) }), short, FLOORS)).toBeUndefined();
  });

  it("keeps a row that holds an identifier of the question, but not for a plain number", () => {
    const withIds = queryOf("restart fts5 c++ 2007 backup", { restart: 11, fts5: 11, "c++": 11, backup: 3 });
    const reasons = [1, 2, 3].map((place) =>
      cutReason(scoredOf({ matched: [place], ...standing(0.01) }), withIds, FLOORS),
    );

    expect(withIds.groups.map(({ label }) => label)).toEqual(["restart", "fts5", "c++", "2007", "backup"]);
    expect(reasons).toEqual([undefined, undefined, "weak_match"]);
  });
});
