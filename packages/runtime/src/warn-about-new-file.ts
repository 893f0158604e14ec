import { gitignorePattern } from "./gitignore-pattern.ts";
import type { Surroundings } from "./surroundings.ts";

/** A database that is about to appear in a git work tree would be committed with everything in it: says so in time. */
export async function warnAboutNewFile({ database, env, logger }: Surroundings): Promise<void> {
  const pattern = await gitignorePattern(database.target, env);
  if (pattern === undefined) return;
  logger.log(
    "warning",
    `The new database ${database.shown} lies in a git work tree and git does not ignore it; add ${pattern} to .gitignore`,
  );
}
