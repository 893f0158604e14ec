import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SETTINGS_DEFAULTS } from "../../src/config/settings.ts";
import type { LexicalScore } from "../../src/recall/lexical-score.ts";
import { lexicalScore } from "../../src/recall/lexical-score.ts";
import { matchClaim } from "../../src/recall/match-claim.ts";
import type { SelectedQuery } from "../../src/recall/select-groups.ts";
import { fieldsOf, PLAIN_RULES, queryOf } from "./builders.ts";

function scoreOf(query: SelectedQuery, texts: readonly string[], rules = PLAIN_RULES): LexicalScore {
  const fields = fieldsOf(...texts);
  return lexicalScore(query, { match: matchClaim(fields, query), fields }, rules);
}

describe("lexicalScore", () => {
  it("weighs rarity, coverage, closeness and phrase of the words that match", () => {
    const query = queryOf("which port does staging use", { port: 1, staging: 1 }, { claims: 2, terms: 16 });

    const { total, standing, ...parts } = scoreOf(query, ["The staging API listens on port 7443"]);

    expect(parts).toEqual({ bm25: 0.5, coverage: 2 / 3, proximity: 1 / 6, phrase: 0 });
    expect(total).toBeCloseTo(0.85 * 0.5 + 0.05 * (2 / 3) + 0.05 / 6, 12);
    expect(standing).toBeCloseTo((2 * 4.2095) / (2 * 4.2095 + 5.3083) ** 0.75, 4);
  });

  it("is 0 in every part when no word matches", () => {
    expect(scoreOf(queryOf("port", { port: 1 }), ["Backups run at night"])).toEqual({
      bm25: 0,
      coverage: 0,
      proximity: 0,
      phrase: 0,
      total: 0,
      standing: 0,
    });
  });

  it("is 1 in every part but bm25, which repetition alone fills, when all words stand there as a phrase", () => {
    const query = queryOf("staging api", { staging: 3, api: 3 });

    const [once, often] = [1, 500].map((times) => scoreOf(query, ["staging API ".repeat(times)]));

    expect(once).toMatchObject({ bm25: 0.5, coverage: 1, proximity: 1, phrase: 1 });
    expect(often?.bm25).toBeCloseTo(1, 2);
  });

  it("leaves words that no claim holds out of the weight but not out of the coverage", () => {
    const query = queryOf("staging zxqv", { staging: 3 });

    expect(scoreOf(query, ["staging"])).toMatchObject({ bm25: 0.5, coverage: 0.5, phrase: 0 });
  });

  it("counts common words in bm25, by the little they weigh, and in no other part", () => {
    const query = queryOf("api staging gateway", { api: 400, staging: 3, gateway: 3 });
    const [with_, without] = ["api staging", "staging"].map((text) => scoreOf(query, [text]));

    expect(query.common).toEqual(["api"]);
    expect(with_?.bm25).toBeGreaterThan(without?.bm25 ?? 1);
    expect({ ...with_, bm25: 0, total: 0 }).toEqual({ ...without, bm25: 0, total: 0 });
  });

  it("stands higher with rarer words, with more of the question, and for a long message by a few of its words", () => {
    const counts = { staging: 3, gateway: 3, api: 190, node: 190 };
    const standingOf = (asked: string, text: string): number => scoreOf(queryOf(asked, counts), [text]).standing;
    const long = "staging gateway one two three four five six seven eight nine ten eleven twelve";

    expect(standingOf("staging api", "staging")).toBeGreaterThan(standingOf("staging api", "api"));
    expect(standingOf("staging gateway node", "staging gateway")).toBeGreaterThan(
      standingOf("staging gateway node", "staging"),
    );
    expect(standingOf(long, "staging gateway")).toBe(standingOf(`${long} thirteen fourteen`, "staging gateway"));
  });

  it("counts a name one and a half times, found or missed", () => {
    const counts = { kafka: 3, topics: 3 };
    const standingOf = (asked: string, text: string): number => scoreOf(queryOf(asked, counts), [text]).standing;

    expect(standingOf("who creates Kafka topics", "kafka")).toBeGreaterThan(
      standingOf("who creates kafka topics", "kafka"),
    );
    expect(standingOf("who creates Kafka topics", "topics")).toBeLessThan(
      standingOf("who creates kafka topics", "topics"),
    );
  });

  it("takes closeness and phrase of the best field, never across fields", () => {
    const query = queryOf("staging port", { staging: 3, port: 3 });

    expect(scoreOf(query, ["staging", "port"])).toMatchObject({ coverage: 1, proximity: 0, phrase: 0 });
    expect(scoreOf(query, ["staging", "port", "staging port"])).toMatchObject({ proximity: 1, phrase: 1 });
  });

  it("gives a longer claim less, as far as b says", () => {
    const query = queryOf("staging port", { staging: 3, port: 3 }, { claims: 1_000, terms: 4_000 });
    const longText = `staging ${"filler ".repeat(50)}`;
    const shortText = "staging";

    const [long, short] = [longText, shortText].map((text) => scoreOf(query, [text], SETTINGS_DEFAULTS).bm25);
    const [flatLong, flatShort] = [longText, shortText].map((text) => scoreOf(query, [text]).bm25);

    expect(long).toBeLessThan(short ?? 0);
    expect(flatLong).toBe(flatShort);
  });

  it("keeps every part and the sum between 0 and 1", () => {
    const word = fc.constantFrom("staging", "port", "api", "zxqv", "src/app.ts", "缓存", "the", "7443", "pásamelo");
    const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(text, fc.tuple(text, text), fc.nat(2_000), (asked, texts, documents) => {
        const query = queryOf(asked, { staging: documents, port: 1, api: documents * 2, "src/app.ts": 1 });

        const { standing, ...parts } = scoreOf(query, texts, SETTINGS_DEFAULTS);

        expect(Object.values(parts).every((part) => part >= 0 && part <= 1)).toBe(true);
        expect(standing).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
