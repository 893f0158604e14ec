import { commitFile, createRepository, git, tempFolder } from "@memorymaster/test-support";
import type { TempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { describeSurroundings } from "../src/describe-surroundings.ts";
import { openMemoryMaster } from "../src/open-memory-master.ts";
import type { OpenOptions } from "../src/open-options.ts";

const FACT = "The staging API listens on port 7443";

/** A call from the folder `project`, whose log lines are collected. */
function call(temp: TempFolder, more: Partial<OpenOptions> = {}): OpenOptions & { readonly lines: string[] } {
  const home = temp.folder("home");
  const lines: string[] = [];
  const writeLog = (line: string): void => void lines.push(line);
  return {
    surface: "test",
    env: { ...process.env, HOME: home, USERPROFILE: home },
    cwd: temp.folder("project"),
    writeLog,
    lines,
    ...more,
  };
}

test("what is stored by one call is found by the next, in the project's scope and with the surface as evidence", async () => {
  using temp = tempFolder();
  const options = call(temp, { create: true });
  {
    await using master = await openMemoryMaster(options);
    await master.memory.claims.ingest({ text: FACT });
  }

  await using reader = await openMemoryMaster(call(temp, { readOnly: true }));
  const { rows } = await reader.memory.recall.query({ queryText: "which port does staging use", withCitations: true });

  expect(rows.map(({ claim }) => [claim.text, claim.scope, claim.sourceAgent])).toEqual([
    [FACT, "project:project", "test"],
  ]);
  expect(rows[0]?.claim.citations).toMatchObject([{ source: "test", locator: "project:project" }]);
  expect(reader.database).toMatchObject({ path: temp.at("home", ".memorymaster", "memory.db"), reason: "home" });
  expect(reader.database.sizeBytes()).toBeGreaterThan(0);
  expect(options.lines).toEqual([]);
});

test("a missing database is an error unless it may be made", async () => {
  using temp = tempFolder();

  const opened = [{ readOnly: true }, {}].map((access) => openMemoryMaster(call(temp, { db: "memory.db", ...access })));

  for (const open of opened) await expect(open).rejects.toMatchObject({ code: "store.missing" });
  expect(await describeSurroundings(call(temp, { db: "memory.db" }))).toMatchObject({ exists: false });
});

test("a database in memory is one that may be made, and nothing to read from", async () => {
  using temp = tempFolder();

  const opened = [{ readOnly: true }, {}].map((access) => openMemoryMaster(call(temp, { db: ":memory:", ...access })));

  for (const open of opened) await expect(open).rejects.toMatchObject({ code: "store.unavailable" });
  await using master = await openMemoryMaster(call(temp, { db: ":memory:", create: true }));
  expect(await master.memory.claims.ingest({ text: FACT })).toMatchObject({ claim: { id: 1 } });
});

test("a tenant without a name is refused before anything is opened", async () => {
  using temp = tempFolder();

  const open = openMemoryMaster(call(temp, { tenant: " \t", db: "memory.db", create: true }));

  await expect(open).rejects.toMatchObject({ code: "input.invalid", details: { field: "tenant" } });
  expect(await describeSurroundings(call(temp, { db: "memory.db" }))).toMatchObject({ exists: false });
  await using master = await openMemoryMaster(call(temp, { tenant: " acme ", db: "memory.db", create: true }));
  expect(await master.memory.claims.ingest({ text: FACT })).toMatchObject({ claim: { tenantId: "acme" } });
});

test("a Postgres server that cannot be reached is named without its password", async () => {
  using temp = tempFolder();

  const open = openMemoryMaster(call(temp, { db: "postgres://ana:geheim@127.0.0.1:1/mm" }));

  await expect(open).rejects.toMatchObject({
    code: "store.unavailable",
    message: expect.not.stringContaining("geheim") as unknown,
  });
});

test("a tenant sees and writes its own claims only", async () => {
  using temp = tempFolder();
  await using acme = await openMemoryMaster(call(temp, { create: true, tenant: "acme" }));
  await using other = await openMemoryMaster(call(temp, { tenant: "other" }));
  const { claim } = await acme.memory.claims.ingest({ text: FACT });

  expect(claim.tenantId).toBe("acme");
  await expect(other.memory.claims.get(claim.id)).rejects.toMatchObject({ code: "claim.not_found" });
});

test("cited files of the workspace are checked as a claim is stored", async () => {
  using temp = tempFolder();
  createRepository(temp.at("project"));
  const commitId = commitFile(temp.at("project"), "ops.md", "# Ops\nThe API listens on 7443.\n");
  await using master = await openMemoryMaster(call(temp, { create: true }));

  const { claim } = await master.memory.claims.ingest({ text: FACT, citations: [{ source: "ops.md", locator: "L2" }] });

  const gitBlob = git(temp.at("project"), "rev-parse", "HEAD:ops.md");
  expect(claim.citations).toMatchObject([
    { path: "ops.md", lineStart: 2, excerpt: "The API listens on 7443.", commitId, gitBlob },
  ]);
});

test("sensitive claims are shown only when the operator's setting allows it", async () => {
  using temp = tempFolder();
  const allowed = call(temp, { create: true });
  await using master = await openMemoryMaster({
    ...allowed,
    env: { ...allowed.env, MEMORYMASTER_ALLOW_SENSITIVE_BYPASS: "yes" },
  });
  await using strict = await openMemoryMaster(call(temp));
  await master.memory.claims.ingest({ text: FACT, visibility: "sensitive", sourceAgent: "ana" });

  const { rows } = await master.memory.recall.query({ queryText: "staging port", allowSensitive: true });

  expect(rows).toHaveLength(1);
  await expect(strict.memory.recall.query({ queryText: "staging port", allowSensitive: true })).rejects.toMatchObject({
    code: "access.sensitive",
  });
});

test("a new database that git would commit is announced once, an ignored one never", async () => {
  using temp = tempFolder();
  createRepository(temp.at("project"));
  const first = call(temp, { db: "sub/memory.db", create: true });
  const second = call(temp, { db: "sub/memory.db", create: true });
  const ignored = call(temp, { db: "other.db", create: true });

  await (await openMemoryMaster(first)).close();
  await (await openMemoryMaster(second)).close();
  temp.write("project/.gitignore", "other.db*\n");
  await (await openMemoryMaster(ignored)).close();

  expect(first.lines).toEqual([
    expect.stringMatching(/^warning: The new database .*memory\.db lies in a git work tree/),
  ]);
  expect([second.lines, ignored.lines]).toEqual([[], []]);
});

test("the surroundings are told without a database, and with one that cannot be read", async () => {
  using temp = tempFolder();
  createRepository(temp.at("project"));
  const without = await describeSurroundings(call(temp));
  temp.write(
    "project/memorymaster.db",
    "This is no database at all, just a text that is long enough to be read as a header.".repeat(20),
  );
  const broken = call(temp);

  const report = await describeSurroundings(broken);

  const expected = {
    workspace: temp.at("project"),
    projectScope: "project:project",
    scopeReason: "new",
    readScopes: ["project:project", "user", "global", "project"],
    configFile: undefined,
  };
  expect(without).toEqual({
    ...expected,
    exists: false,
    database: { path: temp.at("home", ".memorymaster", "memory.db"), reason: "home" },
  });
  expect(report).toEqual({
    ...expected,
    exists: true,
    database: { path: temp.at("project", "memorymaster.db"), reason: "found" },
  });
  expect(broken.lines).toEqual([expect.stringMatching(/^warning: The database cannot be read: /)]);
});

test("closing twice is harmless", async () => {
  using temp = tempFolder();
  const master = await openMemoryMaster(call(temp, { create: true }));

  await master.close();

  await expect(master.close()).resolves.toBeUndefined();
});
