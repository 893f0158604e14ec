import type { TurnFilter } from "@memorymaster/core";
import { expect } from "vitest";
import { AT, idsOf } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { VERBATIM } from "../requirements/verbatim.ts";
import { cleanTurn } from "@memorymaster/core/testing";
import { addTurns, findIds, indexed, LATER, said } from "./verbatim-support.ts";
import { wholeStoreTests } from "./verbatim-whole.ts";

const CONTENTS = [
  `"quoted" 'single' %_\\ ; -- and more`,
  "数据库迁移在今天晚上开始进行操作 用PostgreSQL16部署",
  "Ünïcode 🧾 Straße İstanbul and e\u0301 alone",
  "NEAR( a AND b ) OR * ^x : c++ src/app.ts --no-verify",
];

export const verbatimTests: AreaTests<typeof VERBATIM> = {
  ...wholeStoreTests,

  "verbatim.whole": async ({ store }) => {
    const whole = { sessionId: "s#a", position: 7, role: "assistant", speaker: "Ana", kind: "tool" } as const;
    const others = { scope: "project:x", timestamp: "1969-12-31T23:59:59+00:00", sourceAgent: "codex" };
    const ids = await addTurns(store, { ...whole, ...others }, ...CONTENTS.map((content) => ({ content })));

    const turns = await store.verbatim.getMany([ids[0] ?? 0, 99, ...ids.slice(1).map((id) => id ?? 0)]);

    expect(turns).toHaveLength(5);
    expect(turns[0]).toEqual({ id: ids[0], content: cleanTurn().content, ...whole, ...others });
    expect(turns.slice(1).map(({ content }) => content)).toEqual(CONTENTS);
    expect(turns[1]).toMatchObject({ speaker: undefined, position: 0, role: "user", kind: "prose" });
    expect(await store.verbatim.getMany([])).toEqual([]);
  },

  "verbatim.order": async ({ store }) => {
    await addTurns(store, { content: "one" }, { content: "two", sessionId: "b" }, { content: "two" });
    await addTurns(
      store,
      { content: "one" },
      { content: "three", position: 9 },
      { content: "four" },
      { content: "five" },
    );
    await addTurns(store, { content: "two", sessionId: "b" }, { content: "three", sessionId: "b" });

    const turns = await store.verbatim.around([1, 2, 3], 100, {});

    expect(turns.map(({ sessionId, position, content }) => [sessionId, position, content])).toEqual([
      ["b", 0, "two"],
      ["b", 1, "three"],
      ["session-1", 0, "one"],
      ["session-1", 1, "two"],
      ["session-1", 9, "three"],
      ["session-1", 10, "four"],
      ["session-1", 11, "five"],
    ]);
  },

  "verbatim.duplicates": async ({ store }) => {
    const first = await said(store, "said once", "said twice", "said once");
    const again = await said(store, "said twice", "said later");
    const elsewhere = await addTurns(store, { content: "said once", sessionId: "other" });

    expect(first.map((id) => id !== undefined)).toEqual([true, true, false]);
    expect(again.map((id) => id !== undefined)).toEqual([false, true]);
    expect(elsewhere[0]).toBeGreaterThan(0);
    expect((await store.verbatim.stats()).turns).toBe(4);
    expect(await store.verbatim.select("duplicates", 0, 10)).toEqual([]);
    expect(await store.verbatim.insert([])).toEqual([]);
  },

  "verbatim.terms": async ({ store }) => {
    const ids = await said(store, ...CONTENTS);

    for (const [term, place] of [
      ["quot", 0],
      ["据库", 1],
      ["postgresql16", 1],
      ["strass", 2],
      ["c++", 3],
    ] as const) {
      expect([term, await findIds(store, [term])]).toEqual([term, [ids[place]]]);
    }
    expect(await findIds(store, ["absent", "\0", ""])).toEqual([]);
    expect(await findIds(store, ["absent", 'x"y', "src/app.ts"])).toEqual([ids[3]]);
    expect(await store.verbatim.remove([ids[3] ?? 0, 99])).toBe(1);
    expect(await findIds(store, ["c++", "src/app.ts"])).toEqual([]);
    expect(await store.verbatim.getMany([ids[3] ?? 0])).toEqual([]);
  },

  "verbatim.rank": async ({ store }) => {
    await said(
      store,
      "gateway one",
      "ledger two and three",
      "gateway and ledger",
      "ledger two and four",
      "other words",
    );

    const ids = await findIds(store, ["gateway", "ledger"]);

    expect([ids[0], ids.length]).toEqual([3, 4]);
    expect(ids.indexOf(4)).toBeLessThan(ids.indexOf(2));
    expect(await findIds(store, ["gateway", "ledger"], { limit: 1 })).toEqual([3]);
    const newest = await store.verbatim.candidates({ terms: ["ledger"], filter: {}, limit: 9, newest: 2 });
    expect(idsOf(newest)).toEqual(expect.arrayContaining([3, 4]));
  },

  "verbatim.filter": async ({ store }) => {
    const content = (n: number): string => `ledger number ${n}`;
    const scopes = ["project:a", "project:b", "project", "user", "projects:x", "project:a"];
    await addTurns(
      store,
      ...scopes.map((scope, n) => ({ content: content(n), scope, timestamp: n === 5 ? LATER : AT })),
    );
    const ledger = async (filter: TurnFilter & { readonly limit?: number }) =>
      (await findIds(store, ["ledger"], filter)).toSorted();

    expect(await ledger({})).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await ledger({ scopes: ["project:a"] })).toEqual([1, 6]);
    expect(await ledger({ scopes: ["project"] })).toEqual([3]);
    expect(await ledger({ scopes: ["project"], everyProject: true })).toEqual([1, 2, 3, 6]);
    expect(await ledger({ scopes: [] })).toEqual([]);
    expect(await ledger({ until: AT, scopes: ["project:a", "user"] })).toEqual([1, 4]);
    expect(await ledger({ scopes: ["project:b"], limit: 1 })).toEqual([2]);
  },

  "verbatim.counts": async ({ store }) => {
    expect(await store.verbatim.stats()).toEqual({ turns: 0, terms: 0 });
    await said(store, "ledger gateway", "ledger ledger", "ledger quokka");

    expect(await store.verbatim.stats()).toEqual(indexed("ledger gateway", "ledger ledger", "ledger quokka"));
    expect(await store.verbatim.termCounts(["ledger", "quokka", "absent"], 9)).toEqual(
      new Map([
        ["ledger", 3],
        ["quokka", 1],
      ]),
    );
    expect(await store.verbatim.termCounts(["ledger"], 2)).toEqual(new Map([["ledger", 2]]));
    expect(await store.verbatim.termCounts([], 2)).toEqual(new Map());
    await store.verbatim.remove([2]);
    expect(await store.verbatim.stats()).toEqual(indexed("ledger gateway", "ledger quokka"));
    expect((await store.search.indexStats()).claims).toBe(0);
  },

  "verbatim.around": async ({ store }) => {
    await addTurns(
      store,
      ...["a", "b"].flatMap((sessionId) =>
        [0, 1, 2, 3, 4, 5].map((n) => ({
          sessionId,
          content: `turn number ${n}`,
          scope: n === 3 ? "user" : "project:demo",
          timestamp: n === 5 ? LATER : AT,
        })),
      ),
    );
    const around = async (ids: readonly number[], distance: number, filter: TurnFilter = {}) =>
      idsOf(await store.verbatim.around(ids, distance, filter));

    expect(await around([3], 1)).toEqual([2, 3, 4]);
    expect(await around([3], 0)).toEqual([3]);
    expect(await around([12, 1], 2)).toEqual([1, 2, 3, 10, 11, 12]);
    expect(await around([5], 2, { scopes: ["project:demo"], until: AT })).toEqual([3, 5]);
    expect(await around([], 2)).toEqual([]);
  },

  "verbatim.many": async ({ store }) => {
    const contents = Array.from({ length: 2_000 }, (_, n) => `ledger entry ${n} of many`);

    const ids = (await said(store, ...contents)).map((id) => id ?? 0);

    expect(ids).toEqual(contents.map((_, n) => n + 1));
    expect((await store.verbatim.getMany(ids)).map(({ position }) => position)).toEqual(contents.map((_, n) => n));
    expect(await store.verbatim.around(ids, 2, {})).toHaveLength(2_000);
    expect(await store.verbatim.remove(ids.slice(1))).toBe(1_999);
    expect(await findIds(store, ["entri", "entry"])).toEqual([1]);
  },

  "verbatim.long": async ({ store }) => {
    const words = (letters: number): string =>
      Array.from({ length: Math.floor(262_144 / (letters + 1)) }, (_, n) => n.toString(36).padStart(letters, "q")).join(
        " ",
      );

    const ids = await said(store, words(4), words(60), "语".repeat(87_000), `first ${"ñ".repeat(130_000)}`);

    expect(ids).toEqual([1, 2, 3, 4]);
    expect(await findIds(store, ["first"])).toEqual([4]);
    expect(await findIds(store, ["qqqa"])).toEqual([1]);
  },

  "verbatim.together": async ({ store }) => {
    const failing = store.transaction(async () => {
      await said(store, "ledger words");
      expect(await findIds(store, ["ledger"])).toEqual([1]);
      throw new RangeError("rolled back");
    });

    await expect(failing).rejects.toThrow(RangeError);
    expect(await findIds(store, ["ledger"])).toEqual([]);
    expect(await store.verbatim.stats()).toEqual({ turns: 0, terms: 0 });
  },

  "verbatim.peer": async ({ store, peer }) => {
    const other = await peer();

    for (let round = 0; round < 20; round += 1) {
      const ids = await Promise.all([store, other].map((one) => said(one, `ledger of round ${round}`)));
      expect(ids.flat().filter((id) => id !== undefined)).toHaveLength(1);
    }

    expect(await store.verbatim.stats()).toEqual(
      indexed(...Array.from({ length: 20 }, (_, round) => `ledger of round ${round}`)),
    );
  },
};
