import { existsSync } from "node:fs";
import { join } from "node:path";

import type { Environment } from "../environment.ts";
import type { Repository } from "./find-repository.ts";
import { runGit } from "./run-git.ts";

/**
 * The oldest commit reachable from HEAD by first parents. Walks the whole history, so ask only when it matters.
 *
 * @returns `undefined` before the first commit, without a git program, after 5 seconds, and in a shallow clone, whose
 *   oldest commit depends on how much was fetched
 */
export async function findRootCommit(repository: Repository, env: Environment): Promise<string | undefined> {
  if (existsSync(join(repository.commonDir, "shallow"))) return undefined;
  const { exitCode, stdout } = await runGit(repository, ["rev-list", "--max-parents=0", "--first-parent", "HEAD"], env);
  return exitCode === 0 ? /^[0-9a-f]{40,64}$/m.exec(stdout)?.[0] : undefined;
}
