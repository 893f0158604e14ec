import { dirname, resolve } from "node:path";

import { ConfigError, InvalidInputError } from "@memorymaster/core";

import { homeFolder, variable } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { findRepository, realPathOf } from "./git/find-repository.ts";
import type { Repository } from "./git/find-repository.ts";

/** The folder that work happens in. */
export interface Workspace {
  /** Real path. */
  readonly folder: string;
  /** The repository around it; absent outside git. */
  readonly repository: Repository | undefined;
  /** What cited paths are relative to: the work tree, or the folder outside git. */
  readonly root: string;
}

export interface WorkspaceOptions {
  /** A folder, relative to `cwd`. Default: `MEMORYMASTER_WORKSPACE`, then `cwd`. */
  readonly workspace?: string | undefined;
  readonly env: Environment;
  readonly cwd: string;
}

function namedFolder(options: WorkspaceOptions): string {
  const fromEnv = variable(options.env, "MEMORYMASTER_WORKSPACE");
  const name = options.workspace ?? fromEnv ?? ".";
  const folder = realPathOf(resolve(options.cwd, name));
  if (folder !== undefined) return folder;
  const message = `The workspace ${name} does not exist`;
  if (options.workspace === undefined && fromEnv !== undefined) {
    throw new ConfigError("config.invalid", message, { details: { name: "MEMORYMASTER_WORKSPACE" } });
  }
  throw new InvalidInputError("input.invalid", message, { details: { field: "workspace" } });
}

/** The root of a file system (`/`, `C:\`) and the home folder hold many projects, so they are none. */
function isNoProject(folder: string, env: Environment): boolean {
  return dirname(folder) === folder || folder === (realPathOf(homeFolder(env)) ?? homeFolder(env));
}

/** The repository around a folder; one rooted in the home folder or at the top of a drive is passed over. */
export function projectRepository(folder: string, env: Environment): Repository | undefined {
  const repository = findRepository(folder);
  return repository === undefined || isNoProject(repository.workTree, env) ? undefined : repository;
}

/**
 * The workspace, or `undefined` when the folder is the root of a file system or the home folder.
 *
 * @throws InvalidInputError `input.invalid` when the folder named by the caller does not exist
 * @throws ConfigError `config.invalid` when the one named by the environment does not
 */
export function resolveWorkspace(options: WorkspaceOptions): Workspace | undefined {
  const folder = namedFolder(options);
  if (isNoProject(folder, options.env)) return undefined;
  const repository = projectRepository(folder, options.env);
  return { folder, repository, root: repository?.workTree ?? folder };
}
