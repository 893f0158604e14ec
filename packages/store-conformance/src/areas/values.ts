import type { ClaimInput, NewClaim } from "@memorymaster/core";
import { cleanClaim } from "@memorymaster/core/testing";
import fc from "fast-check";
import { expect } from "vitest";
import { append, AT, EVERYTHING, failure, getOne, idsOf, insertOne, NO_KEYS, OPERATOR } from "../records.ts";
import type { AreaTests } from "../requirement.ts";
import type { VALUES } from "../requirements/values.ts";

const HARD_TEXTS = [
  "%_'\"\\;-- /* */ ${x} {{y}} <b>&amp;</b>",
  "e\u0301 é 👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 \u200f\u202eabc \ufeff",
  "line one\r\nline two\ttab\u0001\u001b[31m",
  "x".repeat(1_000_000),
  "\u{10ffff}\u{1f600}",
];

const TIMES: readonly (readonly [given: string, stored: string])[] = [
  ["1969-07-20T20:17:40Z", "1969-07-20T20:17:40+00:00"],
  ["2026-03-01T12:00:00.999+02:00", "2026-03-01T10:00:00+00:00"],
  ["1969-12-31T23:59:59.5", "1969-12-31T23:59:59+00:00"],
  ["0001-01-01", "0001-01-01T00:00:00+00:00"],
  ["9999-12-31T23:59:59", "9999-12-31T23:59:59+00:00"],
];

const MANY = Array.from({ length: 40_000 }, (_, index) => index);

export const valueTests: AreaTests<typeof VALUES> = {
  "values.texts": async ({ store }) => {
    for (const [index, text] of HARD_TEXTS.entries()) {
      const citations = [{ source: "s", kind: "other", excerpt: text }] as const;
      const stored = await insertOne(store, { text, subject: `${index} ${text}`, objectValue: text, citations });
      const words = text.slice(0, 1000);
      await append(store, { claimId: stored.id, content: { words } });

      const read = await getOne(store, stored.id);
      expect(read).toEqual(stored);
      expect([read.text, read.objectValue, read.citations[0]?.excerpt]).toEqual([text, text, text]);
      const [entry] = await store.events.history(stored.id, 1);
      expect(JSON.parse(entry?.content?.content ?? "")).toEqual({ words });
    }
  },

  "values.unstorable": async ({ store, memory }) => {
    const inputs: readonly (readonly [string, Partial<ClaimInput>])[] = [
      ["text", { text: "with\u0000NUL" }],
      ["text", { text: "lone \ud800 surrogate" }],
      ["subject", { subject: "a\u0000b" }],
      ["source_agent", { sourceAgent: "a\udfffb" }],
    ];

    for (const [field, input] of inputs) {
      const refused = await failure(memory().claims.ingest({ text: "A fact", ...input }));
      expect([refused.code, refused.details["field"]]).toEqual(["input.unstorable", field]);
    }
    expect((await store.claims.stats(EVERYTHING, undefined)).claims).toBe(0);
  },

  "values.confidence": async ({ store }) => {
    let number = 1;

    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 1, noNaN: true }), async (confidence) => {
        number += 1;
        const { id } = await insertOne(store, { text: `fact ${number}`, humanId: `mm-0000~${number}`, confidence });
        expect((await getOne(store, id)).confidence).toBe(confidence === 0 ? 0 : confidence);
      }),
      { numRuns: 100, examples: [[0], [1], [0.1 + 0.2], [Number.MIN_VALUE]] },
    );
  },

  "values.numbers": async ({ store, memory }) => {
    for (const confidence of [NaN, Infinity, -Infinity, -0.1, 1.0000001]) {
      const refused = await failure(memory().claims.ingest({ text: "A fact", confidence }));
      expect([refused.code, refused.details]).toMatchObject(["input.invalid", { field: "confidence" }]);
    }
    const { claim } = await memory().claims.ingest({ text: "A fact", confidence: -0 });
    expect((await getOne(store, claim.id)).confidence).toBe(0);
  },

  "values.absence": async ({ store }) => {
    const names = ["claimType", "subject", "predicate", "objectValue", "holder", "tenantId"] as const;
    const empty = Object.fromEntries(names.map((name) => [name, ""])) as Partial<NewClaim>;
    const absent = Object.fromEntries(names.map((name) => [name, undefined])) as Partial<NewClaim>;

    const stored = await store.claims.insert([cleanClaim(empty), cleanClaim({ text: "another" })]);

    expect(stored).toMatchObject([empty, absent]);
    expect(await store.claims.getMany(OPERATOR, [1, 2], true)).toEqual(stored);
  },

  "values.times": async ({ store, memory }) => {
    for (const [index, [given, expected]] of TIMES.entries()) {
      const { claim } = await memory().claims.ingest({
        text: `Fact number ${index}x`,
        eventTime: given,
        validFrom: given,
      });
      const { eventTime, validFrom } = await getOne(store, claim.id);
      expect([given, eventTime, validFrom]).toEqual([given, expected, expected]);
    }
    const valid = await store.claims.list(OPERATOR, { validAt: AT }, { limit: 9 });
    expect(idsOf(valid.items).sort()).toEqual([1, 3, 4]);
  },

  "values.many": async ({ store }) => {
    const { id, idempotencyKey = "" } = await insertOne(store);
    const keys = [...MANY.map((index) => `key-${index}`), idempotencyKey];
    await append(store, { claimId: id });

    expect(idsOf(await store.claims.getMany(OPERATOR, MANY, true))).toEqual([1]);
    expect(
      (await store.claims.list(OPERATOR, { ids: MANY, scopes: [...keys, "project:demo"] }, { limit: 5 })).total,
    ).toBe(1);
    const matches = await store.claims.findIdentityMatches({ ...NO_KEYS, idempotencyKeys: keys });
    expect(matches.map(({ claim }) => claim.id)).toEqual([1]);
    expect((await store.events.list(OPERATOR, { ids: MANY }, { limit: 5 })).total).toBe(1);
    expect(await store.events.undosOf(MANY)).toEqual([]);
    expect(await store.proposals.listOpen(MANY)).toEqual([]);
    expect(await store.projects.findKeys(keys)).toEqual([]);
    expect(await store.projects.takenScopes(keys)).toEqual(new Set());
  },
};
