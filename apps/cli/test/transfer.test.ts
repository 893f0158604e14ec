import { readdirSync, statSync, symlinkSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { gzipSync } from "node:zlib";

import { DUMP_TABLES } from "@memorymaster/core";
import { expect, test } from "vitest";

import { main } from "../src/main.ts";
import { createWorld, documentOf } from "./support/cli.ts";
import type { World } from "./support/cli.ts";
import { unrelatedClaims } from "./support/unrelated-claims.ts";

const NONE = Object.fromEntries(DUMP_TABLES.map((table) => [table, 0]));

/** A project with a database `a.db` of a few claims. */
async function filledWorld(claims = 3): Promise<World> {
  const world = createWorld();
  await world.data(["ingest", "--db", "a.db", "--input", "-"], { input: unrelatedClaims(claims) });
  return world;
}

async function exportOf(world: World, db: string): Promise<string> {
  const { exitCode, stdout, stderr } = await world.run(["export", "--db", db]);
  expect([exitCode, stderr]).toEqual([0, ""]);
  return stdout;
}

test("a store goes through stdout and stdin into another, byte for byte", async () => {
  using world = await filledWorld();

  const file = await exportOf(world, "a.db");
  const result = await world.json(["import", "-", "--db", "b.db"], { input: file });

  expect(result).toMatchObject({
    ok: true,
    data: {
      rows: 11,
      inserted: { ...NONE, claims: 3, citations: 3, events: 3, projects: 1, project_keys: 1 },
      skipped: 0,
      refused: [],
    },
  });
  expect(await exportOf(world, "b.db")).toBe(file);
});

test("an export goes into a file that only its owner may read, and says what is in it", async () => {
  using world = await filledWorld();
  const file = await exportOf(world, "a.db");
  const output = world.temp.at("project", "out.jsonl");

  const result = await world.json(["export", "--db", "a.db", "--output", "out.jsonl"]);

  expect(world.temp.read("project/out.jsonl")).toBe(file);
  expect(statSync(output).mode & 0o777).toBe(0o600);
  expect(result.data).toEqual({
    rows: 11,
    tables: { ...NONE, claims: 3, citations: 3, events: 3, projects: 1, project_keys: 1 },
    output,
    sha256: (JSON.parse(file.split("\n").at(-2) ?? "") as { sha256: string }).sha256,
  });
  expect(readdirSync(world.project).filter((name) => name.includes("part"))).toEqual([]);
});

test("a file that is there is replaced only when asked, through a link too, and closed to others", async () => {
  using world = await filledWorld();
  world.temp.write("project/out.jsonl", "precious");
  symlinkSync("out.jsonl", world.temp.at("project", "link.jsonl"));

  const refused = await world.json(["export", "--db", "a.db", "--output", "link.jsonl"]);
  const kept = world.temp.read("project/out.jsonl");
  const forced = await world.json(["export", "--db", "a.db", "--output", "link.jsonl", "--force"]);

  expect([refused.ok, refused.code, kept]).toEqual([false, "VALIDATION_ERROR", "precious"]);
  expect(forced.ok).toBe(true);
  expect(world.temp.read("project/out.jsonl")).toBe(await exportOf(world, "a.db"));
  expect(statSync(world.temp.at("project", "out.jsonl")).mode & 0o777).toBe(0o600);
});

test.each([
  ["the database itself", "a.db", "it is the database itself"],
  ["a folder", ".", "it is a folder"],
  ["a place that is not there", "no/such/out.jsonl", "its folder does not exist"],
])("an export over %s is refused", async (...[, output, reason]) => {
  using world = await filledWorld();
  const before = await exportOf(world, "a.db");

  const result = await world.json(["export", "--db", "a.db", "--output", output, "--force"]);

  expect(result).toMatchObject({ ok: false, code: "VALIDATION_ERROR", field: "output" });
  expect(result.error).toContain(reason);
  expect(await exportOf(world, "a.db")).toBe(before);
});

test.each([[["--json"]], [["--force"]]])("an export to stdout takes no %s", async (options) => {
  using world = await filledWorld();

  expect((await world.run(["export", "--db", "a.db", ...options])).exitCode).toBe(2);
});

test("whoever is bound to a tenant exports and imports nothing", async () => {
  using world = await filledWorld();
  world.temp.write("project/x.jsonl", await exportOf(world, "a.db"));

  const out = await world.run(["export", "--db", "a.db", "--tenant", "acme"]);
  const into = await world.json(["import", "x.jsonl", "--db", "b.db", "--tenant", "acme"]);

  expect([out.exitCode, out.stdout]).toEqual([1, ""]);
  expect(into).toMatchObject({ ok: false, code: "PERMISSION_DENIED" });
  expect(world.temp.exists("project/b.db")).toBe(false);
});

test("the same file again adds nothing, and a store with other claims takes what it lacks", async () => {
  using world = await filledWorld();
  world.temp.write("project/x.jsonl", await exportOf(world, "a.db"));
  await world.data(["ingest", "--db", "c.db", "--text", "Ana owns the billing queue"]);

  const again = await world.run(["--text", "import", "x.jsonl", "--db", "a.db"]);
  const other = await world.json(["import", "--input", "x.jsonl", "--db", "c.db"]);

  expect(again).toMatchObject({ exitCode: 0, stderr: "" });
  expect(again.stdout).toContain("every claim of the file is in the store already: nothing was added\n");
  expect(other).toMatchObject({ ok: true, data: { inserted: { claims: 3, citations: 3 }, refused: [] } });
  expect(await world.data(["stats", "--db", "c.db"])).toMatchObject({ claims: 4, by_status: { candidate: 4 } });
});

test("a dry run says what would happen, and makes no database", async () => {
  using world = await filledWorld();
  world.temp.write("project/x.jsonl", await exportOf(world, "a.db"));

  const result = await world.json(["import", "x.jsonl", "--db", "new.db", "--dry-run"]);
  const text = await world.run(["--text", "import", "x.jsonl", "--db", "a.db", "--dry-run"]);

  expect(result).toMatchObject({ ok: true, data: { dry_run: true, rows: 11, inserted: { claims: 3 } } });
  expect(text.stdout).toMatch(/^\[DRY RUN\]\nrows=11 inserted=0 skipped=11 /);
  expect(world.temp.exists("project/new.db")).toBe(false);
});

test.each([
  ["empty", () => "", "line 1: the file is empty"],
  ["compressed", (file: string) => gzipSync(file), "line 1: the file is compressed: unpack it first"],
  ["with the line ends of Windows", (file: string) => file.replaceAll("\n", "\r\n"), "CR LF"],
  ["with a byte order mark", (file: string) => `\ufeff${file}`, "line 1: the file begins with a byte order mark"],
  ["in UTF-16", (file: string) => Buffer.from(`\ufeff${file}`, "utf16le"), "line 1: the file is UTF-16"],
  ["of other bytes", () => Buffer.from([0, 1, 2, 255, 10]), "line 1: this is not an export"],
  ["altered", (file: string) => file.replace("module", "modul3"), "line 13: the lines before it are not those"],
  ["cut", (file: string) => file.slice(0, -10), "line 13: the file ends in the middle of this line"],
])("a file that is %s is refused with the line, and makes no database", async (...[, change, message]) => {
  using world = await filledWorld();
  world.temp.write("project/x.jsonl", change(await exportOf(world, "a.db")));

  const result = await world.run(["import", "x.jsonl", "--db", "new.db"]);

  expect(result).toMatchObject({ exitCode: 1, stderr: "" });
  const envelope = documentOf(result);
  expect(envelope).toMatchObject({ ok: false, code: "VALIDATION_ERROR", data: { rows: 0, inserted: NONE } });
  expect(envelope.error).toContain("x.jsonl, ");
  expect(envelope.error).toContain(message);
  expect(world.temp.exists("project/new.db")).toBe(false);
});

test.each([
  ["a folder", ".", "it is a folder"],
  ["a file that is not there", "none.jsonl", "there is no such file"],
])("%s is no file to import", async (...[, name, reason]) => {
  using world = createWorld();

  const result = await world.json(["import", name, "--db", "new.db"]);

  expect(result).toMatchObject({ ok: false, code: "VALIDATION_ERROR" });
  expect(result.error).toContain(reason);
  expect(world.temp.exists("project/new.db")).toBe(false);
});

test("an import needs one file", async () => {
  using world = createWorld();

  expect((await world.run(["import", "--db", "new.db"])).exitCode).toBe(2);
  expect((await world.run(["import", "x", "--input", "y", "--db", "new.db"])).exitCode).toBe(2);
});

test("what stands before the damage is kept when asked, with exit code 1", async () => {
  using world = await filledWorld();
  const lines = (await exportOf(world, "a.db")).split("\n");
  world.temp.write("project/x.jsonl", lines.with(8, "{").join("\n"));

  const result = await world.run(["import", "x.jsonl", "--db", "new.db", "--partial"]);

  expect(result.exitCode).toBe(1);
  expect(documentOf(result)).toMatchObject({
    code: "PARTIAL",
    data: { rows: 7, inserted: { claims: 3, citations: 2, events: 0 }, damage: { line: 9 } },
  });
  expect(await world.data(["stats", "--db", "new.db"])).toMatchObject({ claims: 3, events: 0 });
});

test("an interrupted export leaves no file behind", async () => {
  using world = await filledWorld(200);
  const output = world.temp.folder("out");
  const sink = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

  const exitCode = await main({
    argv: ["export", "--db", "a.db", "--output", `${output}/out.jsonl`],
    env: { HOME: world.home },
    cwd: () => world.project,
    stdin: Readable.from([]),
    stdout: sink(),
    stderr: sink(),
    onInterrupt: (stop) => {
      stop("SIGINT");
      return () => undefined;
    },
  });

  expect(exitCode).toBe(130);
  expect(readdirSync(output)).toEqual([]);
});
