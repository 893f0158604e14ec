import { describe, expect, it } from "vitest";
import { kindOfChunk, runTerms, splitChunks } from "../../src/text/segment.ts";

const OF_RUNS =
  /^(?=[\p{L}\p{M}\p{N}])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}]$/u;

function charactersOfRuns(): readonly string[] {
  const characters: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (OF_RUNS.test(character)) characters.push(character);
  }
  return characters;
}

describe("splitChunks", () => {
  it("cuts at every character of a script without spaces", () => {
    const uncut = charactersOfRuns().filter((character) => splitChunks(`a${character}b`).length !== 3);

    expect(uncut).toEqual([]);
  });

  it.each([
    ["  two\twords\n", ["two", "words"]],
    ["año “citado” — café…", ["año", "“citado”", "—", "café…"]],
    ["用Redis6部署🚀now", ["用", "Redis6", "部署", "🚀now"]],
    ["a\ud800b\u0085c", ["a", "b", "c"]],
    [" \n", []],
    ["", []],
  ])("cuts %j into %j", (text, chunks) => expect(splitChunks(text)).toEqual(chunks));
});

describe("kindOfChunk", () => {
  it("tells runs and Korean words from all else", () => {
    expect(["Redis", "—", "🚀", "部署", "ー", "ไทย", "배포는"].map(kindOfChunk)).toEqual([
      "plain",
      "plain",
      "plain",
      "run",
      "run",
      "run",
      "hangul",
    ]);
  });
});

describe("runTerms", () => {
  const pairs = [
    { at: 0, term: "バッ" },
    { at: 1, term: "ック" },
    { at: 2, term: "クア" },
    { at: 3, term: "アッ" },
    { at: 4, term: "ップ" },
  ];

  it("gives pairs alone or with words, the same each time it is asked", () => {
    const asked = [true, false, true, false].map((words) => runTerms("バックアップ", words));
    const withWord = pairs.toSpliced(1, 0, { at: 0, term: "バックアップ" });

    expect(asked).toEqual([withWord, pairs, withWord, pairs]);
  });

  it.each([23, 24, 25, 300])("gives %i characters one pair less", (length) => {
    const run = "部署".repeat(150).slice(0, length);

    expect(runTerms(run, false)).toEqual(
      Array.from({ length: length - 1 }, (_, at) => ({ at, term: at % 2 === 0 ? "部署" : "署部" })),
    );
  });
});
