import { tempFolder } from "@memorymaster/test-support";
import type { TempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { readTeam } from "../src/team.ts";

const TEAM = {
  MEMORYMASTER_MCP_AUTH_MODE: "team",
  MEMORYMASTER_MCP_PRINCIPAL: "ana-b",
  MEMORYMASTER_MCP_TENANT_ID: "acme",
  MEMORYMASTER_MCP_ALLOWED_SCOPES: "project:Shop, user,,user",
  MEMORYMASTER_MCP_WORKSPACE: "work",
  MEMORYMASTER_MCP_DB: "memory.db",
  MEMORYMASTER_ROLE_ANA_B: "writer",
};

const read = (env: Readonly<Record<string, string | undefined>>, temp?: TempFolder) =>
  readTeam({ ...TEAM, ...env }, temp?.path ?? "/srv");

const roleOf = (env: Readonly<Record<string, string | undefined>>, temp?: TempFolder): unknown => {
  const team = read({ MEMORYMASTER_ROLE_ANA_B: undefined, ...env }, temp);
  return [team?.authority.role, ...(team?.warnings ?? [])];
};

test("without a mode, or as local-trusted, a process serves its operator", () => {
  expect(readTeam({}, "/srv")).toBeUndefined();
  expect(read({ MEMORYMASTER_MCP_AUTH_MODE: undefined })).toBeUndefined();
  expect(read({ MEMORYMASTER_MCP_AUTH_MODE: " local-trusted " })).toBeUndefined();
});

test("a team is what the variables say, in canonical scopes and whole paths", () => {
  const [tenantId, principal, scopes] = ["acme", "ana-b", ["project:shop", "user"]];

  expect(read({})).toEqual({
    authority: { mode: "team", principal, role: "writer", tenantId, grantedScopes: scopes, sensitiveBypass: false },
    binding: { tenantId, principal, scopes },
    database: { kind: "sqlite", target: "/srv/work/memory.db", shown: "/srv/work/memory.db", reason: "env" },
    workspace: "/srv/work",
    warnings: [],
  });
  expect(read({ MEMORYMASTER_MCP_DB: "postgresql://app:geheim@db/mm" })?.database).toMatchObject({
    kind: "postgres",
    shown: "postgresql://app:***@db/mm",
  });
});

test.each([undefined, "local-trusted"])("a Postgres backend makes a team of the mode %s", (mode) => {
  const env = { MEMORYMASTER_STORE_BACKEND: "postgres", MEMORYMASTER_MCP_AUTH_MODE: mode };

  expect(read(env)?.authority.mode).toBe("team");
  expect(() => readTeam(env, "/srv")).toThrow(expect.objectContaining({ code: "config.missing" }));
});

test("an unknown mode serves nobody", () => {
  expect(() => read({ MEMORYMASTER_MCP_AUTH_MODE: "Team" })).toThrow(
    expect.objectContaining({
      code: "access.denied",
      message: "MEMORYMASTER_MCP_AUTH_MODE must be local-trusted or team",
    }),
  );
});

test.each(["PRINCIPAL", "TENANT_ID", "ALLOWED_SCOPES", "WORKSPACE", "DB"])("a team without its %s is none", (part) => {
  const name = `MEMORYMASTER_MCP_${part}`;

  for (const value of [undefined, "", " \t"]) {
    expect(() => read({ [name]: value })).toThrow(
      expect.objectContaining({
        code: "config.missing",
        message: `${name} is not set: a team needs it`,
        details: { name },
      }),
    );
  }
});

test.each(["*", "project:*", "project:shop,user*", ",", "a\u0007b", "x".repeat(300)])(
  "the scopes %j are none",
  (text) => {
    const name = "MEMORYMASTER_MCP_ALLOWED_SCOPES";

    expect(() => read({ [name]: text })).toThrow(
      expect.objectContaining({ code: "config.invalid", details: { name } }),
    );
  },
);

test("no team member is called like nobody", () => {
  expect(() => read({ MEMORYMASTER_MCP_PRINCIPAL: "unknown", MEMORYMASTER_ROLE_UNKNOWN: "admin" })).toThrow(
    expect.objectContaining({ code: "config.invalid", details: { name: "MEMORYMASTER_MCP_PRINCIPAL" } }),
  );
});

test("a team is never given sensitive claims, whatever yes is written like", () => {
  for (const value of ["1", "true", "maybe"]) {
    expect(() => read({ MEMORYMASTER_MCP_ALLOW_SENSITIVE: value })).toThrow(
      expect.objectContaining({
        code: "access.denied",
        message: expect.stringContaining("MEMORYMASTER_MCP_ALLOW_SENSITIVE") as string,
      }),
    );
  }
  expect(read({ MEMORYMASTER_MCP_ALLOW_SENSITIVE: "false" })).toBeDefined();
  expect(read({ MEMORYMASTER_ALLOW_SENSITIVE_BYPASS: "1" })?.authority.sensitiveBypass).toBe(false);
});

test("a role comes from the agent's variable, else from the file", () => {
  using temp = tempFolder();
  temp.write("roles.json", '{"agents": {"ana-b": "reader", "luis": "admin"}}');
  const file = { MEMORYMASTER_ROLES_CONFIG: "roles.json" };

  expect(roleOf(file, temp)).toEqual(["reader"]);
  expect(roleOf({ ...file, MEMORYMASTER_ROLE_ANA_B: " Admin " }, temp)).toEqual(["admin"]);
  expect(roleOf({ ...file, memorymaster_role_ana_b: "writer" }, temp)).toEqual(["writer"]);
  expect(roleOf({ ...file, MEMORYMASTER_ROLE_ANA_B: "owner" }, temp)).toEqual([
    "reader",
    "MEMORYMASTER_ROLE_ANA_B names no role and is ignored; roles are admin, writer, reader",
  ]);
});

test("no role is one by default", () => {
  using temp = tempFolder();
  temp.write("roles.json", '{"agents": {"ANA-B": "admin", "ana-b": 1, "luis": "admin"}}');
  const denied: unknown = expect.objectContaining({
    code: "access.denied",
    message: "ana-b has no role: set MEMORYMASTER_ROLE_ANA_B or MEMORYMASTER_ROLES_CONFIG",
  });

  expect(() => roleOf({ MEMORYMASTER_ROLE_ANA: "admin", MEMORYMASTER_ROLE_: "admin" })).toThrow(denied);
  expect(() => roleOf({ MEMORYMASTER_ROLES_CONFIG: "roles.json" }, temp)).toThrow(denied);
});

test.each([
  ["config.missing", undefined],
  ["config.invalid", "{"],
  ["config.invalid", "[]"],
  ["config.invalid", '{"agents": ["ana-b"]}'],
])("a file of roles that cannot be used is %s by the name of its variable alone", (code, content) => {
  using temp = tempFolder();
  if (content !== undefined) temp.write("roles.json", content);
  const name = "MEMORYMASTER_ROLES_CONFIG";

  expect(() => roleOf({ [name]: "roles.json" }, temp)).toThrow(
    expect.objectContaining({ code, message: expect.not.stringContaining("roles.json") as string, details: { name } }),
  );
});

test.each([
  ["ana-b-2", "MEMORYMASTER_ROLE_ANA_B_2"],
  ["Luis", "MEMORYMASTER_ROLE_LUIS"],
  ["s", "MEMORYMASTER_ROLE_S"],
])("the agent %s has the variable %s, and no other agent's", (principal, name) => {
  const env = { MEMORYMASTER_MCP_PRINCIPAL: principal, MEMORYMASTER_ROLE_ANA_B: "admin", [name]: "reader" };

  expect(roleOf({ ...env, MEMORYMASTER_ROLES_CONFIG: undefined })).toEqual(["reader"]);
});
