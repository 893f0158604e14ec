import { expect, test } from "vitest";

import { createLineSplitter } from "../src/split-lines.ts";

/** Lines of a text that comes in pieces of this size. */
function linesOf(text: string, size: number, maxBytes?: number): string[] {
  const bytes = Buffer.from(text);
  const splitter = createLineSplitter(maxBytes);
  const lines = [];
  for (let start = 0; start < bytes.length; start += size) {
    lines.push(...splitter.push(bytes.subarray(start, start + size)));
  }
  return [...lines, ...splitter.end()].map((line) => (line === "too long" ? line : line.toString("utf8")));
}

const SIZES = Array.from({ length: 40 }, (_none, index) => index + 1);

test.each(["", "a", "a\n", "\n", "\n\nb", 'é日👩‍💻\r\n{"x": 1}\n\n\r\nend', "ab\ncd\nef\n"])(
  "a stream has the same lines however it is cut: %j",
  (text) => {
    const expected = text.split("\n");
    if (expected.at(-1) === "") expected.pop();

    expect(SIZES.map((size) => linesOf(text, size))).toEqual(SIZES.map(() => expected));
  },
);

test("a line beyond the limit is told from the others and does not end the stream", () => {
  const text = `${"a".repeat(10)}\n${"b".repeat(11)}\nc\n${"d".repeat(50)}`;

  expect(SIZES.map((size) => linesOf(text, size, 10))).toEqual(
    SIZES.map(() => ["a".repeat(10), "too long", "c", "too long"]),
  );
});
