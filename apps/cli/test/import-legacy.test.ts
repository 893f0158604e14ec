import { readdirSync, statSync } from "node:fs";

import { expect, test } from "vitest";

import { createWorld, documentOf, finished } from "./support/cli.ts";
import type { World } from "./support/cli.ts";
import { writeLegacyDatabase } from "./support/legacy-database.ts";

const TEXTS = ["The staging API listens on port 7443", "Ana owns the billing queue"];

/** A project with a database `old.db` of the earlier product. */
function legacyWorld(texts: readonly string[] = TEXTS): World {
  const world = createWorld();
  writeLegacyDatabase(world.temp.at("project", "old.db"), texts);
  return world;
}

const whole = { read: 2, taken: 2, changed: 0, refused: 0, not_carried: 0 };

test("a database of the earlier product goes into a new one, and the second time nothing is added", async () => {
  using world = legacyWorld();

  const first = await world.run(["import-legacy", "old.db", "--db", "new.db"]);
  const again = await world.data<object>(["import-legacy", "old.db", "--db", "new.db"]);

  expect([first.exitCode, first.stderr]).toEqual([0, ""]);
  expect(documentOf(first).data).toEqual({
    origin: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    version: null,
    tables: {
      citations: whole,
      claims: whole,
      events: whole,
      mcp_usage: { read: 1, taken: 0, changed: 0, refused: 0, not_carried: 1 },
    },
    rows: [{ table: "mcp_usage", id: null, outcome: "not_carried", reason: "no place in a store: 1 rows" }],
    chain: { algorithm: null, events: 2, valid: true, forks: 0, unverified: 2, issues: [] },
    new_claims: 2,
  });
  expect(again).toMatchObject({ tables: { claims: whole }, new_claims: 0 });
  expect(await world.data(["query", "which port does staging use", "--db", "new.db"])).toHaveLength(1);
  expect(await world.data(["integrity", "--db", "new.db"])).toMatchObject({ ok: true });
});

test("rows that are refused are named in the text, and make exit code 3", async () => {
  using world = legacyWorld(["The staging API listens on port 7443", " "]);

  const { exitCode, stdout, stderr } = await world.run(["--text", "import-legacy", "old.db", "--db", "new.db"]);

  expect([exitCode, stderr]).toEqual([3, ""]);
  expect(stdout).toBe(
    `${[
      "claims 2: refused: text is missing",
      "citations 2: refused: its claim was refused",
      "citations: read=2 taken=1 changed=0 refused=1 not_carried=0",
      "claims: read=2 taken=1 changed=0 refused=1 not_carried=0",
      "events: read=2 taken=2 changed=0 refused=0 not_carried=0",
      "mcp_usage: read=1 taken=0 changed=0 refused=0 not_carried=1",
      "chain: events=2 valid forks=0 unverified=2",
      "new claims=1",
    ].join("\n")}\n`,
  );
});

test("a dry run makes no database, and the report goes into a new file of its owner alone", async () => {
  using world = legacyWorld();
  const dry = ["import-legacy", "old.db", "--db", "new.db", "--dry-run", "--report", "report.json"];

  const data = await world.data<object>(dry);
  const again = await world.json(dry);

  expect(data).toMatchObject({ dry_run: true, tables: { claims: whole }, new_claims: null });
  expect(world.temp.exists("project/new.db")).toBe(false);
  expect(JSON.parse(world.temp.read("project/report.json"))).toEqual(data);
  expect(statSync(world.temp.at("project", "report.json")).mode & 0o777).toBe(0o600);
  expect(again).toMatchObject({ ok: false, code: "VALIDATION_ERROR", field: "report" });
});

test.each([
  ["is not there", "none.db", /There is no database at .*none\.db/],
  ["is a folder", ".", /is a folder/],
  ["is no database", "text.txt", /text\.txt: The file is not a database/],
  ["is of another program", "other.db", /no MemoryMaster database of the versions 3\.3 to 4\.8/],
  ["is of today", "own.db", /a database of this program: take it along with export and import/],
])("a file that %s is refused with exit code 1, and makes no database", async (...[, name, message]) => {
  using world = legacyWorld();
  world.temp.write("project/text.txt", "no database at all ".repeat(100));
  world.temp.write("project/other.db", "");
  await world.data(["init-db", "--db", "own.db"]);

  const result = await world.run(["import-legacy", name, "--db", "new.db"]);

  expect([result.exitCode, result.stderr]).toEqual([1, ""]);
  const { ok, code, error } = documentOf(result);
  expect([ok, code]).toEqual([false, "VALIDATION_ERROR"]);
  expect(error).toMatch(message);
  expect(world.temp.exists("project/new.db")).toBe(false);
});

test("whoever is bound to a tenant takes nothing in", async () => {
  using world = legacyWorld();

  const result = await world.json(["import-legacy", "old.db", "--db", "new.db", "--tenant", "acme"]);

  expect(result).toMatchObject({ ok: false, code: "PERMISSION_DENIED" });
  expect(world.temp.exists("project/new.db")).toBe(false);
});

test("an interrupted import keeps whole batches, leaves no copy behind, and the same command completes it", async () => {
  using world = legacyWorld(Array.from({ length: 2_000 }, (_none, at) => `Fact number ${at} of module ${at * 7}`));
  const env = { TMPDIR: world.temp.folder("tmp"), TEMP: world.temp.folder("tmp"), TMP: world.temp.folder("tmp") };
  await world.data(["init-db", "--db", "new.db"]);
  const count = async (): Promise<number> => (await world.data<{ claims: number }>(["stats", "--db", "new.db"])).claims;
  const child = world.start(["import-legacy", "old.db", "--db", "new.db"], { env });
  const end = finished(child);

  for (let claims = 0; claims === 0;) claims = await count();
  child.kill("SIGINT");
  const { exitCode, stdout } = await end;
  const kept = await count();
  const { new_claims: added } = await world.data<{ new_claims: number }>(["import-legacy", "old.db", "--db", "new.db"]);

  expect([exitCode, JSON.parse(stdout)]).toMatchObject([130, { ok: false, code: "PARTIAL", error: "Interrupted" }]);
  expect(kept % 200).toBe(0);
  expect(kept + added).toBe(2_000);
  expect(readdirSync(world.temp.at("tmp"))).toEqual([]);
});
