import { NotFoundError } from "@memorymaster/core";

import { installHook } from "./git/install-hook.ts";
import type { HookReport } from "./git/install-hook.ts";
import type { OpenOptions } from "./open-options.ts";
import { readSurroundings } from "./surroundings.ts";

/**
 * Makes git take a snapshot of the memory after each commit in the repository around the workspace. Opens no database.
 *
 * @throws NotFoundError `repository.not_found` outside of a repository
 * @throws ConfigError `config.invalid` when the hook cannot be written
 */
export async function installCommitHook(options: OpenOptions): Promise<HookReport> {
  const { workspace, env } = readSurroundings(options);
  if (workspace?.repository !== undefined) return installHook(workspace.repository, env);
  const place = workspace?.folder ?? "This folder";
  throw new NotFoundError("repository.not_found", `${place} is in no git repository`);
}
