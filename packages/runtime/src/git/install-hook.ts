import { accessSync, chmodSync, constants, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { ConfigError } from "@memorymaster/core";

import type { Environment } from "../environment.ts";
import type { Repository } from "./find-repository.ts";
import { runGit } from "./run-git.ts";

const BEGIN = "# >>> memorymaster >>>";
const END = "# <<< memorymaster <<<";
/** A commit never fails because of it, and a machine without the program has no trouble. */
const BLOCK = `${BEGIN}
# Snapshot of the memory as of this commit; remove this block to stop.
if command -v memorymaster >/dev/null 2>&1; then
  memorymaster --text snapshot --git-hook --message="$(git log -1 --format=%s)" >/dev/null || :
fi
${END}
`;
const SHELL_LINE = /^#!.*\b(?:ba|da|k|z)?sh\b/;
/** At the top level such a line ends the script before anything that follows. */
const ENDS_EARLY = /^(?:exit|exec)\b/m;

export interface HookReport {
  /** Whether the hook runs from now on. */
  readonly installed: boolean;
  /** Whether this call has written it; false when it was there already. */
  readonly appended: boolean;
  readonly path: string;
  readonly reason?: string | undefined;
}

/** Where git looks for the hook of this work tree: `core.hooksPath` of any configuration file counts. */
async function hookPath(repository: Repository, env: Environment): Promise<string> {
  const { exitCode, stdout } = await runGit(repository, ["rev-parse", "--git-path", "hooks"], env);
  const folder = exitCode === 0 ? stdout.replace(/\r?\n$/, "") : join(repository.commonDir, "hooks");
  return join(resolve(repository.workTree, folder), "post-commit");
}

function textOf(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readFileSync(path, "utf8");
}

function canRun(path: string): boolean {
  if (process.platform === "win32") return true;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** What keeps the block from being put into the script of somebody else. */
function obstacleIn(path: string, script: string): string | undefined {
  const [firstLine = ""] = script.split("\n", 1);
  if (!SHELL_LINE.test(firstLine)) return "there is a hook that is no shell script";
  return canRun(path) ? undefined : "there is a hook that is not executable, so that git does not run it";
}

/** Behind the script; right behind its first line when it may end before. */
function withBlock(script: string): string {
  const [firstLine = "", ...others] = script.split("\n");
  if (ENDS_EARLY.test(script)) return [firstLine, BLOCK + others.join("\n")].join("\n");
  return `${script.replace(/\n*$/, "\n")}\n${BLOCK}`;
}

function install(path: string): HookReport {
  const script = textOf(path);
  if (script === undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `#!/bin/sh\n${BLOCK}`, { mode: 0o755 });
    chmodSync(path, 0o755);
    return { installed: true, appended: true, path };
  }
  const reason = obstacleIn(path, script);
  if (reason !== undefined) return { installed: false, appended: false, path, reason };
  if (script.includes(BEGIN)) return { installed: true, appended: false, path };
  writeFileSync(path, withBlock(script));
  return { installed: true, appended: true, path };
}

/**
 * Makes git take a snapshot of the memory after each commit. A hook that is there already keeps its lines.
 *
 * @throws ConfigError `config.invalid` when the folder of the hooks cannot be written
 */
export async function installHook(repository: Repository, env: Environment): Promise<HookReport> {
  const path = await hookPath(repository, env);
  try {
    return install(path);
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    throw new ConfigError("config.invalid", `The hook ${path} cannot be written (${code})`, { cause: error });
  }
}
