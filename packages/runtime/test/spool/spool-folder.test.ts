import { symlinkSync } from "node:fs";
import { basename, dirname } from "node:path";

import { tempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import type { OpenOptions } from "../../src/open-options.ts";
import { spoolFolder } from "../../src/spool/spool-folder.ts";
import { readSurroundings } from "../../src/surroundings.ts";

function folderOf(db: string, more: Partial<OpenOptions> = {}): string {
  const env = { HOME: "/home/ana", USERPROFILE: "/home/ana" };
  return spoolFolder(readSurroundings({ surface: "test", cwd: "/", workspace: "/", env, db, ...more })) ?? "";
}

const nameOf = (db: string): string => basename(folderOf(db));

test.each([
  ["/data/memory.db", "memory"],
  ["/data/NUL.db", "NUL"],
  ["/data/con", "con"],
  ["/data/.memorymaster-stealth.db", "_memorymaster-stealth"],
  ['/data/a<b>:"|* ñ.v2.db', "a_b________v2"],
  [`/data/${"x".repeat(200)}.db`, "x".repeat(40)],
  ["postgres://ana:geheim@db.example:5432/team-memory?sslmode=require", "team-memory"],
  ["postgresql://db.example", "db"],
])("%s has a folder whose name every system takes", (db, begins) => {
  expect(nameOf(db)).toMatch(/^[A-Za-z0-9_-]{1,40}-[0-9a-f]{8}$/);
  expect(nameOf(db).startsWith(begins)).toBe(true);
});

test("one database has one folder, by whatever link or user it is reached", () => {
  using temp = tempFolder();
  const file = temp.write("memory.db", "");
  symlinkSync(file, temp.at("link.db"));
  const server = "db.example/team";

  expect(folderOf(temp.at("link.db"))).toBe(folderOf(file));
  expect(folderOf(`${temp.path}/./memory.db`)).toBe(folderOf(file));
  const users = ["", "ana@", "ana:geheim@", "ana:g@h@", "luis:x%20y@"].map((user) =>
    folderOf(`postgres://${user}${server}`),
  );
  expect(new Set(users).size).toBe(1);
});

test("two databases have two folders", () => {
  const databases = ["/a/memory.db", "/b/memory.db", "/a/memory", "postgres://h/a", "postgres://h/b", "postgres://i/a"];

  expect(new Set(databases.map((db) => folderOf(db))).size).toBe(databases.length);
});

test.skipIf(process.platform === "win32")("they lie in the home folder, or where the variable says", () => {
  const env = { HOME: "/home/ana", USERPROFILE: "/home/ana" };
  const placed = (spool: string): string =>
    dirname(folderOf("/a/memory.db", { env: { ...env, MEMORYMASTER_SPOOL_DIR: spool }, cwd: "/" }));

  expect(dirname(folderOf("/a/memory.db"))).toBe("/home/ana/.memorymaster/spool");
  expect([placed("~/notes"), placed("/var/notes"), placed("notes"), placed(" ")]).toEqual([
    "/home/ana/notes",
    "/var/notes",
    "/notes",
    "/home/ana/.memorymaster/spool",
  ]);
});
