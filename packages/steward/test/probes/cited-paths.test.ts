import { describe, expect, it } from "vitest";

import { pathIn } from "../../src/probes/cited-paths.ts";

describe("the path that a citation names", () => {
  it.each([
    ["src/app.ts", "src/app.ts"],
    ["src/app.ts:12", "src/app.ts"],
    ["src/app.ts:12:5", "src/app.ts"],
    ["docs/a.md#L3-L9", "docs/a.md"],
    ["docs/a.md?plain=1", "docs/a.md"],
    ["file:///repo/a.md", "/repo/a.md"],
    ["C:\\repo\\a.md:7", "C:\\repo\\a.md"],
    ["c:/repo/a", "c:/repo/a"],
    ["README.md", "README.md"],
    ["Release Notes.MD", "Release Notes.MD"],
    [".github", ".github"],
    ["https://example.com/a.md", undefined],
    ["commit:0123abcd", undefined],
    ["session://2026/1", undefined],
    ["L12", undefined],
    ["12-20", undefined],
    ["a talk with ops and/or sales", undefined],
    ["", undefined],
  ])("%s → %s", (text, path) => {
    expect(pathIn(text)).toBe(path);
  });
});
