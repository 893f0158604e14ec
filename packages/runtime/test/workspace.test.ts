import { parse } from "node:path";
import { symlinkSync } from "node:fs";

import { createRepository, tempFolder } from "@memorymaster/test-support";
import { expect, test } from "vitest";

import { resolveWorkspace } from "../src/workspace.ts";

/** Variables of a person whose home is this folder. */
const homeAt = (path: string): Record<string, string> => ({ HOME: path, USERPROFILE: path });

test("the argument outranks the variable, and the variable the current folder", () => {
  using temp = tempFolder();
  const [a, b, c] = ["a", "b", "c"].map((name) => temp.folder(name));
  const env = { ...homeAt(temp.folder("home")), MEMORYMASTER_WORKSPACE: b };

  const folders = [
    resolveWorkspace({ workspace: a, env, cwd: c ?? "" }),
    resolveWorkspace({ env, cwd: c ?? "" }),
    resolveWorkspace({ env: { ...env, MEMORYMASTER_WORKSPACE: "" }, cwd: c ?? "" }),
  ].map((workspace) => workspace?.folder);

  expect(folders).toEqual([a, b, c]);
});

test("a relative argument counts from the current folder", () => {
  using temp = tempFolder();
  temp.folder("project/src");

  const workspace = resolveWorkspace({
    workspace: "../project",
    env: homeAt(temp.folder("home")),
    cwd: temp.at("home"),
  });

  expect(workspace).toEqual({ folder: temp.at("project"), repository: undefined, root: temp.at("project") });
});

test("inside a repository the work tree is the root of cited paths", () => {
  using temp = tempFolder();
  createRepository(temp.at("shop"));
  temp.folder("shop/src");

  const workspace = resolveWorkspace({ env: homeAt(temp.folder("home")), cwd: temp.at("shop", "src") });

  expect([workspace?.folder, workspace?.root]).toEqual([temp.at("shop", "src"), temp.at("shop")]);
});

test("the home folder and the root of the file system are no workspace, repository or not", () => {
  using temp = tempFolder();
  createRepository(temp.at("home"));
  symlinkSync(temp.at("home"), temp.at("link"), "junction");
  const env = homeAt(temp.at("link"));

  const found = [temp.at("home"), temp.at("link"), parse(temp.path).root].map((cwd) => resolveWorkspace({ env, cwd }));

  expect(found).toEqual([undefined, undefined, undefined]);
});

test("a repository rooted in the home folder does not swallow the folders below it", () => {
  using temp = tempFolder();
  createRepository(temp.at("home"));
  const notes = temp.folder("home/notes");

  const workspace = resolveWorkspace({ env: homeAt(temp.at("home")), cwd: notes });

  expect(workspace).toEqual({ folder: notes, repository: undefined, root: notes });
});

test("a folder that does not exist is refused, with the name of who asked for it", () => {
  using temp = tempFolder();
  const env = { ...homeAt(temp.path), MEMORYMASTER_WORKSPACE: temp.at("gone") };

  expect(() => resolveWorkspace({ workspace: "gone", env: {}, cwd: temp.path })).toThrow(
    expect.objectContaining({ code: "input.invalid", details: { field: "workspace" } }),
  );
  expect(() => resolveWorkspace({ env, cwd: temp.path })).toThrow(
    expect.objectContaining({ code: "config.invalid", details: { name: "MEMORYMASTER_WORKSPACE" } }),
  );
});
