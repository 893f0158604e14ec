import { expect, test } from "vitest";

import { cleanLine, cleanText } from "../../src/output/clean-text.ts";

test.each([
  ["colours", "\u001b[31mred\u001b[0m", "red"],
  ["cursor movement", "a\u001b[2J\u001b[1;1Hb", "ab"],
  ["a window title", "a\u001b]0;owned\u0007b", "ab"],
  ["a link", "\u001b]8;;https://example.org\u001b\\text\u001b]8;;\u001b\\", "text"],
  ["an 8-bit control sequence", "a\u009b31mb", "ab"],
  ["a short escape", "a\u001bcb", "ab"],
  ["a lone escape", "a\u001b", "a"],
  ["bell, backspace, NUL, delete", "a\u0007b\u0008c\u0000d\u007f", "abcd"],
  ["a carriage return that would overwrite the line", "safe\rdanger", "safe\ndanger"],
])("%s does not reach the terminal", (_name, text, cleaned) => {
  expect(cleanText(text)).toBe(cleaned);
});

test("letters of any script, emoji, line breaks and tabs stay", () => {
  const text = "Größe\t日本語 👩‍💻\nמשהו";

  expect(cleanText(text)).toBe(text);
});

test("a value on one line cannot look like another line", () => {
  expect(cleanLine("staging api\n[7] mm-0000 confirmed\r\n\u2028rows=1\tx")).toBe(
    "staging api [7] mm-0000 confirmed rows=1 x",
  );
});

/** Signs that begin, continue or end control sequences, and plain ones. */
const SIGNS = ["\u001b", "\u009b", "\u009d", "[", "]", "0", "m", "\u0007", "\\", "\r", "\n", "x"];

/** Every text of that many signs. */
function texts(length: number): string[] {
  return length === 0 ? [""] : texts(length - 1).flatMap((text) => SIGNS.map((sign) => text + sign));
}

test("no text of these signs keeps a control character, and cleaning twice changes nothing", () => {
  const bad = texts(4).filter((text) => {
    const cleaned = cleanText(text);
    return /(?![\n\t])\p{Cc}/u.test(cleaned) || cleanText(cleaned) !== cleaned;
  });

  expect(bad).toEqual([]);
});
