import type { Claim, Page } from "@memorymaster/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claim, event, failure, insertTexts, OPERATOR } from "./support/records.ts";
import { tempStore } from "./support/temp-store.ts";

describe("pages", () => {
  it.each([
    "",
    "x",
    "bm90IGpzb24",
    Buffer.from("[1,2]").toString("base64url"),
    Buffer.from('[true,"a","b",1]').toString("base64url"),
  ])("refuse the cursor %j", async (cursor) => {
    await using temp = await tempStore();
    const refused = { code: "input.invalid", details: { field: "cursor" } };

    expect(await failure(temp.store.claims.list(OPERATOR, {}, { limit: 5, cursor }))).toEqual(refused);
    expect(await failure(temp.store.events.list(OPERATOR, {}, { limit: 5, cursor }))).toEqual(refused);
  });

  it("end without a cursor exactly when everything was read", async () => {
    await using temp = await tempStore();
    await insertTexts(temp.store, "one", "two", "three", "four");

    const first = await temp.store.claims.list(OPERATOR, {}, { limit: 2 });
    const second = await temp.store.claims.list(OPERATOR, {}, { limit: 2, cursor: first.nextCursor });
    const whole = await temp.store.claims.list(OPERATOR, {}, { limit: 4 });

    expect(first.nextCursor).toMatch(/^[\w-]+$/);
    expect([first.total, second.total, whole.total]).toEqual([4, 4, 4]);
    expect([second.nextCursor, whole.nextCursor]).toEqual([undefined, undefined]);
    expect([...first.items, ...second.items]).toEqual(whole.items);
  });

  it("show each claim that was there once, while others are written", async () => {
    const rows = fc.record({ confidence: fc.constantFrom(0, 0.1, 0.5, 0.7, 1), day: fc.integer({ min: 1, max: 3 }) });
    const runs = {
      before: fc.array(rows, { minLength: 1, maxLength: 12 }),
      meanwhile: fc.array(rows, { maxLength: 12 }),
      limit: fc.integer({ min: 1, max: 4 }),
    };

    await fc.assert(
      fc.asyncProperty(fc.record(runs), async ({ before, meanwhile, limit }) => {
        await using temp = await tempStore({ path: ":memory:" });
        let written = 0;
        const write = async (row: { confidence: number; day: number }): Promise<number> => {
          written += 1;
          const text = `fact ${written}`;
          const createdAt = `2026-01-0${row.day}T00:00:00+00:00`;
          const [stored] = await temp.store.claims.insert([
            claim({ text, humanId: `mm-0000~${written + 1}`, confidence: row.confidence, createdAt }),
          ]);
          return stored?.id ?? 0;
        };
        const expected: number[] = [];
        for (const row of before) expected.push(await write(row));
        const later = [...meanwhile];

        const seen: number[] = [];
        let cursor: string | undefined;
        do {
          const page: Page<Claim> = await temp.store.claims.list(OPERATOR, {}, { limit, cursor });
          seen.push(...page.items.map((item) => item.id));
          cursor = page.nextCursor;
          const next = later.pop();
          if (next !== undefined) await write(next);
        } while (cursor !== undefined);

        expect(seen).toHaveLength(new Set(seen).size);
        expect(seen.filter((id) => expected.includes(id)).sort((a, b) => a - b)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it("go through events of one second without gap or repeat", async () => {
    await using temp = await tempStore();
    await temp.store.events.append(Array.from({ length: 7 }, (_, index) => event({ details: `note ${index}` })));

    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await temp.store.events.list(OPERATOR, {}, { limit: 3, cursor });
      seen.push(...page.items.map((item) => item.id));
      cursor = page.nextCursor;
      await temp.store.events.append([event()]);
    } while (cursor !== undefined);

    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });
});
