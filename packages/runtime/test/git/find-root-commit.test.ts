import { pathToFileURL } from "node:url";

import { commitFile, createRepository, git, tempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { findRepository } from "../../src/git/find-repository.ts";
import { findRootCommit } from "../../src/git/find-root-commit.ts";
import type { Environment } from "../../src/environment.ts";

async function rootOf(folder: string, env: Environment = process.env): Promise<string | undefined> {
  const repository = findRepository(folder);
  return repository === undefined ? undefined : findRootCommit(repository, env);
}

test("the oldest commit by first parents is found, whatever was merged in", async () => {
  using temp = tempFolder();
  const root = createRepository(temp.at("shop"));
  git(temp.at("shop"), "checkout", "--quiet", "--orphan", "other");
  commitFile(temp.at("shop"), "b.txt", "b\n");
  git(temp.at("shop"), "checkout", "--quiet", "main");
  commitFile(temp.at("shop"), "a.txt", "a\n");
  git(temp.at("shop"), "merge", "--quiet", "--allow-unrelated-histories", "-m", "join", "other");

  expect(await rootOf(temp.at("shop"))).toBe(root);
});

test("a shallow clone has none", async () => {
  using temp = tempFolder();
  createRepository(temp.at("shop"));
  commitFile(temp.at("shop"), "a.txt", "a\n");
  git(temp.path, "clone", "--quiet", "--depth", "1", pathToFileURL(temp.at("shop")).href, "shallow");

  expect(await rootOf(temp.at("shallow"))).toBeUndefined();
});

test("variables that point git to another repository have no effect", async () => {
  using temp = tempFolder();
  const root = createRepository(temp.at("shop"));
  createRepository(temp.at("other"));

  expect(await rootOf(temp.at("shop"), { ...process.env, GIT_DIR: temp.at("other", ".git") })).toBe(root);
});

test("without a git program, and before the first commit, there is none", async () => {
  using temp = tempFolder();
  createRepository(temp.at("shop"));
  git(temp.folder("empty"), "init", "--quiet");

  expect([await rootOf(temp.at("shop"), { PATH: temp.path }), await rootOf(temp.at("empty"))]).toEqual([
    undefined,
    undefined,
  ]);
});
