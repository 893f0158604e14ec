import type { NewClaim } from "@memorymaster/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AT, claim, event, insertOne, OPERATOR } from "./support/records.ts";
import { tempStore } from "./support/temp-store.ts";

const HARD_TEXTS = [
  "%_'\"\\;-- /* */ ${x} {{y}} <b>&amp;</b>",
  "e\u0301 é 👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 \u200f\u202eabc \ufeff",
  "line one\r\nline two\ttab\u0001\u001b[31m",
  "x".repeat(1_000_000),
  "\u{10ffff}\u{1f600}",
];

describe("stored values", () => {
  it.each(HARD_TEXTS.map((text) => [text.slice(0, 20), text] as const))(
    "read back as they were written: %j",
    async (_, text) => {
      await using temp = await tempStore();

      const stored = await insertOne(temp.store, {
        text,
        subject: text,
        objectValue: text,
        citations: [{ source: "s", kind: "other", excerpt: text }],
      });
      await temp.store.events.append([event({ claimId: stored.id, content: { words: text.slice(0, 1000) } })]);

      const [read] = await temp.store.claims.getMany(OPERATOR, [stored.id], true);
      expect(read).toEqual(stored);
      expect([read?.text, read?.subject, read?.citations[0]?.excerpt]).toEqual([text, text, text]);
      const [entry] = await temp.store.events.history(stored.id, 1);
      expect(JSON.parse(entry?.content?.content ?? "")).toEqual({ words: text.slice(0, 1000) });
    },
  );

  it("keep every confidence exactly", async () => {
    await using temp = await tempStore();
    let number = 1;

    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 1, noNaN: true }), async (confidence) => {
        number += 1;
        const { id } = await insertOne(temp.store, {
          text: `fact ${number}`,
          humanId: `mm-0000~${number}`,
          confidence,
        });
        const [read] = await temp.store.claims.getMany(OPERATOR, [id], false);
        expect(read?.confidence).toBe(confidence === 0 ? 0 : confidence);
      }),
      { numRuns: 100 },
    );
  });

  it("tell what is missing from what is empty", async () => {
    await using temp = await tempStore();
    const empty: Partial<NewClaim> = {
      claimType: "",
      subject: "",
      predicate: "",
      objectValue: "",
      holder: "",
      tenantId: "",
    };

    const stored = await temp.store.claims.insert([claim(empty), claim({ text: "another" })]);

    expect(stored[0]).toMatchObject(empty);
    expect(await temp.store.claims.getMany(OPERATOR, [1, 2], true)).toEqual(stored);
  });

  it("sort by code point", async () => {
    await using temp = await tempStore();
    const scopes = ["Z", "a", "ä", "z", "\u{1f600}", "\uffee"];
    for (const scope of scopes) await insertOne(temp.store, { scope });

    const sorted = temp.sql("select scope from claims order by scope") as { scope: string }[];

    expect(sorted.map((row) => row.scope)).toEqual(["Z", "a", "z", "ä", "\uffee", "\u{1f600}"]);
  });

  it("count far beyond 32 bits", async () => {
    await using temp = await tempStore();
    await insertOne(temp.store);
    temp.sql("update sqlite_sequence set seq = 9007199254740000 where name = 'claims'");

    const { id } = await insertOne(temp.store, { text: "another", validUntil: "9999-12-31T23:59:59+00:00" });

    expect(id).toBe(9_007_199_254_740_001);
    const valid = await temp.store.claims.list(OPERATOR, { ids: [id], validAt: AT }, { limit: 5 });
    expect(valid.items.map((item) => item.id)).toEqual([id]);
  });
});
