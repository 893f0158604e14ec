import { basename, dirname, join, resolve } from "node:path";

import { projectKeys } from "@memorymaster/core";
import type { ProjectStore, WorkspaceFacts } from "@memorymaster/core";

import type { Environment } from "./environment.ts";
import { readGitFile, realPathOf } from "./git/find-repository.ts";
import type { Repository } from "./git/find-repository.ts";
import { findRootCommit } from "./git/find-root-commit.ts";
import { parseGitConfig } from "./git/parse-git-config.ts";
import type { GitConfig } from "./git/parse-git-config.ts";
import type { Workspace } from "./workspace.ts";

/**
 * The folder that stands for the project. Mostly the one that holds the common git directory, so that all work trees
 * have one; a submodule or a git directory kept elsewhere is named by its work tree, a bare repository by itself.
 */
function projectFolder(repository: Repository, config: GitConfig): string {
  const { workTree, gitDir, commonDir } = repository;
  if (gitDir === commonDir) return workTree;
  if (basename(commonDir) === ".git") return dirname(commonDir);
  const main = config.get("core.worktree")?.at(-1);
  if (main !== undefined) return realPathOf(resolve(commonDir, main)) ?? dirname(commonDir);
  return basename(commonDir).startsWith(".") ? dirname(commonDir) : commonDir;
}

async function repositoryFacts(
  repository: Repository,
  projects: ProjectStore,
  env: Environment,
): Promise<WorkspaceFacts> {
  const config = parseGitConfig(readGitFile(join(repository.commonDir, "config")) ?? "");
  const known: WorkspaceFacts = {
    path: projectFolder(repository, config),
    originUrl: config.get("remote.origin.url")?.[0],
  };
  const [origin] = projectKeys(known).filter((key) => key.kind === "origin");
  const matches = origin === undefined ? [] : await projects.findKeys([origin.keyHash]);
  // The walk to the first commit takes time, and a known remote says all.
  return matches.length > 0 ? known : { ...known, rootCommit: await findRootCommit(repository, env) };
}

/** What tells this project from others, for the look-up of its scope; the history is walked only for an unknown remote. */
export async function readGitFacts(
  workspace: Workspace,
  projects: ProjectStore,
  env: Environment,
): Promise<WorkspaceFacts> {
  const { repository, folder } = workspace;
  return repository === undefined ? { path: folder } : repositoryFacts(repository, projects, env);
}
