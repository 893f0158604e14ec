import { ANALYZER_VERSION } from "@memorymaster/core";
import { describe, expect, it } from "vitest";
import { AT, claim, insertTexts, OPERATOR } from "./support/records.ts";
import { tempStore } from "./support/temp-store.ts";
import type { TempStore } from "./support/temp-store.ts";

/** Makes the index look as another version of the analyzer would have left it. */
function ageIndex(temp: TempStore): void {
  temp.sql("insert into claims_fts (claims_fts) values ('delete-all')");
  temp.sql("insert into claims_fts (rowid, text) select id, 'ghost' from claims");
  temp.sql("update claims set terms_hash = '0:0000000000000000' where terms_hash is not null");
  temp.sql("update store_meta set value = '0' where key = 'analyzer_version'");
}

async function state(temp: TempStore, store = temp.store): Promise<unknown> {
  const found = await store.search.candidates(OPERATOR, { terms: ["fact"], filter: {}, limit: 1000 });
  return {
    found: found.length,
    ghosts: (await store.search.termCounts(OPERATOR, ["ghost"], 1000)).size,
    stats: await store.search.indexStats(),
    hashes: temp.sql("select count(*) as n from claims where terms_hash like ?", `${ANALYZER_VERSION}:%`),
    open: temp.sql("select key from store_meta where key = 'reindex_after'"),
  };
}

describe("an index of another analyzer's terms", () => {
  it("is built anew when the store is opened for writing", async () => {
    await using temp = await tempStore();
    const texts = Array.from({ length: 450 }, (_, index) => `fact ${index}`);
    const stored = await temp.store.claims.insert(
      texts.map((text, index) => claim({ text, humanId: `mm-0000~${index + 2}` })),
    );
    await temp.store.claims.update(stored[7]?.id ?? 0, 1, { status: "archived", archivedAt: AT, updatedAt: AT });
    const before = await state(temp);
    ageIndex(temp);

    const reopened = await temp.peer();

    expect(before).toMatchObject({ found: 449, ghosts: 0, stats: { claims: 449, terms: 898 } });
    expect(await state(temp, reopened)).toEqual(before);
  });

  it("is finished by the next one when it was broken off", async () => {
    await using temp = await tempStore();
    await insertTexts(temp.store, "fact one", "fact two", "fact three");
    const before = await state(temp);
    ageIndex(temp);
    temp.sql("insert into claims_fts (claims_fts) values ('delete-all')");
    temp.sql("update store_meta set value = '0' where key like 'indexed%'");
    temp.sql("update store_meta set value = ? where key = 'analyzer_version'", String(ANALYZER_VERSION));
    temp.sql("insert into store_meta (key, value) values ('reindex_after', '0')");
    const written = await insertTexts(temp.store, "fact four");

    const reopened = await temp.peer();

    expect(written).toHaveLength(1);
    expect(before).toMatchObject({ found: 3 });
    expect(await state(temp, reopened)).toMatchObject({
      found: 4,
      ghosts: 0,
      stats: { claims: 4 },
      hashes: [{ n: 4 }],
      open: [],
    });
  });

  it("is built once when several open the store at once", async () => {
    await using temp = await tempStore();
    await insertTexts(temp.store, "fact one", "fact two", "fact three");
    const before = await state(temp);
    ageIndex(temp);

    await Promise.all([temp.peer(), temp.peer(), temp.peer()]);

    expect(await state(temp)).toEqual(before);
  });
});
