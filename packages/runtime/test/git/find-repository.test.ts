import { symlinkSync } from "node:fs";
import { join } from "node:path";

import { createRepository, git, tempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { findRepository } from "../../src/git/find-repository.ts";

test("a repository is found from its root and from every folder below", () => {
  using temp = tempFolder();
  createRepository(temp.at("shop"));
  temp.folder("shop/src/deep");

  const found = ["shop", "shop/src", "shop/src/deep"].map((folder) => findRepository(temp.at(folder)));

  const expected = { workTree: temp.at("shop"), gitDir: temp.at("shop", ".git"), commonDir: temp.at("shop", ".git") };
  expect(found).toEqual([expected, expected, expected]);
});

test("a linked work tree shares the common directory and has its own HEAD", () => {
  using temp = tempFolder();
  createRepository(temp.at("shop"));
  git(temp.at("shop"), "worktree", "add", "--quiet", temp.at("hotfix"));

  const found = findRepository(temp.at("hotfix"));

  expect(found).toEqual({
    workTree: temp.at("hotfix"),
    gitDir: temp.at("shop", ".git", "worktrees", "hotfix"),
    commonDir: temp.at("shop", ".git"),
  });
});

test("a submodule is a repository of its own inside the git directory of its parent", () => {
  using temp = tempFolder();
  createRepository(temp.at("library"));
  createRepository(temp.at("shop"));
  git(temp.at("shop"), "submodule", "--quiet", "add", temp.at("library"), "vendored");

  const found = findRepository(temp.at("shop", "vendored"));

  const gitDir = temp.at("shop", ".git", "modules", "vendored");
  expect(found).toEqual({ workTree: temp.at("shop", "vendored"), gitDir, commonDir: gitDir });
});

test("a symlink to a folder counts as the folder it leads to", () => {
  using temp = tempFolder();
  createRepository(temp.at("shop"));
  temp.folder("shop/src");
  symlinkSync(temp.at("shop", "src"), temp.at("link"), "junction");

  expect(findRepository(temp.at("link"))?.workTree).toBe(temp.at("shop"));
});

test.each([
  ["an empty .git folder", (path: string) => ({ folder: join(path, ".git") })],
  ["a .git file that says nothing", (path: string) => ({ file: join(path, ".git"), content: "hello" })],
  ["a .git file that points nowhere", (path: string) => ({ file: join(path, ".git"), content: "gitdir: ../gone\n" })],
])("%s is passed over in favour of the repository above", (_name, broken) => {
  using temp = tempFolder();
  createRepository(temp.at("shop"));
  const made = broken("shop/sub");
  if ("folder" in made) temp.folder(made.folder);
  else temp.write(made.file, made.content);

  expect(findRepository(temp.at("shop", "sub"))?.workTree).toBe(temp.at("shop"));
});

test("outside git, and in a folder that does not exist, there is no repository", () => {
  using temp = tempFolder();

  expect([findRepository(temp.path), findRepository(temp.at("gone"))]).toEqual([undefined, undefined]);
});
