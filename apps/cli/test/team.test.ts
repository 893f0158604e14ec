import { openMemoryMaster } from "@memorymaster/runtime";
import { createTestDatabase, teamVariables } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { createWorld, documentOf } from "./support/cli.ts";
import type { Envelope, World } from "./support/cli.ts";

const FACT = "The staging API listens on port 7443";

/** Runs as a member of a team whose database is `team.db`. */
async function asTeam(
  world: World,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Envelope & { readonly exitCode: number | null }> {
  const env = { ...teamVariables(world.temp.path, world.temp.at("team.db")), ...more };
  const result = await world.run(args, { env });
  return { ...documentOf(result), exitCode: result.exitCode };
}

async function withDatabase(): Promise<World> {
  const world = createWorld();
  await world.data(["init-db", "--db", world.temp.at("team.db")]);
  return world;
}

const denied = (error: string): object => ({
  ok: false,
  code: "PERMISSION_DENIED",
  error: expect.stringContaining(error) as string,
  exitCode: 1,
});

test("a member of a team stores, finds, decides and takes back in its own name, without naming itself", async () => {
  using world = await withDatabase();

  const stored = await asTeam(world, ["ingest", "--text", FACT, "--visibility", "private"]);
  const confirmed = await asTeam(world, ["confirm", "1"]);
  const redacted = await asTeam(world, ["redact-claim", "1", "--citations-only", "--yes"]);
  const { data } = await asTeam(world, ["history", "1"]);

  const owner = { source_agent: "ana", tenant_id: "acme", scope: "project:shop" };
  expect(stored).toMatchObject({ ok: true, data: owner });
  expect(confirmed).toMatchObject({ ok: true, data: [{ claim: { confirmed_by: "ana" } }] });
  expect(redacted).toMatchObject({ ok: true });
  expect(data).toMatchObject({ timeline: [{}, { payload: { actor: "ana" } }, { payload: { actor: "ana" } }] });
  expect(await asTeam(world, ["undo", "2"])).toMatchObject({ ok: true, data: { restored: [{ claim_id: 1 }] } });
  expect(await asTeam(world, ["archive", "1", "--actor", "luis"])).toMatchObject(denied("own name"));
  expect(await asTeam(world, ["redact-claim", "1", "--mode", "erase", "--yes"])).toMatchObject(denied("operator"));
});

test("options and variables of one machine lead a team nowhere else", async () => {
  using world = await withDatabase();
  const away = { MEMORYMASTER_DEFAULT_DB: world.temp.at("other.db"), MEMORYMASTER_WORKSPACE: world.home };

  expect(await asTeam(world, ["list-claims"], away)).toMatchObject({ ok: true, meta: { total: 0 } });
  for (const option of [["--db", "other.db"], ["--stealth"], ["--workspace", "."], ["--tenant", "globex"]]) {
    const refused = denied("names another place or person than the team's configuration");
    expect(await asTeam(world, ["ingest", "--text", FACT, ...option])).toMatchObject(refused);
  }
  for (const own of [
    ["--db", "../team.db"],
    ["--workspace", "../shop"],
    ["--tenant", "acme"],
  ]) {
    expect(await asTeam(world, ["list-claims", ...own])).toMatchObject({ ok: true });
  }
  expect(["project/other.db", "project/.memorymaster-stealth.db"].map((name) => world.temp.exists(name))).toEqual([
    false,
    false,
  ]);
});

test("the database as a whole is the operator's, and so is its schema", async () => {
  using world = await withDatabase();
  const whole = denied("only the local operator may do it");

  expect(await asTeam(world, ["init-db"])).toMatchObject(denied("the operator does"));
  for (const args of [["snapshot"], ["snapshots"], ["backup", "--output", "copy.db"], ["integrity"]]) {
    expect(await asTeam(world, args)).toMatchObject(whole);
  }
  expect(await asTeam(world, ["export", "--output", "copy.jsonl"])).toMatchObject(whole);
  expect(await asTeam(world, ["stats"])).toMatchObject({ ok: true, data: { claims: 0, size_bytes: null } });
  expect(world.temp.exists("project/copy.db") || world.temp.exists("project/copy.jsonl")).toBe(false);
});

test("a role limits what a member does, and a team that is not whole does nothing", async () => {
  using world = await withDatabase();
  const luis = { MEMORYMASTER_MCP_PRINCIPAL: "luis" };

  expect(await asTeam(world, ["list-claims"], luis)).toMatchObject({ ok: true });
  expect(await asTeam(world, ["ingest", "--text", FACT], luis)).toMatchObject(
    denied("luis has the role reader, which may not ingest"),
  );
  expect(await asTeam(world, ["list-claims"], { MEMORYMASTER_MCP_PRINCIPAL: "eva" })).toMatchObject(
    denied("eva has no role"),
  );
  expect(await asTeam(world, ["list-claims"], { MEMORYMASTER_MCP_TENANT_ID: "" })).toMatchObject({
    ok: false,
    error: "MEMORYMASTER_MCP_TENANT_ID is not set: a team needs it",
    exitCode: 2,
  });
});

test("where tells the place of a team, and says nothing of its password", async () => {
  using world = createWorld();
  const db = "postgres://app:geheim@127.0.0.1:1/mm";

  expect(await asTeam(world, ["where"], { MEMORYMASTER_MCP_DB: db })).toMatchObject({
    ok: true,
    data: {
      db: "postgres://app:***@127.0.0.1:1/mm",
      db_reason: "env",
      project_scope: "project:shop",
      scope_reason: "team",
      read_scopes: ["project:shop", "user"],
    },
  });
});

test("a role that owns nothing serves a team, and no operator", async () => {
  using world = createWorld();
  await using database = await createTestDatabase();
  const role = await database.createRole();
  {
    const around = { surface: "test", env: {}, cwd: world.project };
    await using operator = await openMemoryMaster({ ...around, db: database.url, create: true });
    await operator.store.roles?.grant(role.name);
  }

  const stored = await asTeam(world, ["ingest", "--text", FACT], { MEMORYMASTER_MCP_DB: role.url });
  const asOperator = await world.run(["list-claims", "--db", role.url]);

  expect(stored).toMatchObject({ ok: true, data: { source_agent: "ana", tenant_id: "acme" } });
  expect(documentOf(asOperator)).toMatchObject({ ok: false, code: "PERMISSION_DENIED" });
});
