import { renameSync, rmSync } from "node:fs";

import { git } from "@memorymaster/test-support";
import { findRepository } from "../../src/git/find-repository.ts";
import type { GitReader } from "@memorymaster/steward";
import { expect, test } from "vitest";

import { createGitReader } from "../../src/workspace-reader/create-git-reader.ts";
import { readerWorld } from "./reader-world.ts";
import type { ReaderWorld } from "./reader-world.ts";

const TEXT = Array.from({ length: 20 }, (_, at) => `line ${at} of the guide\n`).join("");
const NO_COMMIT = "0123456789abcdef0123456789abcdef01234567";

function gitOf(world: ReaderWorld): GitReader {
  const { git: reader } = world.reader();
  if (reader === undefined) expect.unreachable("the workspace is a repository");
  return reader;
}

test("a commit is an ancestor, on another branch, or unknown", async () => {
  using world = readerWorld({ "a.txt": "a\n" });
  const first = world.git("rev-parse", "HEAD");
  world.git("checkout", "--quiet", "-b", "other");
  const other = world.commit();
  world.git("checkout", "--quiet", "main");
  const reader = gitOf(world);

  const ancestors = await Promise.all([first, other, NO_COMMIT, "--help", "main"].map((id) => reader.isAncestor(id)));
  const known = await Promise.all([first, other, NO_COMMIT, "--help"].map((id) => reader.hasCommit(id)));

  expect(reader.headCommit()).toBe(first);
  expect(ancestors).toEqual([true, false, undefined, undefined, undefined]);
  expect(known).toEqual([true, true, false, undefined]);
});

test("a shallow clone does not know whether a commit that it lacks exists", async () => {
  using world = readerWorld({ "a.txt": "a\n" });
  const first = world.git("rev-parse", "HEAD");
  world.commit();
  git(world.temp.path, "clone", "--quiet", "--depth=1", `file://${world.temp.at("shop")}`, "shallow");
  const repository = findRepository(world.temp.at("shallow"));
  if (repository === undefined) expect.unreachable("the clone is a repository");

  expect(await createGitReader(repository, world.env).hasCommit(first)).toBeUndefined();
});

test("a renamed file is followed, committed or only in the index, and edited a little", async () => {
  using world = readerWorld({ "docs/guide ü.md": TEXT, "docs/plan.md": TEXT.replaceAll("guide", "plan") });
  const first = world.git("rev-parse", "HEAD");
  world.temp.folder("shop/manual");
  world.git("mv", "docs/guide ü.md", "manual/guide.md");
  world.commit();
  world.git("mv", "docs/plan.md", "manual/plan.md");
  world.temp.write("shop/manual/plan.md", `new\n${TEXT.replaceAll("guide", "plan")}`);
  const reader = gitOf(world);

  expect(await reader.renamedTo("docs/guide ü.md", first)).toBe("manual/guide.md");
  expect(await reader.renamedTo("docs/plan.md", first)).toBe("manual/plan.md");
  expect(await reader.renamedTo("docs/plan.md", "HEAD")).toBe("manual/plan.md");
  expect(await reader.renamedTo("docs/never.md", first)).toBeUndefined();
});

test("edited, staged and untracked files differ from HEAD; ignored ones have no name here", async () => {
  using world = readerWorld({ "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n", ".gitignore": "ignored/\n" });
  world.temp.write("shop/a.txt", "edited\n");
  world.temp.write("shop/new/a.txt", "new\n");
  world.temp.write("shop/ignored/a.txt", "ignored\n");
  rmSync(world.temp.at("shop", "b.txt"));
  const reader = gitOf(world);

  const dirty = await Promise.all(["a.txt", "b.txt", "c.txt", "new/a.txt"].map((path) => reader.isDirty(path)));

  expect(dirty).toEqual([true, true, false, true]);
  expect(await reader.untrackedNamed("a.txt")).toEqual(["new/a.txt"]);
});

test("a file was touched since a time when a later commit changed it", async () => {
  using world = readerWorld({ "a.txt": "a\n", "[b].txt": "b\n" });
  const reader = gitOf(world);

  expect(await reader.changedSince("a.txt", "2000-01-01T00:00:00+00:00")).toBe(true);
  expect(await reader.changedSince("a.txt", "2100-01-01T00:00:00+00:00")).toBe(false);
  expect(await reader.changedSince("[b].txt", "2000-01-01T00:00:00+00:00")).toBe(true);
  expect(await reader.changedSince("--help", "2000-01-01T00:00:00+00:00")).toBe(false);
});

test("a file of a sparse checkout is left out, not missing", async () => {
  using world = readerWorld({ "a.txt": "a\n", "docs/b.txt": "b\n" });
  world.git("sparse-checkout", "set", "--no-cone", "/a.txt");
  const reader = gitOf(world);

  expect(world.temp.exists("shop/docs/b.txt")).toBe(false);
  expect([await reader.isLeftOut("docs/b.txt"), await reader.isLeftOut("a.txt")]).toEqual([true, false]);
});

test("before the first commit and without a git program nothing can be said", async () => {
  using world = readerWorld({ "a.txt": "a\n" });
  git(world.temp.folder("empty"), "init", "--quiet");
  const [repository, empty] = [findRepository(world.temp.at("shop")), findRepository(world.temp.at("empty"))];
  if (repository === undefined || empty === undefined) expect.unreachable("both are repositories");
  const readers = [createGitReader(empty, world.env), createGitReader(repository, { PATH: world.temp.at("home") })];

  for (const reader of readers) {
    expect(await reader.isDirty("a.txt")).toBeUndefined();
    expect(await reader.renamedTo("a.txt", "HEAD")).toBeUndefined();
    expect(await reader.changedSince("a.txt", "2000-01-01T00:00:00+00:00")).toBeUndefined();
  }
});

test("programs that the configuration of a repository names are not started", async () => {
  using world = readerWorld({ "a.txt": "a\n", ".gitattributes": "*.txt diff=evil\n" });
  const evil = world.temp.write(
    "evil.sh",
    `#!/bin/sh\nenv > '${world.temp.at("ran").replaceAll("'", String.raw`'\''`)}'\n`,
  );
  for (const name of ["core.fsmonitor", "diff.external", "diff.evil.textconv", "diff.evil.command"]) {
    world.git("config", name, `sh "${evil}"`);
  }
  renameSync(world.temp.at("shop", "a.txt"), world.temp.at("shop", "b.txt"));
  const reader = gitOf(world);

  await reader.isDirty("a.txt");
  await reader.renamedTo("a.txt", "HEAD");

  expect(world.temp.exists("ran")).toBe(false);
});

test("git is not told what its work does not need", async () => {
  using world = readerWorld({ "a.txt": "a\n" });

  await gitOf(world).isDirty("a.txt");

  expect(world.asked()).toEqual(["diff", "ls-files"]);
  expect(world.temp.read("asked.log")).not.toContain(world.env["API_TOKEN"]);
});
