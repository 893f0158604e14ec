import { analyze } from "@memorymaster/core";
import type { ClaimFilter, Store } from "@memorymaster/core";
import { createMemoryStore } from "@memorymaster/core/testing";
import fc from "fast-check";
import { expect } from "vitest";
import { AT, idsOf, insertOne, insertTexts, numbered, OPERATOR } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { SEARCH } from "../requirements/search.ts";

async function found(
  store: Store,
  terms: readonly string[],
  { limit = 100, ...filter }: ClaimFilter & { readonly limit?: number } = {},
): Promise<number[]> {
  return idsOf(await store.search.candidates(OPERATOR, { terms, filter, limit }));
}

const countsOf = async (store: Store, ...terms: readonly string[]): Promise<unknown> =>
  Object.fromEntries(await store.search.termCounts(OPERATOR, terms, 100));

const HOSTILE: readonly (readonly string[])[] = [
  ['"', "a", 'a"b'],
  ["NEAR(", "*", "OR"],
  ["^x", "text:", "-a"],
  ["", "\0", "a\0b"],
  ["🚀", "'); drop table claims; --", "%", "_"],
];

/** A text and questions that must find it. */
const LANGUAGES: readonly (readonly [text: string, ...questions: string[]])[] = [
  ["部署流程改用蓝绿发布deploy-blue后需要预热缓存", "蓝绿", "预热缓存", "deploy-blue", "缓存"],
  ["本番環境のデータベース移行は金曜日に行う", "データベース", "金曜日"],
  ["스테이징 서버는 포트 7443 을 사용한다", "스테이징", "7443"],
  ["Frau Müller owns the İstanbul region", "muller", "istanbul", "MÜLLER"],
  ["Las migraciones corren cada noche", "migración", "noches"],
  ["Cache keys are namespaced by tenant id", "namespace", "key", "caches"],
];

export const searchTests: AreaTests<typeof SEARCH> = {
  "search.fields": async ({ store }) => {
    await insertTexts(store, "unrelated words");
    await insertOne(store, {
      text: "git commit --no-verify and src/app.ts in C++ at 10.0.0.5:8443",
      subject: "数据库迁移",
      predicate: "Straße",
      objectValue: "rate_limit=60/min",
    });

    for (const term of ["--no-verify", "src/app.ts", "c++", "10.0.0.5:8443", "数据", "strass", "rate_limit=60/min"]) {
      expect([term, await found(store, [term])]).toEqual([term, [2]]);
    }
  },

  "search.signs": async ({ store }) => {
    const texts = Array.from("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", (sign) => `x${sign}y`);
    await store.claims.insert(numbered(texts.length, (index) => ({ text: texts[index] ?? "" })));

    for (const [index, text] of texts.entries()) {
      const whole = analyze(text, "index")
        .flatMap(({ terms }) => terms)
        .filter((term) => term === text);
      if (whole.length > 0) expect([text, await found(store, whole)]).toEqual([text, [index + 1]]);
    }
  },

  "search.literal": async ({ store }) => {
    await insertTexts(store, "something else");

    for (const terms of HOSTILE) {
      expect([terms, await found(store, terms)]).toEqual([terms, []]);
      expect([terms, await countsOf(store, ...terms)]).toEqual([terms, {}]);
    }
    expect(await found(store, ["something", ...HOSTILE.flat()])).toEqual([1]);
    expect(await found(store, [])).toEqual([]);
  },

  "search.any_text": async ({ store }) => {
    const texts = fc.string({ unit: "grapheme", minLength: 1, maxLength: 80 });
    let number = 0;

    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        number += 1;
        const names = { uid: `uid-${number}`, humanId: `mm-0000~${number + 1}`, idempotencyKey: `key-${number}` };
        const { id } = await insertOne(store, { text, ...names });
        const terms = analyze(text, "index").flatMap((group) => group.terms);
        for (const term of terms) expect(await found(store, [term], { ids: [id] })).toEqual([id]);
        const counts = await store.search.termCounts(OPERATOR, terms, 1);
        expect(counts).toEqual(new Map(terms.map((term) => [term, 1])));
      }),
      { numRuns: 60 },
    );
  },

  "search.languages": async ({ store, memory }) => {
    await insertTexts(store, ...LANGUAGES.map(([text]) => text));

    for (const [index, [, ...questions]] of LANGUAGES.entries()) {
      for (const queryText of questions) {
        const { rows } = await memory().recall.query({ queryText });
        const [best] = rows;
        expect([queryText, best?.claim.id, (best?.lexicalScore ?? 0) > 0]).toEqual([queryText, index + 1, true]);
      }
    }
  },

  "search.absent_words": async ({ store, memory }) => {
    await insertTexts(store, "Cache keys are namespaced by tenant id", "Backups run at night");
    const asked = async (queryText: string): Promise<number[]> =>
      (await memory().recall.query({ queryText })).rows.map(({ claim }) => claim.id);

    expect(await asked("how do we namespace the cache keys please zxqv")).toEqual([1]);
    expect(await asked("zxqv plonk grault")).toEqual([]);
    expect(await asked("the of and")).toEqual([]);
  },

  "search.rank": async ({ store }) => {
    const rest = ["gamma two", "alpha six", "delta", "epsilon", "zeta"];
    await insertTexts(store, "alpha one", "alpha beta gamma", ...rest);

    expect(await found(store, ["alpha", "beta"])).toEqual([2, 4, 1]);
    expect(await found(store, ["alpha", "beta"], { limit: 2 })).toEqual([2, 4]);
  },

  "search.newest": async ({ store }) => {
    const long = ["the port of one long old text", "the port of another long new text"];
    await insertTexts(store, "port", ...long, "no match");
    const wanted = { terms: ["port"], filter: {}, limit: 10 };

    expect(idsOf(await store.search.candidates(OPERATOR, wanted))).toEqual([1, 3, 2]);
    const found = idsOf(await store.search.candidates(OPERATOR, { ...wanted, newest: 2 }));
    expect([
      [3, 2],
      [1, 3, 2],
    ]).toContainEqual(found);
  },

  "search.limit": async ({ store }) => {
    const scopeOf = (index: number): string => (index % 10 === 0 ? "mine" : "other");
    await store.claims.insert(numbered(30, (index) => ({ text: `alpha ${index}`, scope: scopeOf(index) })));

    expect(await found(store, ["alpha"], { scopes: ["mine"], limit: 3 })).toEqual([21, 11, 1]);
    expect(await found(store, ["alpha"], { statuses: ["confirmed"] })).toEqual([]);
    expect(await found(store, ["alpha"], { scopes: [] })).toEqual([]);
    expect(await found(store, ["alpha"], { ids: [5, 6], validAt: AT })).toEqual([6, 5]);
  },

  "search.counts": async ({ store }) => {
    await insertTexts(store, "alpha alpha", "alpha beta", "alpha gamma");

    expect(await countsOf(store, "alpha", "beta", "omega")).toEqual({ alpha: 3, beta: 1 });
    expect(await store.search.termCounts(OPERATOR, ["alpha"], 2)).toEqual(new Map([["alpha", 2]]));
    expect(await countsOf(store)).toEqual({});
  },

  "search.counts.tenant": async ({ store }) => {
    await insertOne(store, { text: "alpha beta" });
    for (const text of ["alpha", "alpha gamma"]) await insertOne(store, { text, tenantId: "acme" });
    await insertOne(store, { text: "alpha delta", tenantId: "acme", scope: "project:vault" });
    await insertOne(store, { text: "alpha epsilon", tenantId: "acme", visibility: "private", sourceAgent: "luis" });
    const acme = { ...OPERATOR, tenantId: "acme", agent: "ana", grantedScopes: ["project:demo"] };

    const counts = await store.search.termCounts(acme, ["alpha", "beta", "gamma", "delta", "epsilon"], 9);

    expect(Object.fromEntries(counts)).toEqual({ alpha: 2, gamma: 1 });
    expect(await store.search.termCounts(acme, ["alpha"], 1)).toEqual(new Map([["alpha", 1]]));
    expect(await store.search.termCounts({ ...OPERATOR, tenantId: "none" }, ["alpha"], 9)).toEqual(new Map());
  },

  "search.follows_status": async ({ store }) => {
    const [kept, moved] = await insertTexts(store, "alpha one", "alpha two");
    const state = async () => [await store.search.indexStats(), await countsOf(store, "alpha", "two")];
    const change = (version: number, status: "archived" | "candidate" | "stale") => {
      const archivedAt = status === "archived" ? AT : undefined;
      return store.claims.update(moved?.id ?? 0, version, { status, archivedAt, updatedAt: AT });
    };
    const both = [
      { claims: 2, terms: 5 },
      { alpha: 2, two: 1 },
    ];

    expect(await state()).toEqual(both);
    await change(1, "archived");
    expect(await state()).toEqual([{ claims: 1, terms: 3 }, { alpha: 1 }]);
    expect(await found(store, ["alpha", "two"])).toEqual([kept?.id]);
    await change(2, "candidate");
    expect(await state()).toEqual(both);
    await change(3, "stale");
    expect(await state()).toEqual(both);
    expect(await found(store, ["two"])).toEqual([moved?.id]);
  },

  "search.in_the_write": async ({ store }) => {
    const broken = store.transaction(async () => {
      await insertTexts(store, "alpha");
      throw new TypeError("stop");
    });

    await expect(broken).rejects.toThrow("stop");
    expect(await found(store, ["alpha"])).toEqual([]);
    expect(await store.search.indexStats()).toEqual({ claims: 0, terms: 0 });
  },

  "search.scores": async ({ store, memory }) => {
    const model = createMemoryStore();
    const texts = ["The staging API listens on port 7443", "The production API listens on port 8443"];
    for (const each of [store, model]) await insertTexts(each, ...texts, "Backups run at night", "The API restarts");
    const asked = async (of: Store) => memory({ store: of }).recall.query({ queryText: "which port does staging use" });

    const { rows } = await asked(store);

    expect(rows.map(({ claim, matchedTerms }) => [claim.id, matchedTerms])).toEqual([
      [1, ["port", "staging"]],
      [2, ["port"]],
    ]);
    expect(rows).toEqual((await asked(model)).rows);
  },
};
