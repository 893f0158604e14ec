import { describe, expect, it } from "vitest";
import { decodeCursor, encodeCursor, readPage } from "../src/paging.ts";
import type { PageSource, SortKey } from "../src/paging.ts";

/** Numbers from 10 down to 1, with a record of what was asked for. */
function numbers(): PageSource<number> & { readonly asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    shape: ["number"],
    keyOf: (number) => [number],
    rows: async (limit, after) => {
      asked.push([limit, after]);
      const all = Array.from({ length: 10 }, (_, index) => 10 - index);
      return all.filter((number) => after === undefined || number < Number(after[0])).slice(0, limit);
    },
    count: async () => {
      asked.push("count");
      return 10;
    },
  };
}

describe("cursors", () => {
  it.each<[SortKey]>([[[true, 0.1 + 0.2, "2026-01-02T03:04:05+00:00", 9007199254740991]], [['🧾 "é"', -0.5]]])(
    "keep the key %j",
    (key) => {
      const shape = key.map((part) => typeof part as "string" | "number" | "boolean");

      expect(encodeCursor(key)).toMatch(/^[\w-]+$/);
      expect(decodeCursor(encodeCursor(key), shape)).toEqual(key);
    },
  );

  it.each(["", "?", "bnVsbA", encodeCursor([1]), encodeCursor(["a", 1, 2]), encodeCursor([1, "a"])])(
    "refuse %j",
    (cursor) => {
      const refused = expect.objectContaining({ code: "input.invalid", details: { field: "cursor" } }) as Error;

      expect(() => decodeCursor(cursor, ["string", "number"])).toThrow(refused);
    },
  );
});

describe("a page", () => {
  it("asks for one row more than it shows, to know whether others follow", async () => {
    const source = numbers();

    const page = await readPage(source, { limit: 3 });

    expect(page).toEqual({ items: [10, 9, 8], nextCursor: encodeCursor([8]), total: 10 });
    expect(source.asked).toEqual([[4, undefined], "count"]);
  });

  it("begins behind the cursor and is the last when nothing follows", async () => {
    const source = numbers();

    const page = await readPage(source, { limit: 3, cursor: encodeCursor([4]) });

    expect(page).toEqual({ items: [3, 2, 1], nextCursor: undefined, total: 10 });
  });

  it("counts nothing when it shows everything", async () => {
    const source = numbers();

    expect(await readPage(source, { limit: 10 })).toMatchObject({ nextCursor: undefined, total: 10 });
    expect(source.asked).toEqual([[11, undefined]]);
  });
});
