import { basename, dirname } from "node:path";

import type { Environment } from "./environment.ts";
import { findRepository, realPathOf } from "./git/find-repository.ts";
import { isIgnored } from "./git/is-ignored.ts";

/** The folder itself, or the nearest one above it that is there already. */
function existingFolder(folder: string): string {
  const parent = dirname(folder);
  return realPathOf(folder) !== undefined || parent === folder ? folder : existingFolder(parent);
}

/** What to add to `.gitignore`, so that git does not commit a database; `undefined` when it would not anyway. */
export async function gitignorePattern(path: string, env: Environment): Promise<string | undefined> {
  const repository = findRepository(existingFolder(dirname(path)));
  if (repository === undefined || (await isIgnored(repository, path, env)) === true) return undefined;
  return `${basename(path)}*`;
}
