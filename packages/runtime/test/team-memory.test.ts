import { createRepository, tempFolder } from "@memorymaster/test-support";
import type { TempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { describeSurroundings } from "../src/describe-surroundings.ts";
import { openMemoryMaster } from "../src/open-memory-master.ts";
import type { MemoryMaster } from "../src/open-memory-master.ts";
import type { OpenOptions } from "../src/open-options.ts";

const FACT = "The staging API listens on port 7443";
const KEY = Buffer.alloc(32, 7).toString("base64");

/** A call of ana of the tenant acme, whose workspace is `shop`, from the folder `elsewhere`. */
function call(
  temp: TempFolder,
  env: Readonly<Record<string, string>> = {},
): OpenOptions & { readonly lines: string[] } {
  const lines: string[] = [];
  temp.folder("shop");
  return {
    surface: "test",
    env: {
      ...process.env,
      HOME: temp.folder("home"),
      USERPROFILE: temp.at("home"),
      MEMORYMASTER_DEFAULT_DB: temp.at("other.db"),
      MEMORYMASTER_WORKSPACE: temp.folder("elsewhere"),
      MEMORYMASTER_MCP_AUTH_MODE: "team",
      MEMORYMASTER_MCP_PRINCIPAL: "ana",
      MEMORYMASTER_MCP_TENANT_ID: "acme",
      MEMORYMASTER_MCP_ALLOWED_SCOPES: "project:shop,user",
      MEMORYMASTER_MCP_WORKSPACE: temp.at("shop"),
      MEMORYMASTER_MCP_DB: "memory.db",
      MEMORYMASTER_ROLE_ANA: "admin",
      ...env,
    },
    cwd: temp.at("elsewhere"),
    writeLog: (line) => void lines.push(line),
    lines,
  };
}

/** The person at the machine, on the database of the team. */
function operator(temp: TempFolder): Promise<MemoryMaster> {
  return openMemoryMaster({
    ...call(temp, { MEMORYMASTER_MCP_AUTH_MODE: "" }),
    db: temp.at("shop", "memory.db"),
    create: true,
  });
}

test("a member of a team writes in its own name, tenant and project, and finds nobody else's", async () => {
  using temp = tempFolder();
  await using own = await operator(temp);
  await own.memory.claims.ingest({ text: "The operator's word", scope: "project:shop" });
  await using team = await openMemoryMaster({ ...call(temp), create: true });

  const { claim } = await team.memory.claims.ingest({ text: FACT });
  const { items } = await team.memory.claims.list();

  expect(claim).toMatchObject({ sourceAgent: "ana", tenantId: "acme", scope: "project:shop", visibility: "public" });
  expect(items.map(({ text }) => text)).toEqual([FACT]);
  expect(team.authority).toMatchObject({ mode: "team", principal: "ana", role: "admin", tenantId: "acme" });
  expect(team.database).toMatchObject({ path: temp.at("shop", "memory.db"), reason: "env" });
  for (const refused of [{ sourceAgent: "luis" }, { visibility: "sensitive" }, { scope: "global" }] as const) {
    await expect(team.memory.claims.ingest({ text: "Others", ...refused })).rejects.toMatchObject({
      code: "access.denied",
    });
  }
  await expect(team.memory.claims.get(claim.id, { allowSensitive: true })).rejects.toMatchObject({
    code: "access.sensitive",
    message: "Sensitive claims are shown to no team",
  });
});

test.each([
  ["db", { db: "memory.db" }],
  ["db", { db: "postgres://host/mm" }],
  ["stealth", { stealth: true }],
  ["workspace", { workspace: "." }],
  ["tenant", { tenant: "globex" }],
  ["principal", { principal: "luis" }],
])("another %s than the configuration's is refused before anything is opened", async (field, given) => {
  using temp = tempFolder();

  const open = openMemoryMaster({ ...call(temp), ...given, create: true });

  await expect(open).rejects.toMatchObject({ code: "access.denied", details: { field } });
  expect(temp.exists("elsewhere/memory.db")).toBe(false);
});

test("the place and person of the configuration may be repeated", async () => {
  using temp = tempFolder();
  await (await operator(temp)).close();
  const given = { db: "../shop/memory.db", workspace: "../shop", tenant: "acme", principal: "ana" };

  await using team = await openMemoryMaster({ ...call(temp), ...given });

  expect(await team.memory.claims.ingest({ text: FACT })).toMatchObject({ deduplicated: false });
});

test("a team makes no database, and says to a reader that there is none", async () => {
  using temp = tempFolder();

  await expect(openMemoryMaster({ ...call(temp), create: true })).rejects.toMatchObject({
    code: "access.denied",
    message: expect.not.stringContaining(temp.path) as string,
  });
  await expect(openMemoryMaster(call(temp))).rejects.toMatchObject({ code: "store.missing" });
  await expect(openMemoryMaster({ ...call(temp), readOnly: true })).rejects.toMatchObject({ code: "store.missing" });
  expect(temp.exists("shop/memory.db")).toBe(false);
});

test("a database without tables gets none from a team", async () => {
  using temp = tempFolder();
  temp.write("shop/memory.db", "");

  for (const access of [{ create: true }, {}, { readOnly: true }]) {
    await expect(openMemoryMaster({ ...call(temp), ...access })).rejects.toMatchObject({ code: "access.denied" });
  }
  expect(temp.bytes("shop/memory.db").includes("claims")).toBe(false);
});

test("roles that are none are told in the log, and sealing is left to the operator", async () => {
  using temp = tempFolder();
  await (await operator(temp)).close();
  temp.write("elsewhere/roles.json", '{"agents": {"ana": "writer"}}');
  const odd = { MEMORYMASTER_ROLE_ANA: "boss", MEMORYMASTER_ROLES_CONFIG: "roles.json" };
  const options = call(temp, { ...odd, MEMORYMASTER_ENCRYPTION_KEY: KEY });

  await using team = await openMemoryMaster(options);

  expect(options.lines).toEqual([expect.stringMatching(/^warning: MEMORYMASTER_ROLE_ANA names no role/)]);
  expect([team.authority.role, team.settings.sealer]).toEqual(["writer", undefined]);
});

const codeOf = (thrown: unknown): unknown => (thrown as { readonly code?: unknown }).code;

/** Scope of a write without one, and what a read covers, by the grant of a team. */
async function scopesOf(temp: TempFolder, granted: string, env: Readonly<Record<string, string>> = {}) {
  await (await operator(temp)).close();
  await using team = await openMemoryMaster(call(temp, { ...env, MEMORYMASTER_MCP_ALLOWED_SCOPES: granted }));
  const write = await team.memory.claims.ingest({ text: FACT }).then(({ claim }) => claim.scope, codeOf);
  const read = await team.memory.scopes.defaultRead().catch(codeOf);
  return [write, read];
}

test.each([
  ["project:other,project:shop,global", "project:shop", ["project:shop", "global"]],
  ["project:other,user", "project:other", ["project:other", "user"]],
  ["project:one,project:two,user", "access.denied", "access.denied"],
  ["global,team:core", "access.denied", ["global"]],
  ["team:core", "access.denied", "access.denied"],
])("of the scopes %s a write goes to %s and a read covers %j", async (granted, write, read) => {
  using temp = tempFolder();

  expect(await scopesOf(temp, granted)).toEqual([write, read]);
});

test("the scope of a workspace with a suffix, a chosen one and that of no workspace count when they are granted", async () => {
  using temp = tempFolder();
  createRepository(temp.at("shop"));
  const suffixed = await describeSurroundings({
    ...call(temp, { MEMORYMASTER_MCP_AUTH_MODE: "", MEMORYMASTER_SCOPE_DISAMBIGUATE: "1" }),
    workspace: temp.at("shop"),
  });
  const both = `project:a,${suffixed.projectScope}`;

  expect(suffixed.projectScope).toMatch(/^project:shop:[0-9a-f]{8}$/);
  expect((await scopesOf(temp, both))[0]).toBe(suffixed.projectScope);
  expect((await scopesOf(temp, "project:a,project:b", { MEMORYMASTER_DEFAULT_PROJECT_SCOPE: "project:b" }))[0]).toBe(
    "project:b",
  );
  const home = { MEMORYMASTER_MCP_WORKSPACE: temp.at("home"), MEMORYMASTER_MCP_DB: temp.at("shop", "memory.db") };
  expect((await scopesOf(temp, "project:a,project:b,user", home))[0]).toBe("user");
});

test("projects of a team are neither looked up nor stored", async () => {
  using temp = tempFolder();
  await using own = await operator(temp);
  const taken = { slug: "shop", lastPath: "/other/shop", keys: [], at: "2026-01-02T03:04:05+00:00" };
  await own.store.projects.record({ ...taken, scope: "project:shop" });

  await using team = await openMemoryMaster(call(temp));
  const { claim } = await team.memory.claims.ingest({ text: FACT });

  expect(claim.scope).toBe("project:shop");
  expect(await own.store.dump.count("projects")).toBe(1);
  expect(await own.store.dump.count("project_keys")).toBe(0);
});

test("what a team would use is told without its database", async () => {
  using temp = tempFolder();

  expect(await describeSurroundings(call(temp))).toEqual({
    database: { path: temp.at("shop", "memory.db"), reason: "env" },
    exists: false,
    workspace: temp.at("shop"),
    projectScope: "project:shop",
    scopeReason: "team",
    readScopes: ["project:shop", "user"],
    configFile: undefined,
  });
});
