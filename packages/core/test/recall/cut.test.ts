import { describe, expect, it } from "vitest";
import { cutReason, isAnswer } from "../../src/recall/cut.ts";
import { queryOf, scoredOf } from "./builders.ts";

const FLOOR = 0.55;

const standing = (value: number): { lexical: ReturnType<typeof scoredOf>["lexical"] } => ({
  lexical: { bm25: 0.3, coverage: 0.25, proximity: 0, phrase: 0, total: 0.3, standing: value },
});

describe("isAnswer", () => {
  const query = queryOf("restart nightly backup job", { restart: 11, nightly: 3, backup: 3, job: 3 });

  it("asks that a row answers for enough of the question", () => {
    expect(isAnswer(scoredOf({ matched: [0], ...standing(0.5499) }), query, FLOOR)).toBe(false);
    expect(isAnswer(scoredOf({ matched: [0], ...standing(0.55) }), query, FLOOR)).toBe(true);
  });

  it("takes whatever matches one of two words", () => {
    const short = queryOf("restart backup", { restart: 11, backup: 3 });

    expect(isAnswer(scoredOf({ matched: [0], ...standing(0.01) }), short, FLOOR)).toBe(true);
    expect(isAnswer(scoredOf({ matched: [], ...standing(0) }), short, FLOOR)).toBe(false);
  });

  it("takes a row that holds an identifier of the question, but not for a plain number", () => {
    const withIds = queryOf("restart fts5 c++ 2007 backup", { restart: 11, fts5: 11, "c++": 11, backup: 3 });
    const answers = [1, 2, 3].map((place) =>
      isAnswer(scoredOf({ matched: [place], ...standing(0.01) }), withIds, FLOOR),
    );

    expect(withIds.groups.map(({ label }) => label)).toEqual(["restart", "fts5", "c++", "2007", "backup"]);
    expect(answers).toEqual([true, true, false]);
  });

  it("takes a row that is near in meaning, with few words of the question or none", () => {
    const nearness = [0.449, 0.45].map((vector) => [
      isAnswer(scoredOf({ vector, matched: [0], ...standing(0.01) }), query, FLOOR),
      isAnswer(scoredOf({ vector, matched: [], ...standing(0) }), query, FLOOR),
    ]);

    expect(nearness).toEqual([
      [false, false],
      [true, true],
    ]);
  });
});

describe("cutReason", () => {
  const rules = { floor: 0.25, isAnswered: true };

  it("cuts a row without relevance", () => {
    expect(cutReason(scoredOf({ relevance: 0 }), rules)).toBe("zero_relevance");
  });

  it("cuts a row below the floor and keeps one that stands on it", () => {
    expect(cutReason(scoredOf({ relevance: 0.2499 }), rules)).toBe("below_floor");
    expect(cutReason(scoredOf({ relevance: 0.25 }), rules)).toBeUndefined();
  });

  it("cuts every row when none is an answer", () => {
    expect(cutReason(scoredOf(), { ...rules, isAnswered: false })).toBe("weak_match");
  });

  it("cuts a row that is near in meaning only by a little and holds no word", () => {
    expect(cutReason(scoredOf({ matched: [], vector: 0.449 }), rules)).toBe("weak_match");
    expect(cutReason(scoredOf({ matched: [], vector: 0.45 }), rules)).toBeUndefined();
  });
});
