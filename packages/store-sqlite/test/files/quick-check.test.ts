import { readFileSync, writeFileSync } from "node:fs";

import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { openSqliteStore } from "../../src/open-sqlite-store.ts";
import { filesOf } from "../support/database-files.ts";
import { insertTexts } from "../support/records.ts";
import { tempFolder, tempStore } from "../support/temp-store.ts";

const PATIENT_MS = 60_000;
const PAGE = 4096;

it("finds a whole file whole, counts rows that point to nothing, and writes nothing", async () => {
  await using temp = await tempStore();
  await insertTexts(temp.store, "Alpha", "Beta");
  const reader = await temp.peer({ readOnly: true });
  const whole = await filesOf(reader).quickCheck(PATIENT_MS);
  const other = new Database(temp.path);
  other.pragma("foreign_keys = off");
  other.exec("update citations set claim_id = 99");
  const before = readFileSync(`${temp.path}-wal`);

  const found = await filesOf(reader).quickCheck(PATIENT_MS);

  const after = readFileSync(`${temp.path}-wal`);
  other.close();
  expect(whole).toEqual({ quickCheck: "ok", foreignKeys: {} });
  expect(found).toEqual({ quickCheck: "ok", foreignKeys: { citations: 2 } });
  expect(after.equals(before)).toBe(true);
});

it("says what is wrong with a damaged file", async () => {
  using folder = tempFolder();
  await using temp = await tempStore();
  await insertTexts(temp.store, ...Array.from({ length: 100 }, (_, index) => `Fact ${index} of the shop`));
  await filesOf(temp.store).checkpoint();
  const [row] = temp.sql("select max(pageno) as page from dbstat where name = 'citations'");
  const { page } = row as { readonly page: number };
  const bytes = readFileSync(temp.path).fill(0xee, (page - 1) * PAGE, page * PAGE);
  const path = folder.file("damaged.db");
  writeFileSync(path, bytes);
  await using damaged = await openSqliteStore({ path, readOnly: true });

  const found = await filesOf(damaged).quickCheck(PATIENT_MS);

  expect(found?.quickCheck).not.toBe("ok");
  expect(found?.quickCheck).not.toBe("");
});

it("is given up when the time is over, and goes on with nothing behind it", async () => {
  await using temp = await tempStore();
  await insertTexts(temp.store, "Alpha");

  expect(await filesOf(temp.store).quickCheck(1)).toBeUndefined();
  expect(await filesOf(temp.store).quickCheck(PATIENT_MS)).toMatchObject({ quickCheck: "ok" });
});
