import { chmodSync, statSync } from "node:fs";

import { createRepository } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { createWorld, documentOf } from "./support/cli.ts";

test.each([
  ["a folder", "NOT_A_FILE", "is a folder"],
  ["a file that is no database", "NO_DATABASE", "not a"],
])("%s as database gives one clear line, whatever the command", async (_name, kind, reason) => {
  using world = createWorld();
  if (kind === "NOT_A_FILE") world.temp.folder("project/odd.db");
  else world.temp.write("project/odd.db", "This is a letter, not a database.\n".repeat(50));

  for (const command of [["query", "x"], ["ingest", "--text", "a fact"], ["init-db"], ["stats"], ["pin", "1"]]) {
    const json = await world.run([...command, "--db", "odd.db"]);
    const text = await world.run(["--text", ...command, "--db", "odd.db"]);

    expect([command[0], json.exitCode, text.exitCode]).toEqual([command[0], 2, 2]);
    expect(documentOf(json)).toMatchObject({
      ok: false,
      code: "UNAVAILABLE",
      error: expect.stringContaining(reason) as unknown,
    });
    expect(text.stderr).toMatch(/^error: [^\n]*odd\.db[^\n]*\n$/);
    expect(text.stderr).not.toMatch(/\bat .*\.js|SQLITE_/);
  }
});

test.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
  "a file without write permission can be read and not written",
  async () => {
    using world = createWorld();
    await world.data(["ingest", "--text", "Backups run at midnight", "--db", "memory.db"]);
    chmodSync(world.temp.at("project", "memory.db"), 0o400);

    const written = await world.run(["ingest", "--text", "Another fact of the day", "--db", "memory.db"]);

    expect([written.exitCode, documentOf(written)]).toMatchObject([2, { ok: false, code: "UNAVAILABLE" }]);
    expect(await world.data(["query", "backups", "--db", "memory.db"])).toHaveLength(1);
  },
);

test("a Postgres server that is not there is told as such, and the password is not shown", async () => {
  using world = createWorld();

  const result = await world.run(["stats", "--db", "postgresql://ana:geheim@127.0.0.1:1/mm"]);
  const where = await world.run(["where", "--json", "--db", "postgresql://ana:geheim@127.0.0.1:1/mm"]);

  expect(result.exitCode).toBe(2);
  expect(documentOf(result).error).toContain(
    "postgresql://ana:***@127.0.0.1:1/mm: The database server cannot be reached",
  );
  expect(documentOf(where).data).toMatchObject({
    db: "postgresql://ana:***@127.0.0.1:1/mm",
    db_reason: "option",
    exists: false,
  });
  expect(result.stdout + result.stderr + where.stdout + where.stderr).not.toContain("geheim");
});

test("a database in memory is refused: what a command stores in it ends with the command", async () => {
  using world = createWorld();

  const option = await world.run(["ingest", "--text", "Backups run at midnight", "--db", ":memory:"]);
  const variable = await world.run(["init-db"], { env: { MEMORYMASTER_DEFAULT_DB: ":memory:" } });

  for (const result of [option, variable]) {
    expect([result.exitCode, documentOf(result)]).toMatchObject([2, { ok: false, code: "USAGE" }]);
  }
});

test("the home database is made on the first write, for its owner alone", async () => {
  using world = createWorld();

  const before = await world.data<{ exists: boolean }>(["where"]);
  const read = await world.run(["query", "anything"]);
  await world.data(["ingest", "--text", "Backups run at midnight"]);

  const file = world.temp.at("home", ".memorymaster", "memory.db");
  expect(before).toMatchObject({ db: file, db_reason: "home", exists: false });
  expect(read.exitCode).toBe(2);
  expect(await world.data(["where"])).toMatchObject({ db: file, exists: true });
  if (process.platform !== "win32") {
    expect([statSync(file).mode & 0o777, statSync(world.temp.at("home", ".memorymaster")).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
  }
});

test("where names the database and the reason for each rung", async () => {
  using world = createWorld();
  createRepository(world.project);
  world.temp.folder("project/src");
  const env = { MEMORYMASTER_DEFAULT_DB: world.temp.at("variable.db") };
  const reasonOf = async (args: readonly string[], given: Record<string, string> = {}): Promise<unknown> => {
    const found = await world.json(["where", ...args], { cwd: world.temp.at("project", "src"), env: given });
    return (found.data as { db_reason: string }).db_reason;
  };

  const reasons = [await reasonOf([])];
  world.temp.write("project/memorymaster.db", "");
  reasons.push(await reasonOf([]), await reasonOf([], env));
  world.temp.write("project/src/.memorymaster-stealth.db", "");
  reasons.push(
    await reasonOf([], env),
    await reasonOf(["--db", "x.db"], env),
    await reasonOf(["--stealth", "--db", "x.db"], env),
  );

  expect(reasons).toEqual(["home", "found", "env", "stealth_file", "option", "stealth"]);
});

test("a new database that git would commit is announced, an ignored one is not", async () => {
  using world = createWorld();
  createRepository(world.project);

  const seen = await world.run(["init-db", "--db", "memorymaster.db"]);
  const again = await world.run(["init-db", "--db", "memorymaster.db"]);
  world.temp.write("project/.gitignore", "*.db\n");
  const ignored = await world.run(["init-db", "--db", "deep/er/other.db"]);

  expect(seen.stderr).toMatch(/^warning: The new database .*memorymaster\.db lies in a git work tree .*\n$/);
  expect([seen.exitCode, again.stderr, ignored.stderr, ignored.exitCode]).toEqual([0, "", "", 0]);
});

test("--stealth keeps a database of its own, which later calls in the folder find by themselves", async () => {
  using world = createWorld();

  const made = await world.data(["init-db", "--stealth"]);
  const text = await world.run(["--text", "init-db"]);

  const file = world.temp.at("project", ".memorymaster-stealth.db");
  expect(made).toEqual({ db: file, stealth: true, team_role: null });
  expect(text.stdout).toBe(`initialized db: ${file} (stealth)\n`);
});

test("reading changes no byte of the database", async () => {
  using world = createWorld();
  await world.data(["ingest", "--text", "Backups run at midnight", "--db", "memory.db"]);
  const before = world.temp.bytes("project/memory.db");

  for (const command of [
    ["query", "backups"],
    ["context", "backups"],
    ["show", "1"],
    ["list-claims"],
    ["list-events"],
    ["history", "1"],
    ["stats"],
    ["links", "1"],
    ["where"],
  ]) {
    expect((await world.run([...command, "--db", "memory.db"])).exitCode).toBe(0);
  }

  expect(world.temp.bytes("project/memory.db").equals(before)).toBe(true);
});
