import { describe, expect, it } from "vitest";

import { checkCitationInput } from "../../src/claims/check-citation-input.ts";
import { citationFromText } from "../../src/claims/citation-from-text.ts";
import { InvalidInputError } from "../../src/errors/errors.ts";

function refusal(value: unknown): unknown {
  try {
    return checkCitationInput(value, "citations[0]");
  } catch (error) {
    return error instanceof InvalidInputError ? [error.code, error.details["field"]] : error;
  }
}

describe("checkCitationInput", () => {
  it("trims, leaves blank parts out and completes a single line", () => {
    const given = {
      source: " docs/ops.md ",
      locator: "  ",
      excerpt: "  listens on 7443\n",
      path: "./docs//ops.md",
      lineStart: 12,
      gitBlob: "A".repeat(40),
      fetchedAt: "2026-01-02T03:04:05.9+01:00",
      contentHash: "",
    };

    expect(checkCitationInput(given, "citations[0]")).toEqual({
      source: "docs/ops.md",
      excerpt: "  listens on 7443\n",
      path: "docs/ops.md",
      lineStart: 12,
      lineEnd: 12,
      gitBlob: "a".repeat(40),
      fetchedAt: "2026-01-02T02:04:05+00:00",
    });
  });

  it.each([
    ["x", "input.invalid", "citations[0]"],
    [null, "input.invalid", "citations[0]"],
    [[], "input.invalid", "citations[0]"],
    [{}, "input.missing", "citations[0].source"],
    [{ source: " " }, "input.missing", "citations[0].source"],
    [{ source: 7 }, "input.invalid", "citations[0].source"],
    [{ source: "x", sauce: 1 }, "input.unknown_field", "citations[0].sauce"],
    [{ source: "x", locator: "a\u0000" }, "input.unstorable", "citations[0].locator"],
    [{ source: "x", excerpt: "a\ud800" }, "input.unstorable", "citations[0].excerpt"],
    [{ source: "x", excerpt: "a\u001fb" }, "input.unstorable", "citations[0].excerpt"],
    [{ source: "x", kind: "book" }, "input.invalid", "citations[0].kind"],
    [{ source: "x", path: "../x" }, "input.invalid", "citations[0].path"],
    [{ source: "x", path: "/x" }, "input.invalid", "citations[0].path"],
    [{ source: "x", path: "a/../x" }, "input.invalid", "citations[0].path"],
    [{ source: "x", lineStart: 0 }, "input.invalid", "citations[0].line_start"],
    [{ source: "x", lineStart: 1.5 }, "input.invalid", "citations[0].line_start"],
    [{ source: "x", lineStart: true }, "input.invalid", "citations[0].line_start"],
    [{ source: "x", lineEnd: 2 }, "input.invalid", "citations[0].line_start"],
    [{ source: "x", lineStart: 3, lineEnd: 2 }, "input.invalid", "citations[0].line_end"],
    [{ source: "x", gitBlob: "abc" }, "input.invalid", "citations[0].git_blob"],
    [{ source: "x", commitId: "g".repeat(40) }, "input.invalid", "citations[0].commit_id"],
    [{ source: "x", excerptHash: "a".repeat(40) }, "input.invalid", "citations[0].excerpt_hash"],
    [{ source: "x", fetchedAt: "2026-02-29" }, "input.invalid", "citations[0].fetched_at"],
  ])("refuses %j", (value, code, field) => {
    expect(refusal(value)).toEqual([code, field]);
  });

  it.each([
    ["source", 500],
    ["locator", 1_000],
    ["excerpt", 4_000],
  ])("takes a %s of exactly %i code points", (field, limit) => {
    const atLimit = { source: "x", [field]: "😀".repeat(limit) };
    const over = { source: "x", [field]: "😀".repeat(limit + 1) };

    expect(refusal(atLimit)).toEqual(atLimit);
    expect(refusal(over)).toEqual(["input.too_long", `citations[0].${field}`]);
  });
});

describe("citationFromText", () => {
  it.each([
    ["docs/ops.md|L12|listens on 7443", { source: "docs/ops.md", locator: "L12", excerpt: "listens on 7443" }],
    ["docs/ops.md", { source: "docs/ops.md" }],
    [" docs/ops.md | | a | b ", { source: "docs/ops.md", excerpt: "a | b" }],
    ["docs/ops.md|L12|", { source: "docs/ops.md", locator: "L12" }],
  ])("reads %j", (text, expected) => {
    expect(citationFromText(text)).toEqual(expected);
  });

  it.each(["", " | L12"])("refuses %j for want of a source", (text) => {
    expect(() => citationFromText(text)).toThrow(expect.objectContaining({ code: "input.missing" }));
  });
});
