import { createMemory } from "@memorymaster/core";
import { cleanTurn } from "@memorymaster/core/testing";
import { expect, it } from "vitest";
import { openSqliteStore } from "../src/open-sqlite-store.ts";
import { tempStore } from "./support/temp-store.ts";

it("finds turns again that an analyzer of another version has indexed", async () => {
  await using temp = await tempStore();
  await temp.store.verbatim.insert([cleanTurn({ content: "The quokka sleeps" }), cleanTurn({ content: "It wakes" })]);
  await temp.store.close();
  temp.sql("update store_meta set value = '0' where key = 'analyzer_version'");
  temp.sql("insert into verbatim_fts (verbatim_fts) values ('delete-all')");

  await using store = await openSqliteStore({ path: temp.path });

  expect(await store.verbatim.candidates({ terms: ["quokka"], filter: {}, limit: 9 })).toMatchObject([{ id: 1 }]);
  expect((await store.upkeep.checkIndex(true)).countsMatch).toBe(true);
  expect(temp.sql("select key from store_meta where key like 'reindex%'")).toEqual([]);
});

it("notices an index of turns that lacks some, and repairs it", async () => {
  await using temp = await tempStore();
  await temp.store.verbatim.insert([cleanTurn({ content: "The quokka sleeps" }), cleanTurn({ content: "It wakes" })]);
  temp.sql("delete from verbatim_fts where rowid = 1");

  const before = (await temp.store.upkeep.checkIndex(false)).countsMatch;
  await temp.store.upkeep.repairIndex();

  expect([before, (await temp.store.upkeep.checkIndex(false)).countsMatch]).toEqual([false, true]);
  expect(await temp.store.verbatim.candidates({ terms: ["quokka"], filter: {}, limit: 9 })).toHaveLength(1);
});

it("takes away all but the first of equal contents of a session, which only another program can have written", async () => {
  await using temp = await tempStore();
  const { store } = temp;
  await store.verbatim.insert(["one", "two", "three"].map((content) => cleanTurn({ content })));
  temp.sql("drop index verbatim_memories_content");
  temp.sql(
    "update verbatim_memories set content = 'one', content_hash = (select content_hash from verbatim_memories where id = 1) where id = 3",
  );

  const { verbatim } = createMemory({ store });

  expect(await verbatim.analyze()).toMatchObject({ total: 3, duplicates: 1 });
  expect(await verbatim.cleanUp({ dryRun: false })).toMatchObject({ dedupDeleted: 1, afterTotal: 2 });
  expect((await store.verbatim.getMany([1, 2, 3])).map(({ id }) => id)).toEqual([1, 2]);
});
