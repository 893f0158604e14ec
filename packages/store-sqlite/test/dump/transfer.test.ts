import { createMemory, DUMP_TABLES } from "@memorymaster/core";
import type { DumpRow, ImportOptions, ImportResult, Store } from "@memorymaster/core";
import { createMemoryStore } from "@memorymaster/core/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openSqliteStore } from "../../src/open-sqlite-store.ts";
import { failure, insertTexts } from "../support/records.ts";
import { tempStore } from "../support/temp-store.ts";
import { use, USES } from "./random-use.ts";
import { fillRichly } from "./rich-store.ts";

async function exported(store: Store): Promise<string> {
  const lines: string[] = [];
  for await (const line of createMemory({ store }).transfer.exportLines()) lines.push(line);
  return lines.join("");
}

async function* whole(file: string): AsyncGenerator<string, void, undefined> {
  yield file;
}

const imported = (store: Store, file: string, options?: ImportOptions): Promise<ImportResult> =>
  createMemory({ store }).transfer.importLines(whole(file), options);

async function allRows(store: Store): Promise<readonly (readonly DumpRow[])[]> {
  return Promise.all(DUMP_TABLES.map((table) => store.dump.read(table, undefined, 1_000)));
}

test("one of everything goes from file to file and to the model and back, byte for byte", async () => {
  await using from = await tempStore();
  await using to = await tempStore();
  const model = createMemoryStore();
  await fillRichly(from.store);

  const file = await exported(from.store);
  await imported(to.store, file);
  await imported(model, file);

  expect([await exported(to.store), await exported(model)]).toEqual([file, file]);
  expect(await to.store.proposals.listAll()).toEqual(await from.store.proposals.listAll());
  expect(await createMemory({ store: to.store }).events.verify()).toMatchObject({ valid: true, events: 14 });
});

test("what is imported is found as it was, and its index and rows agree", async () => {
  await using from = await tempStore();
  await using to = await tempStore();
  await fillRichly(from.store);
  await imported(to.store, await exported(from.store));
  const request = { queryText: "a claim that is confirmed", scopes: ["project:größe"] };

  const [expected, found] = await Promise.all(
    [from, to].map(async ({ store }) => (await createMemory({ store }).recall.query(request)).rows),
  );

  expect(found?.map(({ claim, score }) => [claim.uid, score])).toEqual(
    expected?.map(({ claim, score }) => [claim.uid, score]),
  );
  expect(found).not.toHaveLength(0);
  expect(await to.store.search.indexStats()).toEqual(await from.store.search.indexStats());
  expect(to.sql("pragma foreign_key_check")).toEqual([]);
  expect(await to.store.upkeep.checkIndex(true)).toMatchObject({
    missing: [],
    leftover: [],
    changed: [],
    countsMatch: true,
  });
});

test("any use of a store comes back byte for byte, and reads in the model as in the file", async () => {
  await fc.assert(
    fc.asyncProperty(USES, async (uses) => {
      await using from = await openSqliteStore({ path: ":memory:" });
      await using to = await openSqliteStore({ path: ":memory:" });
      const model = createMemoryStore();
      await use(from, uses);

      const file = await exported(from);
      await imported(to, file);
      await imported(model, file);

      expect([await exported(to), await exported(model)]).toEqual([file, file]);
      expect(await allRows(model)).toEqual(await allRows(from));
      expect(await to.proposals.listAll()).toEqual(await from.proposals.listAll());
    }),
    { numRuns: 15 },
  );
});

test("ids that are given later do not meet those of the file", async () => {
  await using from = await tempStore();
  await using to = await tempStore();
  await insertTexts(from.store, "alpha one", "beta two", "gamma three");
  await imported(to.store, await exported(from.store));

  const [later] = await insertTexts(to.store, "delta four");

  expect([later?.id, later?.citations[0]?.id]).toEqual([4, 4]);
});

test("an export shows one state, and keeps no writer waiting, here or elsewhere", async () => {
  await using temp = await tempStore({ busyTimeoutMs: 0 });
  await insertTexts(temp.store, "alpha one");
  const before = await exported(temp.store);
  const peer = await temp.peer();
  const lines: string[] = [];

  for await (const line of createMemory({ store: temp.store }).transfer.exportLines()) {
    lines.push(line);
    await insertTexts(temp.store, `here ${lines.length}`);
    await insertTexts(peer, `elsewhere ${lines.length}`);
  }

  expect(lines.join("")).toBe(before);
  expect(await temp.store.dump.count("claims")).toBe(1 + 2 * lines.length);
});

test("an export that is left in the middle lets go of the file", async () => {
  await using temp = await tempStore();
  await insertTexts(temp.store, "alpha one", "beta two");

  for await (const line of createMemory({ store: temp.store }).transfer.exportLines()) {
    expect(line).toContain("memorymaster-export");
    break;
  }

  expect(temp.sql("pragma wal_checkpoint(truncate)")).toEqual([{ busy: 0, log: 0, checkpointed: 0 }]);
});

test("a store that was opened for reading can be exported, and a database in memory too", async () => {
  await using temp = await tempStore();
  await fillRichly(temp.store);
  const file = await exported(temp.store);
  await using inMemory = await openSqliteStore({ path: ":memory:" });

  expect(await exported(await temp.peer({ readOnly: true }))).toBe(file);
  await imported(inMemory, file);
  expect(await exported(inMemory)).toBe(file);
});

test("a snapshot cannot be taken inside of a transaction", async () => {
  await using temp = await tempStore();

  const attempt = temp.store.transaction(() => temp.store.dump.snapshot());

  expect(await failure(attempt)).toMatchObject({ code: "store.unavailable" });
});

test("a file that is damaged at its end leaves the database as it was", async () => {
  await using from = await tempStore();
  await using to = await tempStore();
  await fillRichly(from.store);
  const file = await exported(from.store);

  const attempt = imported(to.store, file.replace("A claim that is stale", "A claim that is state"));

  expect(await failure(attempt)).toMatchObject({
    code: "input.invalid",
    details: { line: file.split("\n").length - 1 },
  });
  expect(await exported(to.store)).toBe(await exported(createMemoryStore()));
  expect(await to.store.search.indexStats()).toEqual({ claims: 0, terms: 0 });
});
