import { readdirSync, statSync } from "node:fs";
import { once } from "node:events";
import { Writable, Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { execFileSync, spawn } from "node:child_process";

import { createRepository, git } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { main } from "../../src/main.ts";
import { createWorld, documentOf, finished } from "../support/cli.ts";
import type { World } from "../support/cli.ts";

interface Snapshot {
  readonly snapshot_id: string;
  readonly message: string;
  readonly commit_hash: string | null;
}

const DB = ["--db", "memory.db"];
const READER = fileURLToPath(new URL("../support/long-lived-reader.mjs", import.meta.url));

const ingest = (world: World, text: string) => world.data(["ingest", "--text", text, ...DB]);
const snapshot = (world: World, ...args: string[]) => world.data<Snapshot>(["snapshot", ...args, ...DB]);

async function textsIn(world: World): Promise<string[]> {
  const claims = await world.data<{ text: string }[]>(["list-claims", "--all-scopes", ...DB]);
  return claims.map(({ text }) => text).sort();
}

/** Names of files beside the database that are no snapshot and no description. */
function leftovers(world: World): string[] {
  const names = readdirSync(world.temp.at("project", ".memorymaster", "snapshots"));
  return names.filter((name) => !/^\w+\.(?:db|meta)$/.test(name));
}

test("a snapshot is listed, compared, rolled back to, and the rollback taken back by the line it prints", async () => {
  using world = createWorld();
  const commit = createRepository(world.project);
  world.temp.write("project/.gitignore", "memory.db*\n");
  await ingest(world, "Staging listens on port 7443");
  const taken = await snapshot(world, "-m", "before the move\nto Madrid");
  await ingest(world, "Staging listens on port 9000");

  const listed = await world.json(["snapshots", ...DB]);
  const diff = await world.data(["diff", taken.snapshot_id.slice(0, 12), ...DB]);
  const text = await world.run(["--text", "rollback", "--yes", taken.snapshot_id.slice(0, 12), ...DB]);
  const restored = await textsIn(world);
  const [, command = ""] = /^back to the state before: memorymaster (.*)$/m.exec(text.stdout) ?? [];
  const back = await world.data<Record<string, unknown>>([...command.split(" "), "--yes"]);

  expect(taken).toEqual({
    snapshot_id: expect.stringMatching(/^[0-9a-f]{8}_\d{8}_\d{6}_\d{6}$/) as unknown,
    filename: `${taken.snapshot_id}.db`,
    path: world.temp.at("project", ".memorymaster", "snapshots", `${taken.snapshot_id}.db`),
    commit_hash: commit,
    timestamp: expect.stringMatching(/^\d{4}-.*\+00:00$/) as unknown,
    message: "before the move\nto Madrid",
    size_bytes: expect.any(Number) as unknown,
  });
  expect(listed).toMatchObject({ data: [taken], meta: { total: 1 } });
  expect(diff).toEqual({
    snapshot_id: taken.snapshot_id,
    added: [{ id: 2, text: "Staging listens on port 9000", status: "candidate" }],
    removed: [],
    changed: [],
    summary: { added: 1, removed: 0, changed: 0, unchanged: 1 },
  });
  expect(text.stdout).toContain(`restored snapshot ${taken.snapshot_id} of `);
  expect(text.stdout).toContain('"before the move to Madrid"');
  expect(restored).toEqual(["Staging listens on port 7443"]);
  expect(back["restored_snapshot_id"]).toBe(back["snapshot_id"]);
  expect(back["backup_snapshot_id"]).toMatch(/^[0-9a-f]{8}_/);
  expect(await textsIn(world)).toEqual(["Staging listens on port 7443", "Staging listens on port 9000"]);
  expect(git(world.project, "status", "--short")).toBe("?? .gitignore");
});

test("without --yes and without a terminal nothing is rolled back", async () => {
  using world = createWorld();
  await ingest(world, "Alpha");
  const { snapshot_id: id } = await snapshot(world);
  await ingest(world, "Beta");
  const before = world.temp.bytes("project/memory.db");

  const json = await world.run(["rollback", id, ...DB], { input: "y\n" });
  const text = await world.run(["--text", "rollback", id, ...DB]);

  expect([json.exitCode, text.exitCode]).toEqual([1, 1]);
  expect(documentOf(json)).toMatchObject({ ok: false, code: "NOT_CONFIRMED", data: { snapshot_id: id } });
  expect(text.stdout).toContain(`what would change: memorymaster diff ${id} --db memory.db`);
  expect(text.stderr).toBe("error: Nothing was changed: --yes confirms the rollback\n");
  expect(world.temp.bytes("project/memory.db").equals(before)).toBe(true);
  expect(await world.data(["snapshots", ...DB])).toHaveLength(1);
});

test.each([
  ["../../memory", 2, "VALIDATION_ERROR"],
  ["zzz", 1, "NOT_FOUND"],
  ["nogit", 1, "CONFLICT"],
])("%s is no snapshot to roll back to or to compare with", async (id, exitCode, code) => {
  using world = createWorld();
  await ingest(world, "Alpha");
  await snapshot(world);
  await snapshot(world);

  for (const args of [
    ["rollback", id, "--yes"],
    ["rollback", id],
    ["diff", id],
  ]) {
    const result = await world.run([...args, ...DB]);
    expect([args[0], result.exitCode, documentOf(result).code]).toEqual([args[0], exitCode, code]);
  }
});

test("a process that has the database open goes on with what a rollback restored", async () => {
  using world = createWorld();
  await ingest(world, "Alpha");
  const { snapshot_id: id } = await snapshot(world);
  await ingest(world, "Beta");
  const reader = spawn(process.execPath, [READER, world.temp.at("project", "memory.db"), world.project]);
  const said: string[] = [];
  reader.stdout.setEncoding("utf8").on("data", (text: string) => said.push(...text.trim().split("\n")));
  const end = once(reader, "close");
  await once(reader.stdout, "data");

  const result = await world.runProgram(["rollback", id, "--yes", ...DB]);
  reader.stdin.write("again\n");
  await once(reader.stdout, "data");
  reader.stdin.end();
  await end;

  expect(result.exitCode).toBe(0);
  expect(said).toEqual(["Alpha, Beta", "Alpha", "Alpha, Written by the reader"]);
  expect(await textsIn(world)).toEqual(["Alpha", "Written by the reader"]);
});

test("a backup is restored into a new database, and never over something", async () => {
  using world = createWorld();
  await ingest(world, "Alpha");
  const made = await world.data<{ file: string; size_bytes: number; sha256: string }>([
    "backup",
    "--output",
    "safe copy.db",
    ...DB,
  ]);
  const again = await world.run(["backup", "--output", "safe copy.db", ...DB]);
  const refused = await world.run(["restore", "safe copy.db", ...DB]);
  const missing = await world.run(["restore", "none.db", "--db", "new.db"]);

  const restored = await world.data(["restore", "safe copy.db", "--db", "new.db"]);

  const file = world.temp.at("project", "safe copy.db");
  expect(made).toEqual({ file, size_bytes: statSync(file).size, sha256: expect.any(String) as unknown });
  expect([again.exitCode, refused.exitCode, missing.exitCode]).toEqual([2, 2, 2]);
  expect(documentOf(refused).error).toContain("holds 1 claims and 2 events");
  expect(documentOf(missing)).toMatchObject({ code: "VALIDATION_ERROR", field: "file" });
  expect(restored).toEqual({ db: world.temp.at("project", "new.db"), integrity_check: "ok" });
  expect(await world.data(["stats", "--db", "new.db"])).toMatchObject({ claims: 1, events: 2 });
});

test.each(["snapshot", "snapshots", "backup --output x.db", "diff nogit", "rollback nogit --yes"])(
  "%s is refused to a caller who is bound to a tenant",
  async (command) => {
    using world = createWorld();
    await ingest(world, "Alpha");

    const result = await world.run([...command.split(" "), ...DB, "--tenant", "acme"]);

    expect([result.exitCode, documentOf(result).code]).toEqual([1, "PERMISSION_DENIED"]);
  },
);

test.each([
  ["snapshot", "SIGINT", 130],
  ["rollback", "SIGTERM", 143],
  ["backup", "SIGINT", 130],
] as const)("%s that gets %s ends with nothing changed and no half file", async (command, signal, code) => {
  using world = createWorld();
  await ingest(world, "Alpha");
  const { snapshot_id: id } = await snapshot(world);
  await ingest(world, "Beta");
  const args = { snapshot: [], rollback: [id, "--yes"], backup: ["--output", "x.db"] }[command];
  const quiet = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

  const exitCode = await main({
    argv: [command, ...args, ...DB],
    env: { HOME: world.home },
    cwd: () => world.project,
    stdin: Readable.from([]),
    stdout: quiet(),
    stderr: quiet(),
    onInterrupt: (stop) => {
      stop(signal);
      return () => undefined;
    },
  });

  expect(exitCode).toBe(code);
  expect(leftovers(world)).toEqual([]);
  expect(readdirSync(world.project).filter((name) => name.includes("x.db"))).toEqual([]);
  expect(await world.data(["snapshots", ...DB])).toHaveLength(1);
  expect(await textsIn(world)).toEqual(["Alpha", "Beta"]);
});

test("a commit takes a snapshot by the hook, and none where there is no memory", async () => {
  using world = createWorld();
  createRepository(world.project);
  world.temp.write("project/.gitignore", "*.db*\n");
  const program = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));
  const bin = world.temp.write("bin/memorymaster", `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  await finished(spawn("chmod", ["+x", bin]));
  const env = { PATH: `${world.temp.at("bin")}:${process.env["PATH"] ?? ""}`, HOME: world.home };
  const commit = (message: string): void => {
    const names = ["-c", "user.name=ana", "-c", "user.email=ana@example.org"];
    execFileSync("git", [...names, "commit", "--allow-empty", "--quiet", "-m", message], { cwd: world.project, env });
  };

  const installed = await world.json(["install-hook"], { env });
  const again = await world.json(["install-hook"]);
  commit("nothing to remember yet");
  await world.data(["ingest", "--text", "Alpha", "--db", "memorymaster.db"]);
  commit(`--say "it's $HOME"`);

  const path = world.temp.at("project", ".git", "hooks", "post-commit");
  expect(installed.data).toEqual({ installed: true, appended: true, path });
  expect(again.data).toMatchObject({ installed: true, appended: false, path });
  const taken = await world.data<Snapshot[]>(["snapshots", "--db", "memorymaster.db"]);
  expect(taken.map(({ message, commit_hash: commit }) => [message, commit])).toEqual([
    [`--say "it's $HOME"`, git(world.project, "rev-parse", "HEAD")],
  ]);
});

test("install-hook outside of a repository says so", async () => {
  using world = createWorld();

  const result = await world.run(["install-hook"]);

  expect([result.exitCode, documentOf(result).code]).toEqual([1, "NOT_FOUND"]);
});
