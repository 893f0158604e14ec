import { checkedText, comparableLines, excerptHash } from "@memorymaster/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { locateExcerpt } from "../../src/staleness/locate-excerpt.ts";

const LINES = comparableLines("alpha\nbeta\ngamma\nbeta\ndelta\n");
const hashOf = (text: string): string => excerptHash(checkedText(comparableLines(text)));

const LINE = fc.stringMatching(/^[a-z]{1,6}$/);

describe("cited text", () => {
  test("stands at its lines whatever the line ends and blanks at the edges", () => {
    const lines = comparableLines("alpha  \r\n\r\nbeta\t\r\n");

    expect(locateExcerpt(lines, { lineStart: 1, lineEnd: 3, excerptHash: hashOf("alpha\n\nbeta") })).toEqual({
      is: "there",
    });
  });

  test("that is elsewhere is found at the nearest place, by its hash alone too", () => {
    const near = (lineStart: number) =>
      locateExcerpt(LINES, { lineStart, lineEnd: lineStart, excerptHash: hashOf("beta") });

    expect(near(1)).toEqual({ is: "elsewhere", lineStart: 2, lineEnd: 2 });
    expect(near(5)).toEqual({ is: "elsewhere", lineStart: 4, lineEnd: 4 });
    expect(near(90)).toEqual({ is: "elsewhere", lineStart: 4, lineEnd: 4 });
  });

  test("is absent when not all of its lines follow one another", () => {
    const wanted = { lineStart: 1, lineEnd: 2, excerptHash: hashOf("alpha\ngamma") };

    expect(locateExcerpt(LINES, wanted)).toEqual({ is: "absent" });
  });

  test("without a hash is told by its words, as at ingest", () => {
    const wanted = { lineStart: 1, lineEnd: 2, excerpt: "gamma   beta" };

    expect(locateExcerpt(LINES, wanted)).toEqual({ is: "elsewhere", lineStart: 3, lineEnd: 4 });
  });

  test("without lines belongs anywhere", () => {
    expect(locateExcerpt(LINES, { excerpt: "gamma\nbeta" })).toEqual({ is: "there" });
    expect(locateExcerpt(LINES, { excerpt: "gamma\ndelta" })).toEqual({ is: "absent" });
  });

  test("cannot be looked for when only a hash without lines or a redacted excerpt is left", () => {
    expect(locateExcerpt(LINES, { excerptHash: hashOf("beta") })).toEqual({ is: "unknown" });
    expect(locateExcerpt(LINES, { excerpt: "key [REDACTED:openai_key]" })).toEqual({ is: "unknown" });
    expect(locateExcerpt(LINES, { lineStart: 1, excerpt: "[REDACTED:openai_key]" })).toEqual({ is: "unknown" });
  });

  test("is followed by as many lines as were inserted above", () => {
    const file = fc.record({
      above: fc.array(LINE, { maxLength: 20 }),
      inserted: fc.array(LINE, { minLength: 1, maxLength: 20 }),
      below: fc.array(LINE, { maxLength: 20 }),
      size: fc.integer({ min: 1, max: 5 }),
      keepsExcerpt: fc.boolean(),
    });
    fc.assert(
      fc.property(file, ({ above, inserted, below, size, keepsExcerpt }) => {
        // In capitals: nowhere else in the file.
        const cited = Array.from({ length: size }, (_, at) => `CITED ${at}`);
        const [lineStart, lineEnd] = [above.length + 1, above.length + size];
        const text = cited.join("\n");
        const wanted = { lineStart, lineEnd, excerptHash: hashOf(text), ...(keepsExcerpt && { excerpt: text }) };

        const before = locateExcerpt([...above, ...cited, ...below], wanted);
        const after = locateExcerpt([...inserted, ...above, ...cited, ...below], wanted);

        expect(before).toEqual({ is: "there" });
        const by = inserted.length;
        expect(after).toEqual({ is: "elsewhere", lineStart: lineStart + by, lineEnd: lineEnd + by });
      }),
    );
  });
});
