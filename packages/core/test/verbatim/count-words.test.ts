import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchClaim } from "../../src/recall/match-claim.ts";
import { queryGroups } from "../../src/recall/query-groups.ts";
import { selectGroups } from "../../src/recall/select-groups.ts";
import { analyze, documentTerms } from "../../src/text/analyze.ts";
import { createWordCounter } from "../../src/verbatim/count-words.ts";

const WORDS =
  `use used dying ties sensibility relational valency conflated sized hopping filing skies news paciencia lógica
  pásamelo durmiéndose corriendo constitución don't o'brien rock'n'roll.mp3 user's getUserById src/app.ts v20.04 C++ .env
  10.0.0.5:8443 数据库迁移 バックアップ 배포는 Straße İstanbul ﬁle a-b (either) Σοφός 🚀 use. "use" it's`.split(/\s+/);
const LETTERS = "abcdeiouylmnrstz'".split("");
const ENDINGS = "ying ies ied ing ed s es ational biliti ly ment ancia encia logias uciones mente iendo arlo y e".split(
  " ",
);

describe("counting the words of a question", () => {
  it("counts as the analyzer does, and leaves out only what holds none", () => {
    const made = fc
      .tuple(fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 7 }), fc.constantFrom(...ENDINGS))
      .map((parts) => parts.join(""));
    const text = fc.array(fc.oneof(fc.constantFrom(...WORDS), made), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(text, text, fc.nat(8), (question, said, shared) => {
        const content = [...said, ...question.slice(0, shared)].join(" ");
        const groups = analyze(content, "index");
        const { groups: words, ...query } = selectGroups(queryGroups(question.join(" ")), new Map(), {
          claims: 9,
          terms: 9,
        });
        const length = documentTerms(groups).length;
        const { frequencies } = matchClaim({ fields: [groups], length }, { ...query, groups: words });

        const counts = createWordCounter(words)(content);

        const expected = frequencies.slice(0, words.length);
        if (counts === undefined) expect(expected.every((number) => number === 0)).toBe(true);
        else expect(counts).toEqual({ frequencies: expected, length });
      }),
      { numRuns: 1_500 },
    );
  });
});
