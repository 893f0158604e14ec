import { existsSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";

import { createMemory, DUMP_TABLES, InvalidInputError } from "@memorymaster/core";
import type { DeltaResult, MergeResult, Store } from "@memorymaster/core";
import { createFixedClock } from "@memorymaster/core/testing";
import { expect, test } from "vitest";
import { openDeltaFile, writeDeltaFile } from "../../src/files/delta-file.ts";
import { failure } from "../support/records.ts";
import { rawSql, tempFolder, tempStore } from "../support/temp-store.ts";

const TOKEN = `ghp_${"a1B2".repeat(9)}`;

const exportTo = (store: Store, file: string, since?: string): Promise<DeltaResult> =>
  writeDeltaFile(file, (sink) => createMemory({ store }).transfer.exportDelta(sink, { since }));

async function mergeFrom(file: string, store: Store): Promise<MergeResult> {
  const delta = await openDeltaFile(file);
  if (delta === undefined) throw new TypeError("this is no delta");
  try {
    const source = { reader: delta.reader, schemaVersion: undefined };
    return await createMemory({ store }).transfer.merge(source, { keepStatus: true });
  } finally {
    await delta.close();
  }
}

test("a delta is a private file of bare tables, that holds no rule of its store", async () => {
  await using from = await tempStore();
  using folder = tempFolder();
  const file = folder.file("delta.db");
  await createMemory({ store: from.store }).claims.ingest({ text: "CI runs on Jenkins" });

  await exportTo(from.store, file);

  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder.path)).toEqual(["delta.db"]);
  const kinds = rawSql(file, "select distinct type from sqlite_schema");
  expect(kinds).toEqual([{ type: "table" }]);
  const rules = rawSql(
    file,
    "select name from sqlite_schema where sql like '%not null%' or sql like '%check (%' or sql like '%references%'",
  );
  expect(rules).toEqual([]);
  expect(rawSql(file, "select text, pinned, typeof(confidence) as kind from claims")).toEqual([
    { text: "CI runs on Jenkins", pinned: 0, kind: "real" },
  ]);
});

test("changes reach another store by deltas, each beginning where the last one ended", async () => {
  await using from = await tempStore();
  await using to = await tempStore();
  using folder = tempFolder();
  const clock = createFixedClock();
  const memory = createMemory({ store: from.store, clock });
  const ana = { actor: "ana" };
  await memory.claims.ingest({ text: "CI runs on Jenkins" });
  const first = await exportTo(from.store, folder.file("1.db"));
  await mergeFrom(folder.file("1.db"), to.store);
  clock.advance(60_000);
  await memory.claims.ingest({ text: "CI runs on Buildkite", citations: [{ source: "docs/ci.md" }] });
  await memory.claims.confirm([2], ana);
  clock.advance(60_000);
  await memory.claims.ingest({ text: "Deploys happen on Friday" });
  await memory.links.add(2, 1, "relates_to");

  const second = await exportTo(from.store, folder.file("2.db"), first.maxUpdatedAt);
  const merged = [await mergeFrom(folder.file("2.db"), to.store), await mergeFrom(folder.file("2.db"), to.store)];

  expect(second).toEqual({
    exported: 3,
    citations: 3,
    rejected: 0,
    redacted: 0,
    since: "2026-01-02T03:04:05+00:00",
    maxUpdatedAt: "2026-01-02T03:06:05+00:00",
  });
  expect(merged.map(({ merged: taken, updated, skipped }) => [taken, updated, skipped])).toEqual([
    [2, 0, 1],
    [0, 0, 3],
  ]);
  expect(to.sql("select text, status from claims order by text")).toEqual(
    from.sql("select text, status from claims order by text"),
  );
  expect(to.sql("select count(*) as n from claim_links")).toEqual([{ n: 1 }]);
  const last = await exportTo(from.store, folder.file("3.db"), second.maxUpdatedAt);
  expect([last.exported, last.maxUpdatedAt]).toEqual([1, second.maxUpdatedAt]);
});

test("a claim that replaced one outside of the window names it, and finds it where it is", async () => {
  await using from = await tempStore();
  await using to = await tempStore();
  await using empty = await tempStore();
  using folder = tempFolder();
  const file = folder.file("delta.db");
  const clock = createFixedClock();
  const memory = createMemory({ store: from.store, clock });
  await memory.claims.ingest({ text: "CI runs on Jenkins" });
  await exportTo(from.store, folder.file("before.db"));
  await mergeFrom(folder.file("before.db"), to.store);
  clock.advance(60_000);
  await memory.claims.ingest({ text: "CI runs on Buildkite" });
  from.sql("update claims set status = 'superseded', replaced_by_claim_id = 2 where id = 1");
  from.sql("update claims set supersedes_claim_id = 1 where id = 2");

  const result = await exportTo(from.store, file, "2026-01-02T03:05:00Z");
  await mergeFrom(file, to.store);
  const left = (await mergeFrom(file, empty.store)).left;

  expect(result.exported).toBe(1);
  expect(rawSql(file, "select supersedes_claim_id as old from claims")).toEqual([{ old: 1 }]);
  expect(to.sql("select text, status from claims order by id")).toEqual([
    { text: "CI runs on Jenkins", status: "superseded" },
    { text: "CI runs on Buildkite", status: "candidate" },
  ]);
  expect(left).toMatchObject([{ why: "one of them is not here" }]);
});

test("secrets do not travel: a claim goes without its words, or not at all", async () => {
  await using from = await tempStore();
  using folder = tempFolder();
  const file = folder.file("delta.db");
  const { claims } = createMemory({ store: from.store });
  for (const text of ["One note", "Another note", "A sound note"]) await claims.ingest({ text });
  from.sql("update claims set text = ? where id = 1", `Deploy with ${TOKEN}`);
  from.sql("update claims set holder = ? where id = 2", TOKEN);

  const result = await exportTo(from.store, file);

  expect(result).toMatchObject({ exported: 2, citations: 2, rejected: 1, redacted: 1 });
  expect(rawSql(file, "select text from claims order by id")).toEqual([
    { text: "Deploy with [REDACTED:github_token]" },
    { text: "A sound note" },
  ]);
});

test("a delta replaces no file, not by a link either, and leaves none when it fails", async () => {
  await using from = await tempStore();
  using folder = tempFolder();
  symlinkSync(from.path, folder.file("link.db"));
  const boom = new InvalidInputError("input.invalid", "boom");

  for (const file of [from.path, folder.file("link.db"), folder.file("no/such/folder.db")]) {
    expect((await failure(exportTo(from.store, file))).code).toBe("input.invalid");
  }
  const failing = writeDeltaFile(folder.file("broken.db"), async () => Promise.reject(boom));

  await expect(failing).rejects.toBe(boom);
  expect(readdirSync(folder.path)).toEqual(["link.db"]);
  expect(existsSync(dirname(from.path))).toBe(true);
});

test("other databases are no deltas, and a missing one is missing", async () => {
  await using temp = await tempStore();
  using folder = tempFolder();

  expect(await openDeltaFile(temp.path)).toBeUndefined();
  expect((await failure(openDeltaFile(folder.file("none.db")))).code).toBe("store.missing");
});

test("a delta may hold anything: what is of another form is refused or left out, and none of it is stored", async () => {
  await using from = await tempStore();
  await using to = await tempStore();
  using folder = tempFolder();
  const file = folder.file("delta.db");
  const memory = createMemory({ store: from.store, clock: createFixedClock() });
  for (const text of ["One note", "Another note", "A sound note", "A last note"]) await memory.claims.ingest({ text });
  for (const target of [1, 2, 4]) await memory.links.add(3, target, "supports");
  await memory.claims.transition(4, "superseded", { replacedBy: 3 });
  await exportTo(from.store, file);
  for (const statement of [
    "update claims set status = 'evil' where id = 1",
    "update claims set uid = 'evil' where id = 2",
    "update claims set created_at = x'6576696c' where id = 4",
    "update claim_uids set uid = 'evil' where id = 4",
    "update claim_links set created_at = 'evil'",
    "update events set event_hash = 'evil'",
    "create view evil as select load_extension('evil')",
    "create trigger evil after update on claims begin select 1; end",
  ]) {
    rawSql(file, statement);
  }

  const result = await mergeFrom(file, to.store);

  expect(result).toMatchObject({ merged: 1, errors: 3 });
  expect(result.refused.map(({ uid, field }) => [uid === "", field])).toEqual([
    [false, "status"],
    [true, "uid"],
    [false, "created_at"],
  ]);
  const stored = await Promise.all(DUMP_TABLES.map((table) => to.store.dump.read(table, undefined, 100)));
  expect(JSON.stringify([stored, result])).not.toContain("evil");
  expect(await createMemory({ store: to.store }).events.verify()).toMatchObject({ valid: true });
});

test("a delta that lacks a column says so, and nothing is taken of it", async () => {
  await using from = await tempStore();
  await using to = await tempStore();
  using folder = tempFolder();
  const file = folder.file("delta.db");
  await createMemory({ store: from.store }).claims.ingest({ text: "CI runs on Jenkins" });
  await exportTo(from.store, file);
  rawSql(file, "alter table claims drop column scope");

  expect((await failure(mergeFrom(file, to.store))).details).toMatchObject({ reason: "missing_column" });
  expect(await to.store.dump.count("claims")).toBe(0);
});
