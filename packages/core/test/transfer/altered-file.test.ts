import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";

import { createMemoryStore } from "../../src/testing/index.ts";
import { exported, imported, linesOf, refusal } from "./export-file.ts";
import { sampleStore } from "./sample-store.ts";

let file = "";
beforeAll(async () => {
  file = await exported(await sampleStore());
});

async function expectRefused(changed: string | Uint8Array): Promise<void> {
  const store = createMemoryStore();

  await expect(imported(store, changed)).rejects.toMatchObject({
    code: "input.invalid",
    details: { line: expect.any(Number) as unknown },
  });
  expect(await store.dump.count("claims")).toBe(0);
  expect(await store.dump.count("events")).toBe(0);
}

test("a file with any one byte changed is refused, and nothing of it is written", async () => {
  const bytes = Buffer.from(file);
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const changed = Buffer.from(bytes);
      changed[at] = ((changed[at] ?? 0) + by) % 256;
      await expectRefused(changed);
    }),
    { numRuns: 200 },
  );
});

test("a file that is cut anywhere is refused, and nothing of it is written", async () => {
  const bytes = Buffer.from(file);
  await fc.assert(fc.asyncProperty(fc.nat(bytes.length - 1), async (at) => expectRefused(bytes.subarray(0, at))));
});

test("a file with any line removed, repeated, moved or put in is refused, and nothing of it is written", async () => {
  const lines = linesOf(file);
  const place = fc.nat(lines.length - 1);
  const kind = fc.constantFrom("remove", "repeat", "swap", "blank");
  await fc.assert(
    fc.asyncProperty(place, place, kind, async (at, other, what) => {
      const changed = [...lines];
      if (what === "remove") changed.splice(at, 1);
      if (what === "repeat") changed.splice(other, 0, lines[at] ?? "");
      if (what === "blank") changed.splice(at, 0, "\n");
      if (what === "swap") [changed[at], changed[other]] = [lines[other] ?? "", lines[at] ?? ""];
      fc.pre(changed.join("") !== file);
      await expectRefused(changed.join(""));
    }),
  );
});

test.each([
  [
    "in the middle of a line",
    (lines: string[]) => lines.join("").slice(0, -20),
    21,
    "the file ends in the middle of this line",
  ],
  ["before its end", (lines: string[]) => lines.slice(0, -1).join(""), 21, "the end is missing: the file was cut off"],
  ["after its header", (lines: string[]) => lines[0] ?? "", 2, "the end is missing: the file was cut off"],
])("a file cut %s is told with the line", async (...[, cut, line, reason]) => {
  expect(await refusal(imported(createMemoryStore(), cut(linesOf(file))))).toEqual(["input.invalid", line, reason]);
});

test.each([
  [
    "a word changed",
    () => file.replace("billing", "bolling"),
    21,
    "the lines before it are not those that were exported: their sha256 is another",
  ],
  ["something behind its end", () => `${file}\n`, 22, "something stands behind the end"],
  [
    "the line ends of Windows",
    () => file.replaceAll("\n", "\r\n"),
    1,
    "the line ends are not those of an export: CR LF",
  ],
])("a file with %s is told with the line", async (...[, change, line, reason]) => {
  expect(await refusal(imported(createMemoryStore(), change()))).toEqual(["input.invalid", line, reason]);
});
