import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { allowedDatabase, allowedWorkspace } from "../src/path-policy.ts";
import type { PathPolicy } from "../src/path-policy.ts";

const folder = realpathSync.native(mkdtempSync(join(tmpdir(), "memorymaster-paths-")));
const workspace = join(folder, "my project");
const outside = join(folder, "outside");
mkdirSync(workspace);
mkdirSync(outside);
writeFileSync(join(outside, "secret.db"), "");
symlinkSync(outside, join(workspace, "way-out"), "dir");
symlinkSync(join(outside, "not there yet.db"), join(workspace, "dangling.db"), "file");
symlinkSync(join("..", "outside", "gone"), join(workspace, "dangling"), "dir");
symlinkSync(join("sub", "own.db"), join(workspace, "own-link.db"), "file");
symlinkSync("loop", join(workspace, "loop"), "dir");
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const policy: PathPolicy = {
  defaultDatabase: join(folder, "home", "memory.db"),
  defaultWorkspace: workspace,
  databaseAllowlist: [],
  workspaceAllowlist: [],
  adminMode: false,
};
const deniedBy = (field: string, variable: string): unknown =>
  expect.objectContaining({
    code: "access.path",
    message: `This ${field} is not allowed; the operator allows it with ${variable}`,
    details: { field },
  });

test("without an allowlist a call reaches its own database and files of the workspace", () => {
  expect(allowedDatabase(policy, policy.defaultDatabase)).toBe(policy.defaultDatabase);
  expect(allowedDatabase(policy, "notes.db")).toBe(join(workspace, "notes.db"));
  expect(allowedDatabase(policy, join(workspace, "sub", "notes.db"))).toBe(join(workspace, "sub", "notes.db"));
});

test.each([
  "/etc/x.db",
  "../outside/secret.db",
  "way-out/secret.db",
  "dangling.db",
  "dangling/x.db",
  "way-out/not-there/x.db",
  "loop/x.db",
  "a\u0000b.db",
  "x".repeat(5000),
  "~/other.db",
  join(folder, "my project-2", "x.db"),
])("a database outside is refused: %s", (path) => {
  expect(() => allowedDatabase(policy, path)).toThrow(deniedBy("db", "MEMORYMASTER_MCP_DB_ALLOWLIST"));
});

test("a link that stays in the workspace is followed, also to a file that is not there yet", () => {
  expect(allowedDatabase(policy, "own-link.db")).toBe(join(workspace, "sub", "own.db"));
});

test("a connection string is refused unless it is the server's own", () => {
  const dsn = "postgres://ana:hidden@db/x";

  expect(() => allowedDatabase(policy, dsn)).toThrow(deniedBy("db", "MEMORYMASTER_MCP_DB"));
  expect(allowedDatabase({ ...policy, defaultDatabase: dsn }, dsn)).toBe(dsn);
});

test("an allowlist of paths and globs replaces the workspace rule", () => {
  const listed = { ...policy, databaseAllowlist: [join(outside, "*.db"), join(folder, "a+b (1)", "x.db")] };

  expect(allowedDatabase(listed, join(outside, "secret.db"))).toBe(join(outside, "secret.db"));
  expect(allowedDatabase(listed, join(folder, "a+b (1)", "x.db"))).toBe(join(folder, "a+b (1)", "x.db"));
  expect(() => allowedDatabase(listed, "notes.db")).toThrow(deniedBy("db", "MEMORYMASTER_MCP_DB_ALLOWLIST"));
  expect(() => allowedDatabase(listed, join(outside, "deep", "x.db"))).toThrow(
    deniedBy("db", "MEMORYMASTER_MCP_DB_ALLOWLIST"),
  );
});

test("the folders of a glob may be links too", () => {
  const listed = { ...policy, databaseAllowlist: [join(workspace, "way-out", "*.db")] };

  expect(allowedDatabase(listed, join(outside, "secret.db"))).toBe(join(outside, "secret.db"));
});

test("a workspace is the server's own, a folder inside it, or one that is listed", () => {
  const listed = { ...policy, workspaceAllowlist: [outside] };

  expect(allowedWorkspace(policy, workspace)).toBe(workspace);
  expect(allowedWorkspace(policy, "sub")).toBe(join(workspace, "sub"));
  expect(allowedWorkspace(listed, outside)).toBe(outside);
  for (const place of [outside, "way-out", "dangling", "..", "/"]) {
    expect(() => allowedWorkspace(policy, place)).toThrow(
      deniedBy("workspace", "MEMORYMASTER_MCP_WORKSPACE_ALLOWLIST"),
    );
  }
});

test("admin mode lets every path pass", () => {
  expect(allowedDatabase({ ...policy, adminMode: true }, join(outside, "secret.db"))).toBe(join(outside, "secret.db"));
});
