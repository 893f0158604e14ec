import { expect, test } from "vitest";

import { serverSettings } from "../src/server-settings.ts";

test("an empty environment serves one local operator with all tools", () => {
  expect(serverSettings({})).toEqual({
    refusal: undefined,
    principal: undefined,
    profile: "all",
    database: undefined,
    workspace: undefined,
    databaseAllowlist: [],
    workspaceAllowlist: [],
    adminMode: false,
    ingestsPerMinute: 60,
  });
});

test("an unknown auth mode refuses every call with both values named", () => {
  expect(serverSettings({ MEMORYMASTER_MCP_AUTH_MODE: "open" }).refusal).toBe(
    "MEMORYMASTER_MCP_AUTH_MODE must be local-trusted or team",
  );
  for (const mode of ["team", " local-trusted "]) {
    expect(serverSettings({ MEMORYMASTER_MCP_AUTH_MODE: mode }).refusal).toBeUndefined();
  }
});

test.each([
  ["MEMORYMASTER_MCP_TOOLS", "few"],
  ["MM_INGEST_RATE_LIMIT_PER_MIN", "-1"],
  ["MM_INGEST_RATE_LIMIT_PER_MIN", "many"],
])("a malformed %s is named", (name, value) => {
  expect(() => serverSettings({ [name]: value })).toThrow(
    expect.objectContaining({ code: "config.invalid", details: { name } }),
  );
});

test("allowlists are comma lists without blanks", () => {
  expect(serverSettings({ MEMORYMASTER_MCP_DB_ALLOWLIST: " /a.db, ,/b/*.db " }).databaseAllowlist).toEqual([
    "/a.db",
    "/b/*.db",
  ]);
});
