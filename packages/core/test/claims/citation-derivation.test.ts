import { describe, expect, it } from "vitest";

import { deriveCitation, tidyRelativePath } from "../../src/claims/citation-derivation.ts";

const SHA1 = "0123456789abcdef0123456789abcdef01234567";

describe("deriveCitation", () => {
  it.each([
    ["https://example.com/a.md#L3", { kind: "url" }],
    ["HTTP://example.com", { kind: "url" }],
    [`commit:${SHA1}`, { kind: "commit", commitId: SHA1 }],
    [SHA1.toUpperCase(), { kind: "commit", commitId: SHA1 }],
    ["commit:0123abc", { kind: "commit" }],
    ["docs/ops.md", { kind: "file", path: "docs/ops.md" }],
    ["./docs//ops.md", { kind: "file", path: "docs/ops.md" }],
    ["docs\\ops.md", { kind: "file", path: "docs/ops.md" }],
    ["README.md", { kind: "file", path: "README.md" }],
    ["Makefile", { kind: "other" }],
    ["docs/ops.md#L12-L20", { kind: "file", path: "docs/ops.md", lineStart: 12, lineEnd: 20 }],
    ["docs/ops.md#L12", { kind: "file", path: "docs/ops.md", lineStart: 12, lineEnd: 12 }],
    ["docs/a/../ops.md", { kind: "file", path: "docs/ops.md" }],
    ["../ops.md", { kind: "other" }],
    ["docs/../../ops.md", { kind: "other" }],
    ["/repo/docs/ops.md", { kind: "file", path: "docs/ops.md" }],
    ["/repo/docs/ops.md#L2", { kind: "file", path: "docs/ops.md", lineStart: 2, lineEnd: 2 }],
    ["/etc/passwd", { kind: "other" }],
    ["C:\\work\\ops.md", { kind: "other" }],
    ["jira:OPS/12.md", { kind: "other" }],
    ["mcp-session", { kind: "session" }],
    ["session://ana/42", { kind: "session" }],
    ["cli", { kind: "other" }],
    ["a talk with Ana", { kind: "other" }],
  ])("reads %s", (source, expected) => {
    const toRelative = (path: string): string | undefined =>
      path.startsWith("/repo/") ? path.slice("/repo/".length) : undefined;

    expect(deriveCitation({ source }, toRelative)).toEqual({ source, ...expected });
  });

  it.each([
    ["L12", { lineStart: 12, lineEnd: 12 }],
    ["12", { lineStart: 12, lineEnd: 12 }],
    ["L12-L20", { lineStart: 12, lineEnd: 20 }],
    ["12-20", { lineStart: 12, lineEnd: 20 }],
    ["12:20", { lineStart: 12, lineEnd: 20 }],
    ["#L12-20", { lineStart: 12, lineEnd: 20 }],
    ["20-12", {}],
    ["L0", {}],
    ["section 12", {}],
    ["12-20 and 30", {}],
  ])("reads the lines of the locator %s", (locator, lines) => {
    expect(deriveCitation({ source: "docs/ops.md", locator })).toEqual({
      source: "docs/ops.md",
      locator,
      kind: "file",
      path: "docs/ops.md",
      ...lines,
    });
  });

  it("gives lines to files alone", () => {
    expect(deriveCitation({ source: "https://example.com/x", locator: "L12" })).toEqual({
      source: "https://example.com/x",
      locator: "L12",
      kind: "url",
    });
  });

  it("keeps what the caller gave", () => {
    const given = {
      source: "docs/ops.md",
      locator: "L12",
      kind: "file",
      path: "ops.md",
      lineStart: 3,
      lineEnd: 4,
    } as const;

    expect(deriveCitation(given)).toEqual(given);
    expect(deriveCitation({ source: "docs/ops.md", kind: "session" })).toEqual({
      source: "docs/ops.md",
      kind: "session",
    });
  });

  it("prefers the lines of the locator to those in the source", () => {
    expect(deriveCitation({ source: "docs/ops.md#L1", locator: "L9" })).toMatchObject({ lineStart: 9, lineEnd: 9 });
  });
});

describe("tidyRelativePath", () => {
  it.each(["", ".", "..", "a/../..", "/a", "\\a", "c:/a", "~/a"])("finds no path inside the root in %j", (path) => {
    expect(tidyRelativePath(path)).toBeUndefined();
  });
});
