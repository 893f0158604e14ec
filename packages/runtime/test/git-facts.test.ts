import { projectKeys } from "@memorymaster/core";
import type { ProjectStore, WorkspaceFacts } from "@memorymaster/core";
import { createRepository, git, tempFolder } from "@memorymaster/test-support";
import type { TempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { readGitFacts } from "../src/git-facts.ts";
import { resolveWorkspace } from "../src/workspace.ts";

/** A table of projects that holds just these keys. */
function projectsWith(...known: readonly WorkspaceFacts[]): ProjectStore {
  const hashes = new Set(known.flatMap(projectKeys).map((key) => key.keyHash));
  return {
    findKeys: async (asked) =>
      asked
        .filter((keyHash) => hashes.has(keyHash))
        .map((keyHash) => ({ keyHash, kind: "origin", scope: "project:known" })),
    takenScopes: async () => new Set(),
    record: async () => undefined,
  };
}

async function factsOf(
  temp: TempFolder,
  folder: string,
  projects: ProjectStore = projectsWith(),
): Promise<WorkspaceFacts> {
  const home = temp.folder("home");
  const workspace = resolveWorkspace({ env: { HOME: home, USERPROFILE: home }, cwd: temp.at(folder) });
  if (workspace === undefined) expect.unreachable("the folder is a workspace");
  return readGitFacts(workspace, projects, process.env);
}

test("outside git a folder is known by its path alone", async () => {
  using temp = tempFolder();
  temp.folder("notes");

  expect(await factsOf(temp, "notes")).toEqual({ path: temp.at("notes") });
});

test("a repository is known by its remote, its first commit and its folder, from every folder and work tree", async () => {
  using temp = tempFolder();
  const rootCommit = createRepository(temp.at("shop"));
  git(temp.at("shop"), "remote", "add", "origin", "git@example.org:acme/shop.git");
  git(temp.at("shop"), "worktree", "add", "--quiet", temp.at("hotfix"));
  temp.folder("shop/src");

  const found = await Promise.all(["shop", "shop/src", "hotfix"].map((folder) => factsOf(temp, folder)));

  const facts = { path: temp.at("shop"), originUrl: "git@example.org:acme/shop.git", rootCommit };
  expect(found).toEqual([facts, facts, facts]);
});

test("a known remote says all: the history is not walked", async () => {
  using temp = tempFolder();
  createRepository(temp.at("shop"));
  git(temp.at("shop"), "remote", "add", "origin", "git@example.org:acme/shop.git");
  const known = projectsWith({ path: "/elsewhere", originUrl: "https://example.org/acme/shop" });

  expect(await factsOf(temp, "shop", known)).toEqual({
    path: temp.at("shop"),
    originUrl: "git@example.org:acme/shop.git",
  });
});

test("a submodule is its own project, named by its folder", async () => {
  using temp = tempFolder();
  const rootCommit = createRepository(temp.at("library"));
  createRepository(temp.at("shop"));
  git(temp.at("shop"), "submodule", "--quiet", "add", temp.at("library"), "vendored");

  expect(await factsOf(temp, "shop/vendored")).toEqual({
    path: temp.at("shop", "vendored"),
    originUrl: temp.at("library"),
    rootCommit,
  });
});

test.each([
  [".bare", "project"],
  ["shop.git", "project/shop.git"],
])("work trees of the bare repository %s share one folder", async (bare, folder) => {
  using temp = tempFolder();
  createRepository(temp.at("shop"));
  git(temp.folder("project"), "clone", "--quiet", "--bare", temp.at("shop"), bare);
  git(temp.at("project", bare), "worktree", "add", "--quiet", temp.at("project", "one"));
  git(temp.at("project", bare), "worktree", "add", "--quiet", temp.at("project", "two"));

  const found = await Promise.all(["project/one", "project/two"].map((name) => factsOf(temp, name)));

  expect(found.map(({ path }) => path)).toEqual([temp.at(...folder.split("/")), temp.at(...folder.split("/"))]);
});
