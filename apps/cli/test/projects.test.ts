import { renameSync, symlinkSync } from "node:fs";

import { commitFile, createRepository, git } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { createWorld } from "./support/cli.ts";
import type { World } from "./support/cli.ts";

const FACT = "The staging API listens on port 7443";

/** The scope that a claim stored from this folder gets. */
async function scopeWrittenFrom(world: World, folder: string, text = FACT): Promise<string> {
  const claim = await world.data<{ scope: string }>(["ingest", "--text", text], { cwd: world.temp.at(folder) });
  return claim.scope;
}

async function scopeReadFrom(world: World, folder: string): Promise<string> {
  const found = await world.data<{ project_scope: string }>(["where"], { cwd: world.temp.at(folder) });
  return found.project_scope;
}

test("two repositories in folders of one name are two projects, and see nothing of each other", async () => {
  using world = createWorld();
  createRepository(world.temp.at("a/shop"));
  createRepository(world.temp.at("b/shop"));

  const first = await scopeWrittenFrom(world, "a/shop");
  const readSecond = await scopeReadFrom(world, "b/shop");
  const foundInSecond = await world.data(["query", "staging"], { cwd: world.temp.at("b/shop") });
  const second = await scopeWrittenFrom(world, "b/shop");

  expect(first).toBe("project:shop");
  expect(second).toMatch(/^project:shop:[0-9a-f]{8}$/);
  expect(readSecond).toBe(second);
  expect(foundInSecond).toEqual([]);
});

test("root, subfolder, symlink and work tree of a repository are one project", async () => {
  using world = createWorld();
  createRepository(world.temp.at("shop"));
  world.temp.folder("shop/src/deep");
  git(world.temp.at("shop"), "worktree", "add", "--quiet", world.temp.at("hotfix"));
  symlinkSync(world.temp.at("shop"), world.temp.at("link"), "junction");

  const written = await scopeWrittenFrom(world, "shop");

  const scopes = [];
  for (const folder of ["shop/src/deep", "link", "hotfix"]) {
    scopes.push(
      await scopeReadFrom(world, folder),
      await scopeWrittenFrom(world, folder, `Seen from ${folder} on day 3`),
    );
  }
  expect(new Set(scopes)).toEqual(new Set([written]));
});

test("a renamed folder and a changed remote stay the project they were", async () => {
  using world = createWorld();
  createRepository(world.temp.at("shop"));
  git(world.temp.at("shop"), "remote", "add", "origin", "git@example.org:acme/shop.git");
  const written = await scopeWrittenFrom(world, "shop");

  renameSync(world.temp.at("shop"), world.temp.at("store"));
  const renamed = await scopeReadFrom(world, "store");
  git(world.temp.at("store"), "remote", "set-url", "origin", "https://git.example.net/acme/store");
  const moved = await scopeReadFrom(world, "store");

  expect([renamed, moved]).toEqual([written, written]);
});

test("two clones of one remote are one project, whatever form of the address they use", async () => {
  using world = createWorld();
  createRepository(world.temp.at("one/shop"));
  createRepository(world.temp.at("two/checkout"));
  commitFile(world.temp.at("two/checkout"), "other.txt", "other\n");
  git(world.temp.at("one/shop"), "remote", "add", "origin", "git@Example.org:Acme/Shop.git");
  git(world.temp.at("two/checkout"), "remote", "add", "origin", "ssh://git@example.org:22/Acme/Shop.git/");

  const written = await scopeWrittenFrom(world, "one/shop");

  expect(await scopeReadFrom(world, "two/checkout")).toBe(written);
});

test("a known remote answers without the git program", async () => {
  using world = createWorld();
  createRepository(world.temp.at("shop"));
  git(world.temp.at("shop"), "remote", "add", "origin", "git@example.org:acme/shop.git");
  const written = await scopeWrittenFrom(world, "shop");

  const found = await world.data(["where"], {
    cwd: world.temp.at("shop"),
    env: { PATH: world.home, Path: world.home },
  });

  expect(found).toMatchObject({ project_scope: written, scope_reason: "origin" });
});

test("the home folder is no project, and a variable decides over everything", async () => {
  using world = createWorld();
  createRepository(world.home);

  const atHome = await world.data(["where"], { cwd: world.home });
  const fixed = await world.data(["where"], { env: { MEMORYMASTER_DEFAULT_PROJECT_SCOPE: "team:ops" } });

  expect(atHome).toMatchObject({
    workspace: null,
    project_scope: "user",
    scope_reason: "no_workspace",
    read_scopes: ["user", "global", "project"],
  });
  expect(fixed).toMatchObject({
    project_scope: "team:ops",
    scope_reason: "override",
    read_scopes: ["team:ops", "user", "global", "project"],
  });
});

test("evidence in a file of the repository is checked as it is stored", async () => {
  using world = createWorld();
  createRepository(world.project);
  const commit = commitFile(world.project, "ops.md", "# Ops\n\nThe API listens on 7443.\n");

  const claim = await world.data<{ citations: unknown[] }>([
    "ingest",
    "--text",
    FACT,
    "--source",
    "ops.md|L3|listens on 7443",
  ]);

  expect(claim.citations).toMatchObject([
    {
      kind: "file",
      path: "ops.md",
      line_start: 3,
      line_end: 3,
      excerpt: "listens on 7443",
      commit_id: commit,
      git_blob: git(world.project, "rev-parse", "HEAD:ops.md"),
      check_status: "ok",
    },
  ]);
});
