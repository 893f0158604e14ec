import { commitFile, createRepository, git, tempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { findRepository } from "../../src/git/find-repository.ts";
import { readHeadCommit } from "../../src/git/read-head-commit.ts";

function headOf(folder: string): string | undefined {
  const repository = findRepository(folder);
  return repository === undefined ? undefined : readHeadCommit(repository);
}

test("HEAD is read from a branch, from packed refs and detached", () => {
  using temp = tempFolder();
  const first = createRepository(temp.at("shop"));
  const branch = headOf(temp.at("shop"));
  git(temp.at("shop"), "pack-refs", "--all");
  const packed = headOf(temp.at("shop"));
  const second = commitFile(temp.at("shop"), "a.txt", "a\n");
  const afterPacking = headOf(temp.at("shop"));
  git(temp.at("shop"), "checkout", "--quiet", "--detach", first);

  expect([branch, packed, afterPacking, headOf(temp.at("shop"))]).toEqual([first, first, second, first]);
});

test("a linked work tree has a HEAD of its own", () => {
  using temp = tempFolder();
  const first = createRepository(temp.at("shop"));
  git(temp.at("shop"), "worktree", "add", "--quiet", "-b", "topic/hotfix", temp.at("hotfix"));
  const second = commitFile(temp.at("hotfix"), "a.txt", "a\n");

  expect([headOf(temp.at("shop")), headOf(temp.at("hotfix"))]).toEqual([first, second]);
});

test("before the first commit there is none", () => {
  using temp = tempFolder();
  git(temp.path, "init", "--quiet");

  expect(headOf(temp.path)).toBeUndefined();
});

test("a HEAD that leads out of the git directory is not followed", () => {
  using temp = tempFolder();
  temp.write("secret", `${"a".repeat(40)}\n`);
  git(temp.folder("shop"), "init", "--quiet");
  temp.write("shop/.git/HEAD", "ref: ../../secret\n");

  expect(headOf(temp.at("shop"))).toBeUndefined();
});
