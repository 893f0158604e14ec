import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutTerm, fold, normalizeText } from "../../src/text/fold.ts";

describe("fold", () => {
  it.each([
    ["Straße", "strasse"],
    ["STRAẞE", "strasse"],
    ["İstanbul ıssız", "istanbul issiz"],
    ["ÆON œuvre Øre Łódź Đ", "aeon oeuvre ore lodz d"],
    ["ΣΟΦΟΣ", "σοφοσ"],
    ["Ǿ ǽ", "o ae"],
    ["¿Configuración?", "¿configuracion?"],
    ["バック", "バック"],
    ["한국어", "한국어"],
  ])("turns %j into %j", (text, folded) => expect(fold(text)).toBe(folded));

  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" })), (text) => {
        const once = fold(text);

        expect(fold(once)).toBe(once);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("normalizeText", () => {
  it("unifies apostrophes, hyphens and widths and drops what has no width", () => {
    expect(normalizeText("it’s donʼt a‐b‑c‒d ﬁ\u200b\u00ad\ufeffn ①")).toBe("it's don't a-b-c-d fin 1");
  });
});

describe("cutTerm", () => {
  it("keeps 64 code points and never half a pair", () => {
    expect(cutTerm("𝒳".repeat(65))).toBe("𝒳".repeat(64));
    expect(cutTerm(`${"a".repeat(63)}𝒳b`)).toBe(`${"a".repeat(63)}𝒳`);
  });
});
