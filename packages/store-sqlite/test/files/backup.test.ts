import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { MIGRATIONS } from "@memorymaster/store-sql";
import { expect, it } from "vitest";
import { migrate } from "../support/bare-database.ts";
import { chainOf, filesOf, soundTexts, textsIn } from "../support/database-files.ts";
import { event, failure, insertOne, insertTexts } from "../support/records.ts";
import { rawSql, tempFolder, tempStore } from "../support/temp-store.ts";
import { openSqliteStore } from "../../src/open-sqlite-store.ts";

it("is a private file with all that is in the database, and recorded with its digest", async () => {
  using folder = tempFolder();
  await using temp = await tempStore();
  await insertTexts(temp.store, "Alpha");
  const file = folder.file("copy of memory.db");

  const made = await filesOf(temp.store).backup(file);

  const bytes = readFileSync(file);
  expect(made).toEqual({ file, sizeBytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
  const [{ event: recorded } = {}] = await temp.store.events.scan(0, 10);
  expect([recorded?.details, JSON.parse(recorded?.payloadJson ?? "")]).toEqual([
    "backup_created",
    { file: "copy of memory.db", size_bytes: made.sizeBytes, sha256: made.sha256 },
  ]);
  expect(readdirSync(folder.path)).toEqual(["copy of memory.db"]);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await soundTexts(file)).toEqual(["Alpha"]);
});

it("never replaces a file, and makes no folder", async () => {
  using folder = tempFolder();
  await using temp = await tempStore();
  const file = folder.file("taken.db");
  writeFileSync(file, "mine");
  mkdirSync(folder.file("folder"));

  for (const target of [file, folder.file("folder"), temp.path, folder.file("none/x.db"), folder.path]) {
    expect(await failure(filesOf(temp.store).backup(target))).toEqual({
      code: "input.invalid",
      details: { field: "output" },
    });
  }

  expect([readFileSync(file, "utf8"), readdirSync(folder.path).sort()]).toEqual(["mine", ["folder", "taken.db"]]);
  expect(await chainOf(temp.store)).toEqual([]);
});

it("is brought into an empty database under open connections, with the event that says so", async () => {
  using folder = tempFolder();
  await using temp = await tempStore();
  await insertTexts(temp.store, "Alpha");
  await temp.store.events.append([event({ details: "one" })]);
  const { file } = await filesOf(temp.store).backup(folder.file("backup.db"));
  const path = folder.file("new.db");
  await using target = await openSqliteStore({ path });
  await using reader = await openSqliteStore({ path, readOnly: true });
  const identity = rawSql(path, "select value from store_meta where key = 'store_id'");

  await filesOf(target).restore(file);

  expect([await textsIn(target), await textsIn(reader)]).toEqual([["Alpha"], ["Alpha"]]);
  expect(await chainOf(reader)).toEqual(["one", "backup_restored"]);
  expect(await filesOf(reader).lastRestore()).toMatchObject({ source: "backup.db" });
  expect(rawSql(path, "select value from store_meta where key = 'store_id'")).toEqual(identity);
  await insertOne(target, { text: "Beta" });
  expect(await soundTexts(path)).toEqual(["Alpha", "Beta"]);
});

it("is not brought into a database that holds something", async () => {
  using folder = tempFolder();
  await using temp = await tempStore();
  await insertTexts(temp.store, "Alpha", "Beta");
  const { file } = await filesOf(temp.store).backup(folder.file("backup.db"));

  await expect(filesOf(temp.store).restore(file)).rejects.toThrow("holds 2 claims and 1 events");

  expect(await textsIn(temp.store)).toEqual(["Alpha", "Beta"]);
});

it("is taken from a live database too, with what stands in its log", async () => {
  using folder = tempFolder();
  await using temp = await tempStore();
  await insertTexts(temp.store, "Only in the log yet");
  expect(statSync(`${temp.path}-wal`).size).toBeGreaterThan(0);
  await using target = await openSqliteStore({ path: folder.file("new.db") });

  await filesOf(target).restore(temp.path);

  expect(await textsIn(target)).toEqual(["Only in the log yet"]);
  expect(await textsIn(temp.store)).toEqual(["Only in the log yet"]);
});

it("of an older schema is brought up to date on the way", async () => {
  using folder = tempFolder();
  const old = folder.file("old.db");
  await migrate(old, MIGRATIONS.slice(0, 5));
  rawSql(
    old,
    `insert into claims (uid, human_id, text, created_at, updated_at) values ('u', 'mm-0001', 'From the past', 'x', 'x')`,
  );
  const before = readFileSync(old);
  await using target = await openSqliteStore({ path: folder.file("new.db") });

  await filesOf(target).restore(old);

  expect(rawSql(target.path, "select text from claims")).toEqual([{ text: "From the past" }]);
  expect((await target.schemaStatus()).every(({ applied }) => applied)).toBe(true);
  expect(readFileSync(old).equals(before)).toBe(true);
});

it.each([
  ["is missing", undefined, "input.invalid"],
  ["is no database", Buffer.from("a letter".repeat(500)), "store.unavailable"],
  ["is empty", Buffer.alloc(0), "store.unavailable"],
])("that %s is refused, and the database stays as it was", async (_name, bytes, code) => {
  await using temp = await tempStore();
  const file = `${temp.path}.backup`;
  if (bytes !== undefined) writeFileSync(file, bytes);

  expect((await failure(filesOf(temp.store).restore(file))).code).toBe(code);

  expect(await filesOf(temp.store).lastRestore()).toBeUndefined();
  await insertTexts(temp.store, "Goes on");
  expect(await soundTexts(temp.path)).toEqual(["Goes on"]);
});

it("cannot be the database itself, by whatever name", async () => {
  await using temp = await tempStore();
  expect((await failure(filesOf(temp.store).restore(`${dirname(temp.path)}/./memory.db`))).code).toBe("input.invalid");
});

it("of another program is refused", async () => {
  using folder = tempFolder();
  await using temp = await tempStore();
  const file = folder.file("other.db");
  rawSql(file, "create table notes (text)");

  expect((await failure(filesOf(temp.store).restore(file))).code).toBe("store.unavailable");
});
