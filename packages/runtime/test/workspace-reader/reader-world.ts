import { chmodSync, existsSync, readFileSync } from "node:fs";
import { delimiter } from "node:path";

import { git, tempFolder } from "@memorymaster/test-support";
import type { TempFolder } from "@memorymaster/test-support";
import type { WorkspaceReader } from "@memorymaster/steward";
import { expect } from "vitest";

import type { Environment } from "../../src/environment.ts";
import { createWorkspaceReader } from "../../src/workspace-reader/create-workspace-reader.ts";
import { resolveWorkspace } from "../../src/workspace.ts";
import type { Workspace } from "../../src/workspace.ts";

export const SCOPE = "project:shop";

export interface ReaderWorld extends Disposable {
  readonly temp: TempFolder;
  readonly env: Environment;
  readonly workspace: Workspace;
  /** A reader for one more run. */
  reader(): WorkspaceReader;
  /** Runs git in the repository. */
  git(...args: string[]): string;
  /** Commits all there is; returns the id. */
  commit(): string;
  /** Subcommands that readers asked git for. */
  asked(): readonly string[];
}

/** Notes what git is asked for before it is. */
function gitThatCounts(temp: TempFolder): string {
  const real = process.env["PATH"] ?? "";
  const script = `#!/bin/sh\nprintf '%s %s\\n' "$*" "$API_TOKEN" >> '${temp.at("asked.log").replaceAll("'", String.raw`'\''`)}'\nPATH='${real}' exec git "$@"\n`;
  chmodSync(temp.write("bin/git", script), 0o755);
  return [temp.at("bin"), real].join(delimiter);
}

/** The folder `shop`, with these files; in git unless told otherwise. */
export function readerWorld(files: Readonly<Record<string, string>>, inGit = true): ReaderWorld {
  const temp = tempFolder();
  const home = temp.folder("home");
  temp.folder("shop");
  for (const [name, text] of Object.entries(files)) temp.write(`shop/${name}`, text);
  const run = (...args: string[]): string => git(temp.at("shop"), ...args);
  const commit = (): string => {
    run("add", "--all");
    run("commit", "--quiet", "--allow-empty", "-m", "work");
    return run("rev-parse", "HEAD");
  };
  if (inGit) {
    run("init", "--quiet", "--initial-branch=main");
    commit();
  }
  const env = { HOME: home, USERPROFILE: home, PATH: gitThatCounts(temp), API_TOKEN: "not for git" };
  const workspace = resolveWorkspace({ env, cwd: temp.at("shop") });
  if (workspace === undefined) expect.unreachable("the folder is a workspace");
  return {
    temp,
    env,
    workspace,
    reader: () => createWorkspaceReader(workspace, SCOPE, env),
    git: run,
    commit,
    asked: () => {
      if (!existsSync(temp.at("asked.log"))) return [];
      const lines = readFileSync(temp.at("asked.log"), "utf8").trimEnd().split("\n");
      return lines.map((line) => / --literal-pathspecs (\S+)/.exec(line)?.[1] ?? line);
    },
    [Symbol.dispose]: () => temp[Symbol.dispose](),
  };
}
