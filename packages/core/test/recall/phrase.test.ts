import { describe, expect, it } from "vitest";
import { matchClaim } from "../../src/recall/match-claim.ts";
import { holdsPhrase } from "../../src/recall/phrase.ts";
import { fieldsOf, queryOf } from "./builders.ts";

function isPhrase(query: string, text: string): boolean {
  const selected = queryOf(query);
  const { fields } = matchClaim(fieldsOf(text), selected);
  return holdsPhrase(fields[0] ?? [], selected.groups);
}

describe("holdsPhrase", () => {
  it("is true for words that stand one behind the other in the order of the query", () => {
    expect(isPhrase("staging api listens", "The staging API listens on port 7443")).toBe(true);
  });

  it("is true when stop words part the words of both alike, or those of the query alone", () => {
    expect(isPhrase("listens on port", "The API listens on port 7443")).toBe(true);
    expect(isPhrase("what is the port of the staging api", "port staging api")).toBe(true);
  });

  it("is true for an identifier and for a run of characters without spaces", () => {
    expect(isPhrase("src/app.ts", "Routes live in src/app.ts today")).toBe(true);
    expect(isPhrase("预热缓存", "部署流程改用蓝绿发布deploy-blue后需要预热缓存")).toBe(true);
  });

  it("is true when only a later occurrence begins the phrase", () => {
    expect(isPhrase("port staging", "port 80 and port staging")).toBe(true);
  });

  it.each([
    ["another order", "api staging", "The staging API listens"],
    ["a word between", "staging port", "staging API port"],
    ["a missing word", "staging api zxqv", "staging api"],
    ["a single word", "staging", "staging"],
  ])("is false for %s", (_, query, text) => {
    expect(isPhrase(query, text)).toBe(false);
  });
});
