import type { Environment } from "../environment.ts";
import type { Repository } from "./find-repository.ts";
import { runGit } from "./run-git.ts";

/** Whether git leaves this file out of commits; `undefined` when git cannot be asked. */
export async function isIgnored(repository: Repository, path: string, env: Environment): Promise<boolean | undefined> {
  const { exitCode } = await runGit(repository, ["check-ignore", "--quiet", "--", path], env);
  return exitCode === 0 || exitCode === 1 ? exitCode === 0 : undefined;
}
