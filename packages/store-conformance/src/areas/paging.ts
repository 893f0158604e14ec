import type { Page, PageRequest } from "@memorymaster/core";
import fc from "fast-check";
import { expect } from "vitest";
import { append, failure, idsOf, insertTexts, numbered, OPERATOR } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { PAGING } from "../requirements/paging.ts";

const base64url = (json: string): string => Buffer.from(json).toString("base64url");

/** Ids on all pages, in their order; something may happen between two pages. */
async function walk(
  read: (page: PageRequest) => Promise<Page<{ readonly id: number }>>,
  limit: number,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<number[]> {
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit, cursor });
    seen.push(...idsOf(page.items));
    cursor = page.nextCursor;
    await between();
  } while (cursor !== undefined);
  return seen;
}

const ROW = fc.record({ confidence: fc.constantFrom(0, 0.1, 0.5, 0.7, 1), day: fc.integer({ min: 1, max: 3 }) });
const RUN = fc.record({
  before: fc.array(ROW, { minLength: 1, maxLength: 12 }),
  meanwhile: fc.array(ROW, { maxLength: 12 }),
  limit: fc.integer({ min: 1, max: 4 }),
});

export const pagingTests: AreaTests<typeof PAGING> = {
  "paging.cursor.form": async ({ store }) => {
    const forms = ["", "x", "bm90IGpzb24", base64url("[1,2]"), base64url('["a","b","c","d"]'), base64url("null")];

    for (const cursor of [...forms, base64url('[true,"a","b",1]')]) {
      const refused = { name: "InvalidInputError", code: "input.invalid", details: { field: "cursor" } };
      expect(await failure(store.claims.list(OPERATOR, {}, { limit: 5, cursor }))).toMatchObject(refused);
      expect(await failure(store.events.list(OPERATOR, {}, { limit: 5, cursor }))).toMatchObject(refused);
    }
  },

  "paging.end": async ({ store }) => {
    await insertTexts(store, "one", "two", "three", "four");

    const first = await store.claims.list(OPERATOR, {}, { limit: 2 });
    const second = await store.claims.list(OPERATOR, {}, { limit: 2, cursor: first.nextCursor });
    const whole = await store.claims.list(OPERATOR, {}, { limit: 4 });

    expect(first.nextCursor).toMatch(/^[\w-]+$/);
    expect([second.nextCursor, whole.nextCursor]).toEqual([undefined, undefined]);
    expect([...first.items, ...second.items]).toEqual(whole.items);
  },

  "paging.claims.while_written": async ({ another }) => {
    await fc.assert(
      fc.asyncProperty(RUN, async ({ before, meanwhile, limit }) => {
        const { store } = await another();
        let written = 0;
        const write = async (row: { confidence: number; day: number }): Promise<number> => {
          written += 1;
          const given = { text: `fact ${written}`, humanId: `mm-0000~${written + 1}`, confidence: row.confidence };
          const [stored] = await store.claims.insert(
            numbered(1, () => ({ ...given, createdAt: `2026-01-0${row.day}T00:00:00+00:00` })),
          );
          return stored?.id ?? 0;
        };
        const expected: number[] = [];
        for (const row of before) expected.push(await write(row));
        const later = [...meanwhile];

        const seen = await walk(
          (page) => store.claims.list(OPERATOR, {}, page),
          limit,
          async () => {
            const next = later.pop();
            if (next !== undefined) await write(next);
          },
        );

        expect(seen).toHaveLength(new Set(seen).size);
        expect(seen.filter((id) => expected.includes(id)).sort((a, b) => a - b)).toEqual(expected);
        await store.close();
      }),
      { numRuns: 25 },
    );
  },

  "paging.claims.ties": async ({ store }) => {
    await store.claims.insert(numbered(11, (index) => ({ text: `fact ${index}` })));

    const seen = await walk((page) => store.claims.list(OPERATOR, {}, page), 3);

    expect(seen).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  },

  "paging.events.ties": async ({ store }) => {
    await append(store, {}, {}, {}, {}, {}, {}, {});

    const seen = await walk(
      (page) => store.events.list(OPERATOR, {}, page),
      3,
      () => append(store, {}),
    );

    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
  },

  "paging.total": async ({ store }) => {
    await insertTexts(store, "one", "two", "three");
    await append(store, {}, {}, {});

    for (const port of [store.claims, store.events]) {
      const first = await port.list(OPERATOR, {}, { limit: 2 });
      const second = await port.list(OPERATOR, {}, { limit: 2, cursor: first.nextCursor });
      expect([first.total, first.items.length, second.total, second.items.length]).toEqual([3, 2, 3, 1]);
    }
  },
};
