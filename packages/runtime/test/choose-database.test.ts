import { join } from "node:path";

import { createRepository, tempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { chooseDatabase, hidePasswords } from "../src/choose-database.ts";
import type { DatabaseOptions } from "../src/choose-database.ts";

/** The choice in short: what is shown and why. */
function chosen(options: DatabaseOptions): readonly [string, string] {
  const { shown, reason } = chooseDatabase(options);
  return [shown, reason];
}

test("each rung outranks those below it", () => {
  using temp = tempFolder();
  createRepository(temp.at("shop"));
  const cwd = temp.folder("shop/src");
  const home = temp.folder("home");
  const plain = { HOME: home, USERPROFILE: home };
  const env = { ...plain, MEMORYMASTER_DEFAULT_DB: temp.at("variable.db") };
  const stealth = join(cwd, ".memorymaster-stealth.db");

  const atHome = chosen({ env: plain, cwd });
  temp.write("shop/memorymaster.db", "");
  const found = chosen({ env: plain, cwd });
  const fromVariable = chosen({ env, cwd });
  temp.write("shop/src/.memorymaster-stealth.db", "");
  const stealthFile = chosen({ env, cwd });
  const option = chosen({ db: "mine.db", env, cwd });
  const explicit = chosen({ stealth: true, db: "mine.db", env, cwd });

  expect([explicit, option, stealthFile, fromVariable, found, atHome]).toEqual([
    [stealth, "stealth"],
    [join(cwd, "mine.db"), "option"],
    [stealth, "stealth_file"],
    [temp.at("variable.db"), "env"],
    [temp.at("shop", "memorymaster.db"), "found"],
    [join(home, ".memorymaster", "memory.db"), "home"],
  ]);
});

test("the nearest project file wins, and the search ends at the root of the repository", () => {
  using temp = tempFolder();
  createRepository(temp.at("shop"));
  const home = temp.folder("home");
  const env = { HOME: home, USERPROFILE: home };
  temp.write("memorymaster.db", "");
  temp.folder("shop/a/b");

  const beyondRoot = chosen({ env, cwd: temp.at("shop", "a", "b") })[1];
  temp.write("shop/memorymaster.db", "");
  temp.write("shop/a/memorymaster.db", "");

  expect(beyondRoot).toBe("home");
  expect(chosen({ env, cwd: temp.at("shop", "a", "b") })).toEqual([temp.at("shop", "a", "memorymaster.db"), "found"]);
});

test("outside git only the current folder is searched, and a folder of that name is no database", () => {
  using temp = tempFolder();
  const home = temp.folder("home");
  const env = { HOME: home, USERPROFILE: home };
  temp.write("notes/memorymaster.db", "");
  temp.folder("notes/sub");
  temp.folder("odd/memorymaster.db");

  const reasons = ["notes", "notes/sub", "odd"].map((name) => chosen({ env, cwd: temp.at(name) })[1]);

  expect(reasons).toEqual(["found", "home", "home"]);
});

test("blank values count as not given, and ~ is the home folder", () => {
  using temp = tempFolder();
  const env = { HOME: temp.path, USERPROFILE: temp.path, MEMORYMASTER_DEFAULT_DB: "  " };

  expect(chosen({ db: "", env, cwd: temp.path })[1]).toBe("home");
  expect(chosen({ db: "~/team.db", env, cwd: temp.path })).toEqual([temp.at("team.db"), "option"]);
  expect(chosen({ db: ":memory:", env, cwd: temp.path })).toEqual([":memory:", "option"]);
});

test("a connection string is kept whole and shown without its password", () => {
  using temp = tempFolder();

  const choice = chooseDatabase({ db: " PostgreSQL://ana:geheim@db.example.org/mm ", env: {}, cwd: temp.path });

  expect(choice).toEqual({
    kind: "postgres",
    target: "PostgreSQL://ana:geheim@db.example.org/mm",
    shown: "PostgreSQL://ana:***@db.example.org/mm",
    reason: "option",
  });
});

test.each([
  ["postgres://ana:a:b/c@d?@host:5432/mm?sslmode=require", "postgres://ana:***@host:5432/mm?sslmode=require"],
  ["postgresql://:geheim@host/mm", "postgresql://:***@host/mm"],
  ["postgresql://ana@host:5432/mm", "postgresql://ana@host:5432/mm"],
  [
    "postgresql://host/mm?user=ana&password=geheim&sslpassword=x#f",
    "postgresql://host/mm?user=ana&password=***&sslpassword=***#f",
  ],
  ["postgresql://", "postgresql://"],
  ["mysql://ana:geheim@host/mm", "mysql://ana:***@host/mm"],
  ["/srv/memory:x@y/memory.db", "/srv/memory:x@y/memory.db"],
])("%s is shown as %s", (target, shown) => {
  expect(hidePasswords(target)).toBe(shown);
});
