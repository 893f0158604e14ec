import { readdirSync } from "node:fs";
import { join } from "node:path";

import { createTestDatabase, teamVariables, tempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { ALL_TOOLS } from "../src/tools/all-tools.ts";
import { startClient } from "./support/start-client.ts";
import type { StartedClient } from "./support/start-client.ts";
import { openDatabase } from "./support/team.ts";

const FACT = "The staging API listens on port 7443";

/** A team's server on a new database of the folder. */
async function startTeam(folder: string, more: Readonly<Record<string, string>> = {}): Promise<StartedClient> {
  const db = join(folder, "memory.db");
  await (await openDatabase(db)).close();
  return startClient({ ...teamVariables(folder, db), ...more }, { folder, workspace: "shop" });
}

const contentOf = async (started: StartedClient, name: string, args: Record<string, unknown> = {}) =>
  (await started.call(name, args)).structuredContent;

test.each([
  [{ MEMORYMASTER_MCP_TENANT_ID: "" }, "MEMORYMASTER_MCP_TENANT_ID is not set: a team needs it"],
  [{ MEMORYMASTER_MCP_ALLOWED_SCOPES: "project:*" }, "MEMORYMASTER_MCP_ALLOWED_SCOPES may not hold *: each scope is"],
  [{ MEMORYMASTER_MCP_ALLOW_SENSITIVE: "1" }, "MEMORYMASTER_MCP_ALLOW_SENSITIVE may not be set in team mode"],
  [{ MEMORYMASTER_ROLE_ANA: "" }, "ana has no role: set MEMORYMASTER_ROLE_ANA or MEMORYMASTER_ROLES_CONFIG"],
  [{ MEMORYMASTER_ROLE_ANA: "", MEMORYMASTER_ROLES_CONFIG: "gone.json" }, "MEMORYMASTER_ROLES_CONFIG names no file"],
  [{ MEMORYMASTER_MCP_DB: "other.db" }, "The option db names another place or person than the team's configuration"],
])("a team of %j serves no call and says why, and the tools are listed", async (env, why) => {
  using temp = tempFolder();
  await using started = await startTeam(temp.path, env);

  for (const { name } of ALL_TOOLS) {
    expect(await contentOf(started, name)).toEqual({
      ok: false,
      code: "PERMISSION_DENIED",
      error: expect.stringContaining(why) as string,
    });
  }
  expect((await started.client.listTools()).tools).toHaveLength(ALL_TOOLS.length);
});

const IN_TEAM = ["ingest_claim", "query_memory", "get_claim", "list_claims", "classify_query"];

test("a team uses these tools and no others, whatever the role", async () => {
  using temp = tempFolder();
  await using started = await startTeam(temp.path);
  await started.result("ingest_claim", { text: FACT });
  const args: Readonly<Record<string, Record<string, unknown>>> = {
    ingest_claim: { text: "Deploys run on Friday" },
    query_memory: { query: "staging" },
    query_for_context: { query: "staging" },
    federated_query: { query: "staging" },
    recall_analysis: { query: "staging" },
    search_verbatim: { query: "staging" },
    get_claim: { claim_id: 1 },
    pin_claim: { claim_id: 1 },
    redact_claim_payload: { claim_id: 1 },
    resolve_steward_proposal: { action: "reject", claim_id: 1 },
    classify_query: { query: "what is staging" },
  };

  for (const { name } of ALL_TOOLS) {
    const refused = { ok: false, code: "PERMISSION_DENIED", error: `The tool ${name} is not enabled in team mode` };
    const content = await contentOf(started, name, args[name]);
    expect(content).toEqual(IN_TEAM.includes(name) ? expect.objectContaining({ ok: true }) : refused);
  }
});

test("the role is looked at before the arguments of a call, and these before the tool", async () => {
  using temp = tempFolder();
  await using started = await startTeam(temp.path, { MEMORYMASTER_MCP_PRINCIPAL: "luis" });

  const mayNot = (action: string) => ({
    code: "PERMISSION_DENIED",
    error: `luis has the role reader, which may not ${action}`,
  });
  expect(await contentOf(started, "ingest_claim", { db: "/other.db" })).toMatchObject(mayNot("ingest"));
  expect(await contentOf(started, "init_db")).toMatchObject(mayNot("configure"));
  expect(await contentOf(started, "pin_claim")).toMatchObject(mayNot("steward"));
  expect(await contentOf(started, "list_events", { db: "/other.db" })).toMatchObject({ code: "PATH_DENIED" });
  expect(await contentOf(started, "list_claims")).toMatchObject({ ok: true, total: 0 });
});

test("a team works in the one place of its configuration, whatever else the operator allows", async () => {
  using temp = tempFolder();
  const wide = { MEMORYMASTER_MCP_DB_ALLOWLIST: "/**", MEMORYMASTER_MCP_WORKSPACE_ALLOWLIST: "/**" };
  await using started = await startTeam(temp.path, { ...wide, MEMORYMASTER_MCP_ADMIN_MODE: "1" });
  await (await openDatabase(temp.at("other.db"))).close();
  temp.folder("shop/sub");

  const denied = async (field: string, name: string) => {
    const variable = `MEMORYMASTER_MCP_${field === "db" ? "DB" : "WORKSPACE"}`;
    const error = `This ${field} is not allowed; the operator allows it with ${variable}`;
    expect(await contentOf(started, "list_claims", { [field]: name })).toEqual({
      ok: false,
      code: "PATH_DENIED",
      error,
      field,
    });
  };
  for (const name of ["../other.db", temp.at("other.db"), "postgres://host/mm", "x.db"]) await denied("db", name);
  for (const name of ["sub", "..", "/"]) await denied("workspace", name);
  for (const own of [
    { db: "" },
    { db: "memorymaster.db" },
    { db: temp.at("memory.db") },
    { workspace: temp.at("shop") },
  ]) {
    expect(await contentOf(started, "list_claims", own)).toMatchObject({ ok: true });
  }
  expect(started.log.join("")).not.toContain("ADMIN_MODE");
});

test("a claim is the principal's, in the project of the team, and another name is passed over by name", async () => {
  using temp = tempFolder();
  await using started = await startTeam(temp.path);
  const others = { source_agent: "luis", holder: "The board", scope: "project" };

  const stored = await contentOf(started, "ingest_claim", { text: FACT, ...others });

  expect(stored).toMatchObject({
    claim: { source_agent: "ana", holder: "The board", scope: "project:shop", tenant_id: "acme" },
    warnings: ["ignored_fields:source_agent"],
  });
});

test("what is not granted is refused, and nothing is narrowed silently", async () => {
  using temp = tempFolder();
  await using started = await startTeam(temp.path, { MEMORYMASTER_ALLOW_SENSITIVE_BYPASS: "1" });
  const denied = { ok: false, code: "PERMISSION_DENIED" };

  expect(await contentOf(started, "ingest_claim", { text: FACT, scope: "global" })).toMatchObject(denied);
  expect(await contentOf(started, "ingest_claim", { text: FACT, visibility: "sensitive" })).toMatchObject(denied);
  for (const [name, args] of [
    ["list_claims", {}],
    ["query_memory", { query: "staging" }],
    ["get_claim", { claim_id: 1 }],
  ] as const) {
    expect(await contentOf(started, name, { ...args, scope_allowlist: "user,global" })).toMatchObject(denied);
    expect(await contentOf(started, name, { ...args, allow_sensitive: true })).toEqual({
      ok: false,
      code: "SENSITIVE_ACCESS_DENIED",
      error: "Sensitive claims are shown to no team",
    });
  }
  expect(await contentOf(started, "list_claims")).toMatchObject({ total: 0 });
});

test("without a project that is meant a claim needs a scope by name", async () => {
  using temp = tempFolder();
  await using started = await startTeam(temp.path, { MEMORYMASTER_MCP_ALLOWED_SCOPES: "project:a,project:b" });

  expect(await contentOf(started, "ingest_claim", { text: FACT })).toMatchObject({
    code: "PERMISSION_DENIED",
    error: expect.stringContaining("ambiguous") as string,
  });
  expect(await contentOf(started, "list_claims")).toMatchObject({ code: "PERMISSION_DENIED" });
  expect(await contentOf(started, "ingest_claim", { text: FACT, scope: "project:a" })).toMatchObject({ ok: true });
  expect(await contentOf(started, "list_claims", { scope_allowlist: "project:a" })).toMatchObject({ total: 1 });
});

test("meaning is not granted to a team: words are searched, and asking for it alone is refused", async () => {
  using temp = tempFolder();
  await using started = await startTeam(temp.path);
  const contained = { containment_reason: "team_not_granted" };

  expect(await contentOf(started, "query_memory", { query: "staging" })).toMatchObject({
    ok: true,
    requested_retrieval_mode: "hybrid",
    retrieval_mode: "legacy",
    ...contained,
  });
  expect(await contentOf(started, "query_memory", { query: "what depends on it", auto_classify: true })).toMatchObject({
    query_type: "relational",
    retrieval_mode: "legacy",
    ...contained,
  });
  expect(await contentOf(started, "query_memory", { query: "x", retrieval_mode: "qdrant" })).toMatchObject({
    code: "PERMISSION_DENIED",
  });
  expect(await contentOf(started, "classify_query", { query: "what depends on it" })).toMatchObject({
    effective_mode: "legacy",
    ...contained,
  });
});

test("the rate limit counts the principal, whatever name a call gives", async () => {
  using temp = tempFolder();
  await using started = await startTeam(temp.path, { MM_INGEST_RATE_LIMIT_PER_MIN: "1" });
  await started.result("ingest_claim", { text: FACT, source_agent: "one" });

  expect(
    await contentOf(started, "ingest_claim", { text: "Deploys run on Friday", source_agent: "two" }),
  ).toMatchObject({
    code: "RATE_LIMITED",
    source_agent: "ana",
  });
});

test("a team makes no database", async () => {
  using temp = tempFolder();
  await using started = await startClient(teamVariables(temp.path, temp.at("memory.db")), {
    folder: temp.path,
    workspace: "shop",
  });

  expect(await contentOf(started, "ingest_claim", { text: FACT })).toMatchObject({
    code: "PERMISSION_DENIED",
    error: expect.stringContaining("the operator makes it") as string,
  });
  expect(await contentOf(started, "list_claims")).toMatchObject({ code: "NOT_FOUND" });
  expect(readdirSync(temp.path)).toEqual(["shop"]);
});

test("a Postgres server that is not there is not named to the client, but to the operator", async () => {
  using temp = tempFolder();
  const db = "postgres://app:geheim@127.0.0.1:1/mm";
  await using started = await startClient(teamVariables(temp.path, db), {
    folder: temp.path,
    workspace: "shop",
    db,
  });

  const reply = await started.call("list_claims");

  expect(reply.structuredContent).toEqual({
    ok: false,
    code: "UNAVAILABLE",
    error: "The database server cannot be reached",
  });
  expect(started.log.join("")).toContain("postgres://app:***@127.0.0.1:1/mm");
  expect(started.log.join("")).not.toContain("geheim");
});

test("on Postgres a team is served, and one operator is not", async () => {
  using temp = tempFolder();
  await using database = await createTestDatabase();
  const operator = await openDatabase(database.url);
  const role = await database.createRole();
  await operator.store.roles?.grant(role.name);
  await operator.close();
  const variables = teamVariables(temp.path, role.url);
  await using team = await startClient(variables, { folder: temp.path, workspace: "shop", db: role.url });
  await using local = await startClient({}, { folder: temp.path, db: database.url });

  const stored = await team.result("ingest_claim", { text: FACT });
  const found = await team.result("query_memory", { query: "which port does staging use" });

  expect(stored).toMatchObject({ claim: { source_agent: "ana", tenant_id: "acme", scope: "project:shop" } });
  expect(found).toMatchObject({ rows: 1, claims: [{ text: FACT }] });
  expect(await contentOf(local, "list_claims")).toMatchObject({
    code: "PERMISSION_DENIED",
    error: expect.stringContaining("MEMORYMASTER_MCP_AUTH_MODE=team") as string,
  });
});
