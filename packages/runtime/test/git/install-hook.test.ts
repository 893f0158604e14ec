import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { createRepository, git, tempFolder } from "@memorymaster/test-support";
import { expect, it } from "vitest";

import { installCommitHook } from "../../src/install-commit-hook.ts";

const ENV = { PATH: process.env["PATH"], HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" };
const install = (workspace: string) => installCommitHook({ surface: "test", workspace, env: ENV, cwd: workspace });
const BLOCK = /# >>> memorymaster >>>\n[^]*memorymaster --text snapshot --git-hook[^]*# <<< memorymaster <<<\n/;

it("writes an executable hook once, and finds it there the next time", async () => {
  using temp = tempFolder();
  createRepository(temp.path);
  const path = join(temp.path, ".git", "hooks", "post-commit");

  const first = await install(temp.path);
  const text = readFileSync(path, "utf8");
  const second = await install(temp.path);

  expect([first, second]).toEqual([
    { installed: true, appended: true, path },
    { installed: true, appended: false, path },
  ]);
  expect(text).toMatch(new RegExp(`^#!/bin/sh\n${BLOCK.source}$`));
  expect(readFileSync(path, "utf8")).toBe(text);
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o755);
});

it("keeps the lines of a hook, behind them or before a line that would end the script early", async () => {
  using temp = tempFolder();
  createRepository(temp.path);
  const path = join(temp.path, ".git", "hooks", "post-commit");
  const texts = [];
  for (const script of [
    "#!/usr/bin/env bash\necho done",
    "#!/bin/sh\nif true; then\n  exit 1\nfi\n",
    "#!/bin/sh\necho\nexit 0\n",
  ]) {
    writeFileSync(path, script, { mode: 0o755 });
    chmodSync(path, 0o755);
    expect(await install(temp.path)).toEqual({ installed: true, appended: true, path });
    texts.push(readFileSync(path, "utf8").replace(BLOCK, "<block>\n"));
  }

  expect(texts).toEqual([
    "#!/usr/bin/env bash\necho done\n\n<block>\n",
    "#!/bin/sh\nif true; then\n  exit 1\nfi\n\n<block>\n",
    "#!/bin/sh\n<block>\necho\nexit 0\n",
  ]);
});

it.skipIf(process.platform === "win32")("leaves alone what is no shell script, and what git does not run", async () => {
  using temp = tempFolder();
  createRepository(temp.path);
  const path = join(temp.path, ".git", "hooks", "post-commit");
  const reports = [];
  for (const [script, mode] of [
    ["#!/usr/bin/env python3\nprint(1)\n", 0o755],
    ["echo no shebang\n", 0o755],
    ["#!/bin/sh\n", 0o644],
  ] as const) {
    writeFileSync(path, script);
    chmodSync(path, mode);
    reports.push(await install(temp.path));
    expect(readFileSync(path, "utf8")).toBe(script);
  }

  expect(reports.map(({ installed, appended, reason }) => [installed, appended, reason?.split(",")[0]])).toEqual([
    [false, false, "there is a hook that is no shell script"],
    [false, false, "there is a hook that is no shell script"],
    [false, false, "there is a hook that is not executable"],
  ]);
});

it("goes where git looks for hooks: core.hooksPath, and the shared folder of all work trees", async () => {
  using temp = tempFolder();
  const main = join(temp.path, "main");
  const tree = join(temp.path, "tree");
  createRepository(main);
  git(main, "worktree", "add", "--quiet", tree);

  const shared = await install(tree);
  git(main, "config", "core.hooksPath", "my hooks");
  const [configured, inTree] = [await install(main), await install(tree)];

  expect([shared.path, configured.path, inTree.path]).toEqual([
    join(main, ".git", "hooks", "post-commit"),
    join(main, "my hooks", "post-commit"),
    join(tree, "my hooks", "post-commit"),
  ]);
});

it("needs a repository", async () => {
  using temp = tempFolder();

  await expect(install(temp.path)).rejects.toMatchObject({ code: "repository.not_found" });
});
