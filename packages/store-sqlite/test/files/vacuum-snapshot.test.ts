import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { createFixedClock } from "@memorymaster/core/testing";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { openSqliteStore } from "../../src/open-sqlite-store.ts";
import { filesOf, soundTexts } from "../support/database-files.ts";
import { failure, insertTexts } from "../support/records.ts";
import { rawSql, tempFolder, tempStore } from "../support/temp-store.ts";

const DAY_MS = 86_400_000;

it("is a private file with all that is in the database, and without its free space", async () => {
  using folder = tempFolder();
  await using temp = await tempStore();
  await insertTexts(temp.store, "Alpha", "Beta");
  temp.sql("create table ballast as select randomblob(1000000) as bytes");
  temp.sql("drop table ballast");
  await filesOf(temp.store).checkpoint();

  const made = await filesOf(temp.store).vacuumSnapshot(folder.file("copies"));

  expect(made).toEqual({
    file: expect.stringMatching(/[\\/]copies[\\/]memory-[0-9a-f]{12}[\\/]mm-20260102\.db$/) as string,
    created: true,
    sizeBytes: statSync(made.file).size,
  });
  expect(made.sizeBytes).toBeLessThan(statSync(temp.path).size - 900_000);
  expect(readdirSync(dirname(made.file))).toEqual(["mm-20260102.db"]);
  if (process.platform !== "win32") {
    expect([statSync(made.file).mode & 0o777, statSync(dirname(made.file)).mode & 0o777]).toEqual([0o600, 0o700]);
  }
  expect(await soundTexts(made.file)).toEqual(["Alpha", "Beta"]);
});

it("is made once on a day, and the newest three stay", async () => {
  using folder = tempFolder();
  const clock = createFixedClock();
  await using temp = await tempStore({ clock });
  const take = () => filesOf(temp.store).vacuumSnapshot(folder.path);
  const first = await take();
  writeFileSync(join(dirname(first.file), "mine.db"), "mine");
  const bytes = readFileSync(first.file);
  await insertTexts(temp.store, "Later on that day");

  const again = await take();
  const untouched = readFileSync(first.file).equals(bytes);
  for (let day = 0; day < 4; day += 1) {
    clock.advance(DAY_MS);
    await take();
  }
  clock.advance(-10 * DAY_MS);
  const early = await take();

  expect([again, untouched]).toEqual([{ ...first, created: false }, true]);
  expect(readdirSync(dirname(first.file)).sort()).toEqual([
    "mine.db",
    basename(early.file),
    "mm-20260105.db",
    "mm-20260106.db",
  ]);
});

it("lies with those of the same file by whatever path, apart from those of others", async () => {
  using folder = tempFolder();
  await using temp = await tempStore();
  await using other = await openSqliteStore({ path: folder.file("memory.db") });
  symlinkSync(temp.path, folder.file("link.db"));
  await using linked = await openSqliteStore({ path: folder.file("link.db"), clock: createFixedClock() });
  const copies = folder.file("copies");

  const [one, two] = [await filesOf(temp.store).vacuumSnapshot(copies), await filesOf(other).vacuumSnapshot(copies)];
  const three = await filesOf(linked).vacuumSnapshot(copies);

  const digest = (file: string): string => basename(dirname(file)).replace(/^\w+-/, "");
  expect(digest(three.file)).toBe(digest(one.file));
  expect(digest(two.file)).not.toBe(digest(one.file));
});

it("holds the state of one moment while somebody writes", async () => {
  using folder = tempFolder();
  await using temp = await tempStore();
  await insertTexts(temp.store, "Alpha");
  const writer = new Database(temp.path);
  writer.exec("begin immediate; update claims set confidence = 0.9");

  const { file } = await filesOf(temp.store).vacuumSnapshot(folder.path);
  writer.exec("rollback");
  writer.close();

  expect(rawSql(file, "select text, confidence from claims")).toEqual([{ text: "Alpha", confidence: 0.5 }]);
});

it("is refused by a store for reading, and leaves nothing where it cannot be made", async () => {
  using folder = tempFolder();
  await using temp = await tempStore();
  const reader = await temp.peer({ readOnly: true });
  writeFileSync(folder.file("taken"), "mine");

  expect((await failure(filesOf(reader).vacuumSnapshot(folder.path))).code).toBe("store.read_only");
  expect(await failure(filesOf(temp.store).vacuumSnapshot(folder.file("taken")))).toMatchObject({
    code: "store.unavailable",
  });

  expect(readdirSync(folder.path)).toEqual(["taken"]);
});
