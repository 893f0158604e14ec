import { expect, it } from "vitest";
import { failure, insertOne, OPERATOR } from "./support/records.ts";
import { tempStore } from "./support/temp-store.ts";

it("stops writing when a newer program has changed the schema under it, and still reads", async () => {
  await using temp = await tempStore();
  const { store } = temp;
  const kept = await insertOne(store, { text: "Written before the update" });
  temp.sql("alter table claims add column mood text");
  temp.sql(
    "insert into schema_versions (version, description, checksum, applied_at) values (?, 'mood', 'x', ?)",
    999,
    "2026-01-02T03:04:05+00:00",
  );

  const refused = await failure(insertOne(store, { text: "Written after the update" }));

  expect(refused.code).toBe("store.newer_schema");
  expect((await store.claims.getMany(OPERATOR, [kept.id], false)).map(({ text }) => text)).toEqual([
    "Written before the update",
  ]);
  expect(temp.sql("select text from claims")).toEqual([{ text: "Written before the update" }]);
});

it("goes on writing when another program has only added an index", async () => {
  await using temp = await tempStore();
  temp.sql("create index claims_by_length on claims (length(text))");

  await insertOne(temp.store, { text: "Still written" });

  expect(temp.sql("select text from claims")).toEqual([{ text: "Still written" }]);
});
