import { basename, dirname } from "node:path";

import { findRepository, realPathOf } from "./git/find-repository.ts";
import { isIgnored } from "./git/is-ignored.ts";
import type { Surroundings } from "./surroundings.ts";

/** The folder itself, or the nearest one above it that is there already. */
function existingFolder(folder: string): string {
  const parent = dirname(folder);
  return realPathOf(folder) !== undefined || parent === folder ? folder : existingFolder(parent);
}

/** A database that is about to appear in a git work tree would be committed with everything in it: says so in time. */
export async function warnAboutNewFile({ database, env, logger }: Surroundings): Promise<void> {
  const repository = findRepository(existingFolder(dirname(database.target)));
  if (repository === undefined || (await isIgnored(repository, database.target, env)) === true) return;
  const pattern = `${basename(database.target)}*`;
  logger.log(
    "warning",
    `The new database ${database.shown} lies in a git work tree and git does not ignore it; add ${pattern} to .gitignore`,
  );
}
