import { describe, expect, test } from "vitest";

import { createMemoryStore } from "../../src/testing/index.ts";
import { exported, imported, linesOf, refusal, withEnd } from "./export-file.ts";

const UTF16 = "the file is UTF-16, not UTF-8: a shell converted it; export with --output";
const NO_COUNTS = "the header does not say how many rows each table has";

test.each([
  ["is empty", "", "the file is empty"],
  ["is compressed", Buffer.from([0x1f, 0x8b, 8, 0]), "the file is compressed: unpack it first"],
  ["is an archive", Buffer.from([0x50, 0x4b, 3, 4, 5, 0x0a]), "the file is an archive: unpack it first"],
  ["is a database", "SQLite format 3\0 and pages", "the file is a database, not an export of one"],
  ["is UTF-16", Buffer.from('\ufeff{"counts":{}}\n', "utf16le"), UTF16],
  ["has a byte order mark", "\ufeff{}\n", "the file begins with a byte order mark: a program changed it"],
  ["has the line ends of Windows", "{}\r\n", "the line ends are not those of an export: CR LF"],
  ["holds something else", "Dear Ana,\nhello\n", "this is not an export, or its first line is damaged"],
  ["holds no text", Buffer.from([0xc3, 0x28, 0x0a]), "this is not an export, or its first line is damaged"],
  ["holds claims to ingest", '{"text":"a claim"}\n', "this is not the header of an export"],
  ["holds a list", "[]\n", "this is not the header of an export"],
  ["holds nothing", "null\n", "this is not the header of an export"],
])("a file that %s is told apart", async (_, content, reason) => {
  expect(await refusal(imported(createMemoryStore(), content))).toEqual(["input.invalid", 1, reason]);
});

describe("the header", () => {
  async function withHeader(change: object): Promise<string> {
    const [header = ""] = linesOf(await exported(createMemoryStore()));
    return withEnd([`${JSON.stringify({ ...(JSON.parse(header) as object), ...change })}\n`]);
  }

  test("of a newer version is refused with both versions", async () => {
    await expect(imported(createMemoryStore(), await withHeader({ version: 2 }))).rejects.toMatchObject({
      code: "input.invalid",
      message: "The export has version 2, and this program reads up to 1: update memorymaster",
      details: { field: "version", found: 2, known: 1 },
    });
    await expect(imported(createMemoryStore(), await withHeader({ schema: 99 }))).rejects.toMatchObject({
      details: { field: "schema", found: 99, known: 31 },
    });
  });

  test.each([
    ["counts that are no numbers", { counts: { claims: "3" } }, NO_COUNTS],
    ["no counts", { counts: null }, NO_COUNTS],
    ["a field more", { now: "today" }, "the header has other fields than an export of this version"],
    ["a head that is no hash", { head_hash: 5 }, "the header has other fields than an export of this version"],
    ["a version of 0", { version: 0 }, "the header has no version"],
    ["a schema of text", { schema: "29" }, "the header has no schema"],
  ])("with %s is refused", async (_, change, reason) => {
    expect(await refusal(imported(createMemoryStore(), await withHeader(change)))).toEqual([
      "input.invalid",
      1,
      reason,
    ]);
  });
});
