import type { IndexDrift } from "@memorymaster/core";
import { describe, expect, it } from "vitest";
import { claim, OPERATOR } from "../support/records.ts";
import { tamper } from "../support/tamper.ts";
import { tempMemory } from "../support/temp-memory.ts";
import type { TempMemory } from "../support/temp-memory.ts";

const SOUND: Omit<IndexDrift, "checked"> = {
  structure: undefined,
  missing: [],
  leftover: [],
  changed: [],
  countsMatch: true,
};

const TEXTS = ["The build runs on Jenkins", "Backups run at midnight", "Postgres listens on 5433"];

async function withFacts(): Promise<TempMemory> {
  const temp = await tempMemory();
  for (const text of TEXTS) await temp.keep(text);
  return temp;
}

/** Claims as rows alone, which takes a fraction of the time. */
async function withRows(count: number): Promise<TempMemory> {
  const temp = await tempMemory();
  const numbers = Array.from({ length: count }, (_, index) => index + 2);
  await temp.store.claims.insert(
    numbers.map((number) => claim({ text: `Fact ${number} about the shop`, humanId: `mm-0000~${number}` })),
  );
  return temp;
}

async function found(temp: TempMemory, term: string): Promise<readonly number[]> {
  const candidates = await temp.store.search.candidates(OPERATOR, { terms: [term], filter: {}, limit: 10 });
  return candidates.map(({ id }) => id);
}

describe("the check of the text index", () => {
  it("finds nothing wrong with one that only the store has written", async () => {
    await using temp = await withFacts();
    await temp.memory.claims.transition(2, "archived");

    const drift = await temp.store.upkeep.checkIndex(false);

    expect(drift).toEqual({ ...SOUND, checked: 2 });
  });

  it.each([
    ["an entry that is gone", "delete from claims_fts where rowid = 1", { missing: [1], countsMatch: false }],
    [
      "an entry of a claim that is not there",
      "insert into claims_fts (rowid, text) values (99, 'ghost')",
      { leftover: [99], countsMatch: false },
    ],
    [
      "a term that the claim no longer has, as a plain insert leaves it",
      "insert into claims_fts (rowid, text) values (3, 'post 5433 listen on gitlab')",
      { changed: [3], countsMatch: false },
    ],
    [
      "an entry that was replaced by other words",
      "insert or replace into claims_fts (rowid, text) values (1, 'the build run on gitlab')",
      { changed: [1] },
    ],
    [
      "a text that was changed beside the index",
      "update claims set text = 'Backups run at noon' where id = 2",
      { changed: [2] },
    ],
    ["a digest of other terms", "update claims set terms_hash = '1:0000000000000000' where id = 3", { changed: [3] }],
    ["a claim archived beside the index", "update claims set status = 'archived' where id = 2", { leftover: [2] }],
    [
      "a claim whose words were erased beside the index",
      "update claims set content_hash = null where id = 2",
      { leftover: [2] },
    ],
    ["a wrong count", "update store_meta set value = '7' where key = 'indexed_terms'", { countsMatch: false }],
  ] as const)("names %s, and a repair makes it sound", async (_, statement, expected) => {
    await using temp = await withFacts();
    temp.sql(statement);

    const drift = await temp.store.upkeep.checkIndex(false);
    const indexed = await temp.store.upkeep.repairIndex();
    const after = await temp.store.upkeep.checkIndex(true);

    expect(drift).toMatchObject({ ...SOUND, ...expected });
    expect(after).toEqual({ ...SOUND, checked: indexed });
  });

  it("makes the words findable again, and those of no claim not", async () => {
    await using temp = await withFacts();
    temp.sql("delete from claims_fts where rowid = 1");
    temp.sql("insert into claims_fts (rowid, text) values (2, 'gitlab')");
    const before = [await found(temp, "jenkin"), await found(temp, "gitlab")];

    const repaired = await temp.memory.upkeep.repairIndex();

    expect(before).toEqual([[], [2]]);
    expect(repaired).toBe(3);
    expect([await found(temp, "jenkin"), await found(temp, "gitlab")]).toEqual([[1], []]);
    expect(await temp.store.search.indexStats()).toMatchObject({ claims: 3 });
  });

  it("reads damage inside of the index as such, and the repair writes it anew", async () => {
    await using temp = await withFacts();
    tamper(temp.path, "update claims_fts_data set block = zeroblob(length(block)) where id > 1000");

    const drift = await temp.store.upkeep.checkIndex(false);
    const report = await temp.memory.upkeep.check();
    await temp.store.upkeep.repairIndex();

    expect(drift).toMatchObject({ checked: 0, structure: expect.stringContaining("claims_fts") as unknown });
    expect(report).toMatchObject({ ok: false, promotionsFrozen: false, file: { quickCheck: "ok" } });
    expect(await temp.store.upkeep.checkIndex(true)).toEqual({ ...SOUND, checked: 3 });
  });

  it("looks at the terms of the newest thousand, and at all of them when asked to", async () => {
    await using temp = await withRows(1_300);
    temp.sql("update claims set terms_hash = '1:0000000000000000' where id = 7");

    const [newest, all] = [await temp.store.upkeep.checkIndex(false), await temp.store.upkeep.checkIndex(true)];

    expect(newest).toEqual({ ...SOUND, checked: 1_000 });
    expect(all).toEqual({ ...SOUND, checked: 1_300, changed: [7] });
  });

  it("works on words with quotes, stars and other signs of a query language", async () => {
    await using temp = await tempMemory();
    await temp.keep(`The flag is --no-verify, not "NEAR" (x*) OR c++ src/app.ts ^caret 日本語 ünïcödé`);

    expect(await temp.store.upkeep.checkIndex(true)).toEqual({ ...SOUND, checked: 1 });
  });
});

describe("a repair of the text index", () => {
  it("keeps count beside another connection that stores, archives and revives meanwhile", async () => {
    await using temp = await withRows(450);
    const peer = await temp.peer();
    const change = async (): Promise<void> => {
      for (let id = 430; id > 410; id -= 1) {
        const archived = await peer.claims.update(id, 1, { status: "archived", updatedAt: "" });
        if (id % 2 === 0) await peer.claims.update(id, archived?.version ?? 0, { status: "candidate", updatedAt: "" });
      }
    };

    await Promise.all([temp.store.upkeep.repairIndex(), change()]);

    expect(await temp.store.upkeep.checkIndex(true)).toEqual({ ...SOUND, checked: 440 });
  });

  it("is gone on with by the next who opens the store when it was broken off", async () => {
    await using temp = await withFacts();
    temp.sql("insert into claims_fts (claims_fts) values ('delete-all')");
    temp.sql("update store_meta set value = '0' where key like 'indexed%'");
    temp.sql("insert into store_meta (key, value) values ('reindex_after', '0')");

    const reopened = await temp.peer();

    expect(await reopened.upkeep.checkIndex(true)).toEqual({ ...SOUND, checked: 3 });
  });
});
