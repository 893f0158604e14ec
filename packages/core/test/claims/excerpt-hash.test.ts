import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { checkedText, comparableLines, excerptHash } from "../../src/claims/excerpt-hash.ts";

const hashOf = (text: string): string => excerptHash(checkedText(comparableLines(text)));

describe("excerptHash", () => {
  it("is the sha256 of the text without trailing blanks and outer blank lines", () => {
    // sha256 of "a\n\n  b"
    expect(hashOf("\r\n\n  \na \t\r\n\r\n  b\n\n")).toBe(
      "3b49fd83a30080cb58afd9079d977b5840b8db57be04f62ef3d3dff31fc6bef1",
    );
  });

  it("keeps indentation and inner blank lines apart", () => {
    expect(checkedText(comparableLines("\n  if (x)\n\n    y\n"))).toBe("  if (x)\n\n    y");
  });

  it("counts no line after the break that ends a file", () => {
    expect(comparableLines("a\nb\n")).toEqual(["a", "b"]);
    expect(comparableLines("")).toEqual([""]);
  });

  it("is the same for LF, CRLF and CR", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom("a", " ", "\t", "é") })), (lines) => {
        expect(hashOf(lines.join("\r\n"))).toBe(hashOf(lines.join("\n")));
        expect(hashOf(lines.join("\r"))).toBe(hashOf(lines.join("\n")));
      }),
    );
  });

  it("gives itself when it is applied to its own result", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", " ", "\t", "\n", "\r") }), (text) => {
        const once = checkedText(comparableLines(text));
        expect(checkedText(comparableLines(once))).toBe(once);
      }),
    );
  });
});
