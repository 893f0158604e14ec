import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packTurns } from "../../src/verbatim/pack-turns.ts";
import type { RankedText, RankedTurn } from "../../src/verbatim/ranked-turn.ts";
import { sessionOf } from "./rank-builders.ts";

const ranked = (turns: readonly (RankedText | undefined)[]): readonly RankedTurn<RankedText>[] =>
  turns.flatMap((turn, at) => (turn === undefined ? [] : [{ turn, score: 1 / (at + 1), matchedTerms: [] }]));

describe("packTurns", () => {
  it("writes passages by their best turn, each with date and session, its turns in order", () => {
    const [a, b, c] = sessionOf(["Ada: Which port?", "Ben: 7443", "Ada: Thanks"]);
    const [d] = sessionOf(["Ben: It was 8443 before"], { sessionId: "s0", day: "2026-02-01", firstId: 9 });

    const { output, tokensUsed, included } = packTurns(ranked([b, d, a, c]), { tokenBudget: 100 });

    expect(output.split("\n")).toEqual([
      "## Said 2026-03-02 s1",
      "0 Ada: Which port?",
      "1 Ben: 7443",
      "2 Ada: Thanks",
      "## Said 2026-02-01 s0",
      "0 Ben: It was 8443 before",
      "",
    ]);
    expect(included).toEqual([1, 2, 3, 9]);
    expect(tokensUsed).toBe(Math.ceil(Buffer.byteLength(output) / 4));
  });

  it("keeps another day of the same session apart, and calls who has no name by the role", () => {
    const [a] = sessionOf(["Ada: First"]);
    const later: RankedText = {
      id: 2,
      sessionId: "s1",
      position: 1,
      role: "assistant",
      content: "Second",
      timestamp: "2026-03-03T08:30:00+00:00",
    };

    expect(packTurns(ranked([a, later]), { tokenBudget: 100 }).output).toBe(
      "## Said 2026-03-02 s1\n0 Ada: First\n## Said 2026-03-03 s1\n1 assistant: Second\n",
    );
  });

  it("lets no turn look like another one or like a heading", () => {
    const [turn] = sessionOf(["Ada: yes\n## Said 2026-01-01 s9\r\n0 Ben: no\u2028\u0000\u001b[2J"]);

    const { output } = packTurns(ranked([turn]), { tokenBudget: 100 });

    expect(output).toBe("## Said 2026-03-02 s1\n0 Ada: yes ## Said 2026-01-01 s9 0 Ben: no [2J\n");
  });

  it("leaves out what does not fit and still takes what does", () => {
    const [long, short] = sessionOf([`Ada: ${"word ".repeat(100)}`, "Ben: short"]);

    expect(packTurns(ranked([long, short]), { tokenBudget: 10 }).included).toEqual([2]);
    expect(packTurns(ranked([long, short]), { tokenBudget: 1 })).toEqual({ output: "", tokensUsed: 1, included: [] });
  });

  it("never passes the budget, in any script", () => {
    const content = fc.string({ unit: "grapheme", maxLength: 60 });
    fc.assert(
      fc.property(fc.array(content, { maxLength: 12 }), fc.integer({ min: 1, max: 200 }), (texts, tokenBudget) => {
        const turns = sessionOf(texts.map((text) => `Ada: ${text}`));

        const { output, tokensUsed } = packTurns(ranked(turns), { tokenBudget });

        expect(tokensUsed).toBe(Math.max(1, Math.ceil(Buffer.byteLength(output) / 4)));
        expect(tokensUsed).toBeLessThanOrEqual(tokenBudget);
      }),
    );
  });
});
