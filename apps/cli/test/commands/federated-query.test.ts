import { expect, test } from "vitest";

import { createWorld, documentOf } from "../support/cli.ts";
import type { Envelope, World } from "../support/cli.ts";

const QUESTION = "staging gateway token";
const FACT = "The staging gateway rotates its token";

interface FoundRow {
  readonly claim: { readonly id: number; readonly text: string; readonly scope: string };
  readonly score: number;
  readonly database?: string;
}

const adding =
  (world: World, db = "memory.db") =>
  (text: string, ...options: readonly string[]): Promise<unknown> =>
    world.data(["--db", db, "ingest", "--text", text, ...options]);

const rowsOf = ({ data }: Envelope): readonly FoundRow[] => data as FoundRow[];

test("federated-query finds what every project knows, and nothing foreign", async () => {
  using world = createWorld();
  const db = "memory.db";
  const add = adding(world);
  await add(`${FACT} here`);
  await add(`${FACT} there`, "--scope", "project:mail");
  await add(`${FACT} at the team`, "--scope", "team:ops");
  await add(`${FACT} quietly`, "--scope", "project:mail", "--visibility", "sensitive", "--source-agent", "ana");
  await world.data(["--db", db, "--tenant", "acme", "ingest", "--text", `${FACT} elsewhere`]);
  const ask = (...options: readonly string[]): Promise<Envelope> =>
    world.json(["--db", db, "federated-query", QUESTION, ...options]);
  const scopes = (answer: Envelope): readonly string[] =>
    rowsOf(answer)
      .map(({ claim }) => claim.scope)
      .sort();

  const all = await ask();
  const tenant = await ask("--tenant", "acme");

  expect(scopes(all)).toEqual(["project:mail", "project:project", "project:project"]);
  expect([rowsOf(all)[0]?.database, all.meta]).toMatchObject([undefined, { total: 3, relevant: 3, limit: 20 }]);
  expect([scopes(tenant), tenant.meta]).toMatchObject([["project:project"], { total: 1, relevant: 1 }]);
  expect(scopes(await ask("--current-scope", "team:ops"))).toContain("team:ops");
  expect(scopes(await ask("--scope-allowlist", "project:mail,team:ops"))).toEqual(["project:mail", "team:ops"]);
  expect(rowsOf(await ask("--limit", "2"))).toHaveLength(2);
});

test("--allow-sensitive shows sensitive claims of the current scope alone", async () => {
  using world = createWorld();
  const hidden = ["--visibility", "sensitive", "--source-agent", "ana"] as const;
  await adding(world)(`${FACT} here`, ...hidden);
  await adding(world)(`${FACT} there`, "--scope", "project:mail", ...hidden);
  const command = ["--db", "memory.db", "federated-query", QUESTION, "--allow-sensitive"] as const;
  const env = { MEMORYMASTER_ALLOW_SENSITIVE_BYPASS: "1" };

  const own = await world.json(command, { env });
  const other = await world.json([...command, "--current-scope", "project:mail"], { env });
  const refused = await world.json(command);

  expect(rowsOf(own).map(({ claim }) => claim.text)).toEqual([`${FACT} here`]);
  expect([own.meta, rowsOf(other).map(({ claim }) => claim.text)]).toMatchObject([{ total: 1 }, [`${FACT} there`]]);
  expect(refused).toMatchObject({ ok: false, code: "SENSITIVE_ACCESS_DENIED" });
});

test("several databases answer together: by score, equal ones by database and id", async () => {
  using world = createWorld();
  await adding(world, "b.db")(FACT);
  await adding(world, "b.db")("The cellar stands open at night");
  await world.data(["--db", "b.db", "backup", "--output", "a.db"]);
  const paths = ["b.db", "a.db"].map((name) => world.temp.at("project", name));
  const command = ["--db", "b.db", "federated-query", QUESTION, "--also", "a.db", "--also", "./b.db"];

  const result = await world.runProgram(command);
  const text = await world.run(["--text", ...command, "--limit", "1"]);

  const answer = documentOf(result);
  expect([result.exitCode, result.stderr]).toEqual([0, ""]);
  expect(rowsOf(answer).map(({ claim, database }) => [claim.text, database])).toEqual([
    [FACT, paths[0]],
    [FACT, paths[1]],
  ]);
  expect(answer.meta).toMatchObject({ total: 2, relevant: 2, unreachable: [], dropped_terms: [], relaxed: false });
  expect(text.stdout.split("\n").slice(-3)).toEqual([`  database: ${paths[0] ?? ""}`, "rows=1", ""]);
});

test("a database that cannot be searched is told, exit code 1, and the others answer", async () => {
  using world = createWorld();
  await adding(world)(FACT);
  world.temp.write("project/broken.db", "this is no database, but long enough to be looked at".repeat(50));
  const command = ["federated-query", QUESTION, "--also", "broken.db", "--also", "gone.db"];

  const json = await world.run(["--db", "memory.db", ...command]);
  const text = await world.run(["--text", "--db", "gone.db", "federated-query", QUESTION, "--also", "memory.db"]);
  const none = await world.run(["--db", "gone.db", "federated-query", QUESTION, "--also", "broken.db"]);

  const at = (name: string): string => world.temp.at("project", name);
  expect([json.exitCode, documentOf(json)]).toMatchObject([
    1,
    {
      ok: false,
      code: "PARTIAL",
      error: "2 of 3 databases could not be searched",
      data: [{ claim: { text: FACT }, database: at("memory.db") }],
      meta: {
        total: 1,
        unreachable: [
          { database: at("broken.db"), code: "UNAVAILABLE" },
          { database: at("gone.db"), code: "NOT_FOUND" },
        ],
      },
    },
  ]);
  expect([text.exitCode, text.stderr]).toEqual([1, "error: 1 of 2 databases could not be searched\n"]);
  expect(text.stdout).toMatch(/rows=1\nunreachable: .+gone\.db: NOT_FOUND /);
  expect([none.exitCode, documentOf(none)]).toMatchObject([1, { code: "PARTIAL", data: [] }]);
  expect(world.temp.exists("project/gone.db")).toBe(false);
});

test("a connection string that cannot be reached is named without its password", async () => {
  using world = createWorld();
  await adding(world)(FACT);
  const dsn = "postgres://ana:quokka-pass@127.0.0.1:9/memory";

  const result = await world.run(["--db", "memory.db", "federated-query", QUESTION, "--also", dsn]);

  expect(documentOf(result)).toMatchObject({
    code: "PARTIAL",
    data: [{ claim: { text: FACT } }],
    meta: { unreachable: [{ database: "postgres://ana:***@127.0.0.1:9/memory", code: "UNAVAILABLE" }] },
  });
  expect(result.stdout + result.stderr).not.toContain("quokka-pass");
});

test.each([
  [["federated-query"], "missing required argument 'text'"],
  [["federated-query", "x", "--limit", "0"], "limit"],
])("%j makes no sense and is explained", async (args, message) => {
  using world = createWorld();

  const { exitCode, stderr } = await world.run([...args, "--json"]);

  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
});
