import { execFile } from "node:child_process";

import type { Environment } from "../environment.ts";
import type { Repository } from "../git/find-repository.ts";

const TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 1024 * 1024;

/** What git needs to find its programs, its configuration and room for temporary files; keys and tokens stay here. */
const PASSED_ON: ReadonlySet<string> = new Set(
  "PATH PATHEXT HOME USERPROFILE HOMEDRIVE HOMEPATH APPDATA XDG_CONFIG_HOME SYSTEMROOT TMPDIR TEMP TMP".split(" "),
);

/** It reads: nothing is fetched, asked or written, and no program that a repository names is started. */
const READS_ONLY = { GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
const SETTINGS = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--literal-pathspecs"];

export interface GitAnswer {
  /** `undefined` when git could not be started, took longer than 10 seconds or said more than 1 MiB. */
  readonly exitCode: number | undefined;
  /** Of an `exitCode` 0 all that git said. */
  readonly stdout: string;
}

/** Asks git something about this repository. Never throws. */
export function askGit(repository: Repository, args: readonly string[], env: Environment): Promise<GitAnswer> {
  const { gitDir, workTree } = repository;
  const passed = Object.entries(env).filter(([name]) => PASSED_ON.has(name.toUpperCase()));
  const options = {
    cwd: workTree,
    env: { ...Object.fromEntries(passed), ...READS_ONLY },
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
    windowsHide: true,
  };
  return new Promise((done) => {
    execFile(
      "git",
      [`--git-dir=${gitDir}`, `--work-tree=${workTree}`, ...SETTINGS, ...args],
      options,
      (error, stdout) => {
        const code = error === null ? 0 : error.code;
        done({ exitCode: typeof code === "number" ? code : undefined, stdout });
      },
    );
  });
}
