import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

import type { StoreError } from "@memorymaster/core";
import { expect, it } from "vitest";
import { openLegacySource } from "../../src/legacy/open-legacy-source.ts";
import { createLegacyFile } from "../support/legacy-file.ts";
import { tempFolder } from "../support/temp-store.ts";
import type { TempFolder } from "../support/temp-store.ts";

/** Every file of a folder with its digest. */
function contentOf({ path }: TempFolder): Readonly<Record<string, string>> {
  const digest = (name: string): string =>
    createHash("sha256")
      .update(readFileSync(`${path}/${name}`))
      .digest("hex");
  return Object.fromEntries(readdirSync(path).map((name) => [name, digest(name)]));
}

it("lists tables with their columns, and reads rows by number, page after page", () => {
  using folder = tempFolder();
  using file = createLegacyFile(folder.file("old.db"));
  for (const text of ["a", "b", "c"]) file.claim({ text });
  file.sql("delete from claims where id = 2");

  using source = openLegacySource(file.path);

  expect(source.tables.get("citations")).toEqual(["id", "claim_id", "source", "locator", "excerpt", "created_at"]);
  expect(source.count("claims")).toBe(2);
  const columns = ["text", "no such column"];
  const first = source.page("claims", { after: undefined, limit: 1, columns });
  expect(first).toEqual([{ rowid: 1, text: "a" }]);
  expect(source.page("claims", { after: 1, limit: 9, columns })).toEqual([{ rowid: 3, text: "c" }]);
  expect(source.matching("citations", "claim_id", [3, 1]).map(({ id }) => id)).toEqual([1, 3]);
  expect(source.matching("citations", "claim_id", [])).toEqual([]);
});

it("runs nothing of the file: no view, no trigger, no computed column", () => {
  using folder = tempFolder();
  using file = createLegacyFile(folder.file("old.db"));
  file.claim();
  file.sql(`alter table claims add column computed text generated always as (1 / 0 || abs(-9223372036854775808)) virtual;
    create view everything as select abs(-9223372036854775808) as id;
    create virtual table words using fts5(text);
    create trigger never before insert on claims begin select raise(abort, 'no'); end`);

  using source = openLegacySource(file.path);

  expect(source.tables.has("everything")).toBe(false);
  expect(source.tables.has("words")).toBe(false);
  expect(source.tables.has("words_data")).toBe(true);
  expect(source.tables.get("claims")).not.toContain("computed");
  expect(source.page("claims", { after: undefined, limit: 9 })).toHaveLength(1);
});

it("leaves the file and its folder as they are", () => {
  using folder = tempFolder();
  createLegacyFile(folder.file("old.db"))[Symbol.dispose]();
  const before = contentOf(folder);

  {
    using source = openLegacySource(folder.file("old.db"));
    source.count("claims");
    expect(contentOf(folder)).toEqual(before);
  }

  expect(contentOf(folder)).toEqual(before);
});

it("reads what stands in a write-ahead log only, and leaves the log as it is", () => {
  using folder = tempFolder();
  using busy = tempFolder();
  using file = createLegacyFile(busy.file("old.db"));
  file.sql("pragma journal_mode = wal; pragma wal_autocheckpoint = 0");
  file.claim({ text: "only in the log" });
  for (const suffix of ["", "-wal"]) copyFileSync(file.path + suffix, folder.file(`old.db${suffix}`));
  const before = contentOf(folder);

  {
    using source = openLegacySource(folder.file("old.db"));
    expect(source.page("claims", { after: undefined, limit: 9 })).toMatchObject([{ text: "only in the log" }]);
  }

  expect(Object.keys(before)).toEqual(["old.db", "old.db-wal"]);
  expect(contentOf(folder)).toEqual(before);
});

it("undoes a transaction that was broken off, in its copy alone", () => {
  using folder = tempFolder();
  using busy = tempFolder();
  using file = createLegacyFile(busy.file("old.db"));
  file.claim({ text: "kept" });
  file.sql("pragma cache_size = 1; pragma synchronous = off; begin");
  for (let at = 0; at < 50; at += 1) file.claim({ text: `gone ${at} `.repeat(500) });
  for (const suffix of ["", "-journal"]) copyFileSync(file.path + suffix, folder.file(`old.db${suffix}`));
  file.sql("rollback");
  const before = contentOf(folder);
  expect(Object.keys(before)).toEqual(["old.db", "old.db-journal"]);

  {
    using source = openLegacySource(folder.file("old.db"));
    expect(source.page("claims", { after: undefined, limit: 9, columns: ["text"] })).toEqual([
      { rowid: 1, text: "kept" },
    ]);
  }

  expect(contentOf(folder)).toEqual(before);
});

it.each([
  ["a file that is not there", () => undefined, "store.missing", undefined],
  ["a folder", (path: string) => mkdirSync(path), "store.unavailable", "is_folder"],
  [
    "a text",
    (path: string) => writeFileSync(path, "not a database, ".repeat(99)),
    "store.unavailable",
    "not_a_database",
  ],
] as const)("refuses %s", (...[, make, ...expected]) => {
  using folder = tempFolder();
  make(folder.file("old.db"));

  let failure: unknown;
  try {
    openLegacySource(folder.file("old.db"))[Symbol.dispose]();
  } catch (error) {
    failure = error;
  }

  const { code, details } = failure as StoreError;
  expect([code, details["reason"]]).toEqual(expected);
});
