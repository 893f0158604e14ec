import fc from "fast-check";
import { expect, test } from "vitest";

import { chunkText } from "../../src/embedding/chunk-text.ts";

test("a text that fits is one chunk", () => {
  expect(chunkText("short enough", { maxChars: 12 })).toEqual(["short enough"]);
});

test("cuts after a sentence rather than after a word, and repeats whole words", () => {
  const text = "The first sentence is here. The second one follows it.";

  expect(chunkText(text, { maxChars: 40, overlapChars: 12 })).toEqual([
    "The first sentence is here. ",
    "is here. The second one follows it.",
  ]);
});

/** Each piece followed by a letter of its own, so that a chunk is found at one place only. */
const numbered = (pieces: readonly string[]): string =>
  pieces.map((piece, index) => piece + String.fromCodePoint(0x3400 + index)).join("");

test("the chunks fit, hold every character in order, and split none", () => {
  const piece = fc.constantFrom("word ", "😀", "端口是", "。", "a", "\n", "\n\n", ". ", "identifierWithoutSpaces");
  const text = fc.array(piece, { maxLength: 80 }).map(numbered);
  const options = fc.record({
    maxChars: fc.integer({ min: 8, max: 60 }),
    overlapChars: fc.integer({ min: 0, max: 3 }),
  });

  fc.assert(
    fc.property(text, options, (whole, { maxChars, overlapChars }) => {
      const chunks = chunkText(whole, { maxChars, overlapChars });

      let covered = 0;
      for (const chunk of chunks) {
        const at = whole.indexOf(chunk, Math.max(0, covered - overlapChars));
        expect(chunk.length).toBeLessThanOrEqual(maxChars);
        expect(chunk.isWellFormed()).toBe(true);
        expect(at).toBeLessThanOrEqual(covered);
        covered = at + chunk.length;
      }
      expect(covered).toBe(whole.length);
    }),
  );
});
