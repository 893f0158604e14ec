import { execFile } from "node:child_process";

import type { Environment } from "../environment.ts";
import type { Repository } from "./find-repository.ts";

/** Longest time one git command may take. */
const TIMEOUT_MS = 5_000;

export interface GitResult {
  /** `undefined` when git could not be started or was stopped for taking too long. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
}

/** Inside a hook git sets variables that point to another repository; they must not reach the command. */
function withoutGitVariables(env: Environment): Record<string, string> {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries.filter(([name]) => !name.toUpperCase().startsWith("GIT_")));
}

/** Runs a git command on exactly this repository. Never throws: git may be absent, and nothing here depends on it. */
export function runGit(repository: Repository, args: readonly string[], env: Environment): Promise<GitResult> {
  const where = [`--git-dir=${repository.gitDir}`, `--work-tree=${repository.workTree}`];
  const options = { cwd: repository.workTree, env: withoutGitVariables(env), timeout: TIMEOUT_MS, windowsHide: true };
  return new Promise((done) => {
    execFile("git", [...where, ...args], options, (error, stdout) => {
      const code = error === null ? 0 : error.code;
      done({ exitCode: typeof code === "number" ? code : undefined, stdout });
    });
  });
}
