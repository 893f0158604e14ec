import { existsSync } from "node:fs";
import { join, posix } from "node:path";

import { epochMsOf } from "@memorymaster/core";
import type { GitReader } from "@memorymaster/steward";

import type { Environment } from "../environment.ts";
import type { Repository } from "../git/find-repository.ts";
import { readHeadCommit } from "../git/read-head-commit.ts";
import { askGit } from "./ask-git.ts";
import type { GitAnswer } from "./ask-git.ts";

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64}|HEAD)$/;
/** No program of the repository's choice, no look into other repositories. */
const PLAIN_DIFF = ["diff", "-z", "--no-ext-diff", "--no-textconv", "--no-relative", "--ignore-submodules=all"];

type Ask = (...args: readonly string[]) => Promise<GitAnswer>;

/** Asks for each key but once. */
function kept<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (key) => {
    const answer = answers.get(key) ?? ask(key);
    answers.set(key, answer);
    return answer;
  };
}

/** The parts of an answer with `-z`, or `undefined` when git could not say all. */
const partsOf = ({ exitCode, stdout }: GitAnswer): readonly string[] | undefined =>
  exitCode === 0 ? stdout.split("\u0000").slice(0, -1) : undefined;

/** New paths by old ones out of `R<score>`, old, new, one after the other. */
function renamesOf(parts: readonly string[]): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  for (let at = 0; at + 2 < parts.length; at += 3) renames.set(parts[at + 1] ?? "", parts[at + 2] ?? "");
  return renames;
}

const yesOrNo = ({ exitCode }: GitAnswer): boolean | undefined =>
  exitCode === 0 || exitCode === 1 ? exitCode === 0 : undefined;

async function findCommit(repository: Repository, ask: Ask, id: string): Promise<boolean | undefined> {
  const { exitCode } = await ask("cat-file", "-e", `${id}^{commit}`);
  if (exitCode === 0 || exitCode === undefined) return exitCode === 0 ? true : undefined;
  return existsSync(join(repository.commonDir, "shallow")) ? undefined : false;
}

/** Time of the last commit that touched a file, 0 when none did. */
async function lastTouch(ask: Ask, path: string): Promise<number | undefined> {
  const { exitCode, stdout } = await ask("log", "-1", "--format=%ct", "HEAD", "--", path);
  return exitCode === 0 ? Number(stdout.trim()) * 1000 : undefined;
}

async function isInIndexAlone(ask: Ask, path: string): Promise<boolean | undefined> {
  return partsOf(await ask("ls-files", "-t", "-z", "--", path))?.some((entry) => entry.startsWith("S "));
}

/** Reads a repository as it is at the first question about each commit and file. */
export function createGitReader(repository: Repository, env: Environment): GitReader {
  const ask: Ask = (...args) => askGit(repository, args, env);
  const isAncestor = kept(async (id) => yesOrNo(await ask("merge-base", "--is-ancestor", id, "HEAD")));
  const hasCommit = kept((id) => findCommit(repository, ask, id));
  const renames = kept(async (since) => {
    const parts = partsOf(await ask(...PLAIN_DIFF, "--name-status", "-M50%", "--diff-filter=R", since, "--"));
    return parts === undefined ? undefined : renamesOf(parts);
  });
  const touched = kept((path) => lastTouch(ask, path));
  const leftOut = kept((path) => isInIndexAlone(ask, path));
  const edited = kept(async () => partsOf(await ask(...PLAIN_DIFF, "--name-only", "HEAD", "--")));
  const untracked = kept(async () => partsOf(await ask("ls-files", "--others", "--exclude-standard", "-z")));
  const ofCommit = <T>(id: string, answer: (id: string) => Promise<T | undefined>): Promise<T | undefined> =>
    COMMIT.test(id) ? answer(id) : Promise.resolve(undefined);
  return {
    headCommit: () => readHeadCommit(repository),
    isAncestor: (id) => ofCommit(id, isAncestor),
    hasCommit: (id) => ofCommit(id, hasCommit),
    renamedTo: async (path, since) => (await ofCommit(since, renames))?.get(path),
    isLeftOut: leftOut,
    isDirty: async (path) => {
      const lists = [await edited(""), await untracked("")];
      if (lists.some((list) => list?.includes(path))) return true;
      return lists.includes(undefined) ? undefined : false;
    },
    changedSince: async (path, time) => {
      const [at, since] = [await touched(path), epochMsOf(time)];
      return at === undefined || since === undefined ? undefined : at > since;
    },
    untrackedNamed: async (name) =>
      ((await untracked("")) ?? []).filter((path) => posix.basename(path) === name).toSorted(),
  };
}
