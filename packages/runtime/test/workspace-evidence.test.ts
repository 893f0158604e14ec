import { symlinkSync } from "node:fs";
import { join } from "node:path";

import type { EvidenceReader } from "@memorymaster/core";
import { createRepository, git, tempFolder } from "@memorymaster/test-support";
import type { TempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { createWorkspaceEvidence } from "../src/workspace-evidence.ts";
import { resolveWorkspace } from "../src/workspace.ts";

function readerAt(temp: TempFolder, folder: string): EvidenceReader {
  const home = temp.folder("home");
  const env = { HOME: home, USERPROFILE: home };
  const workspace = resolveWorkspace({ env, cwd: temp.at(folder) });
  if (workspace === undefined) expect.unreachable("the folder is a workspace");
  return createWorkspaceEvidence(workspace, env);
}

test("a file is read with the object id and the commit that git knows it by", async () => {
  using temp = tempFolder();
  const head = createRepository(temp.at("shop"));
  temp.write("shop/docs/ops.md", "Größe ñ 日本\r\nsecond\n");

  const file = await readerAt(temp, "shop/docs").read("docs/ops.md");

  expect(file).toEqual({
    text: "Größe ñ 日本\r\nsecond\n",
    gitBlob: git(temp.at("shop"), "hash-object", "--no-filters", "docs/ops.md"),
    commitId: head,
  });
});

test("a repository with sha256 objects gives ids of that kind", async () => {
  using temp = tempFolder();
  git(temp.folder("shop"), "init", "--quiet", "--object-format=sha256");
  temp.write("shop/a.txt", "a\n");

  const file = await readerAt(temp, "shop").read("a.txt");

  expect(file).toEqual({ text: "a\n", gitBlob: git(temp.at("shop"), "hash-object", "a.txt"), commitId: undefined });
});

test("outside git there is text alone", async () => {
  using temp = tempFolder();
  temp.write("notes/a.txt", "\uFEFFa\n");

  expect(await readerAt(temp, "notes").read("a.txt")).toEqual({ text: "a\n", gitBlob: undefined, commitId: undefined });
});

test("the path of a cited file is relative to the root of the repository", () => {
  using temp = tempFolder();
  createRepository(temp.at("shop"));
  temp.write("shop/src/a b.ts", "");
  symlinkSync(temp.at("shop"), temp.at("link"), "junction");
  const reader = readerAt(temp, "shop/src");

  const given = ["src/a b.ts", "./src//a b.ts", temp.at("shop", "src", "a b.ts"), temp.at("link", "src", "a b.ts")];
  const notThere = [temp.at("shop", "gone.ts"), temp.at("link", "new", "gone.ts")];

  expect(given.map((path) => reader.relativePath(path))).toEqual(given.map(() => "src/a b.ts"));
  expect(notThere.map((path) => reader.relativePath(path))).toEqual(["gone.ts", "new/gone.ts"]);
});

test("a path outside the repository, or in its .git folder, has no relative form and is not read", async () => {
  using temp = tempFolder();
  createRepository(temp.at("shop"));
  temp.write("secret.txt", "secret");
  temp.write("shopping/list.txt", "milk");
  const reader = readerAt(temp, "shop");

  const outside = [
    "../secret.txt",
    "docs/../../secret.txt",
    temp.at("secret.txt"),
    temp.at("shopping", "list.txt"),
    "~/secret.txt",
    String.raw`\\server\share\secret.txt`,
    ".git/config",
    "sub/.GIT/config",
    "",
    ".",
    "a\u0000b",
  ];

  expect(outside.map((path) => reader.relativePath(path))).toEqual(outside.map(() => undefined));
  expect(await Promise.all(outside.map((path) => reader.read(path)))).toEqual(outside.map(() => undefined));
});

test("a symlink is followed inside the repository and refused when it leads out of it", async () => {
  using temp = tempFolder();
  createRepository(temp.at("shop"));
  temp.write("shop/docs/a.txt", "a\n");
  temp.write("outside/b.txt", "b\n");
  symlinkSync(temp.at("shop", "docs"), temp.at("shop", "inner"), "junction");
  symlinkSync(temp.at("outside"), temp.at("shop", "outer"), "junction");
  symlinkSync(temp.at("shop", ".git"), temp.at("shop", "gitdir"), "junction");
  const reader = readerAt(temp, "shop");

  const texts = await Promise.all(["inner/a.txt", "outer/b.txt", "gitdir/HEAD"].map((path) => reader.read(path)));

  expect(texts.map((file) => file?.text)).toEqual(["a\n", undefined, undefined]);
});

test("binary files, files over 1 MiB, folders and missing files are not at hand", async () => {
  using temp = tempFolder();
  temp.write("notes/nul.txt", Buffer.from([0x61, 0x00, 0x62]));
  temp.write("notes/latin1.txt", Buffer.from([0xe9, 0x74, 0xe9]));
  temp.write("notes/large.txt", "a".repeat(1024 * 1024 + 1));
  temp.write("notes/fits.txt", "a".repeat(1024 * 1024));
  temp.folder("notes/folder");
  const reader = readerAt(temp, "notes");

  const names = ["nul.txt", "latin1.txt", "large.txt", "folder", "gone.txt", "fits.txt"];
  const found = await Promise.all(names.map(async (name) => (await reader.read(name)) !== undefined));

  expect(found).toEqual([false, false, false, false, false, true]);
});

test("an edit that is not committed is what is read", async () => {
  using temp = tempFolder();
  createRepository(temp.at("shop"));
  const reader = readerAt(temp, "shop");
  const before = await reader.read("README.md");
  temp.write(join("shop", "README.md"), "edited\n");

  const after = await reader.read("README.md");

  expect(after).toEqual({
    text: "edited\n",
    gitBlob: git(temp.at("shop"), "hash-object", "README.md"),
    commitId: before?.commitId,
  });
  expect(after?.gitBlob).not.toBe(before?.gitBlob);
});
