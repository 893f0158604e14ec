import { join } from "node:path";

import { readGitFile } from "./find-repository.ts";
import type { Repository } from "./find-repository.ts";

const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** A ref that points to a ref that points … is at most this long in any repository git accepts. */
const MAX_LINKS = 5;

function packedRef(commonDir: string, ref: string): string | undefined {
  const lines = readGitFile(join(commonDir, "packed-refs"))?.split("\n") ?? [];
  return lines.find((line) => line.endsWith(` ${ref}`))?.split(" ", 1)[0];
}

function readRef(repository: Repository, ref: string): string | undefined {
  const parts = ref.split("/");
  if (parts.includes("..")) return undefined;
  const loose = readGitFile(join(repository.gitDir, ...parts)) ?? readGitFile(join(repository.commonDir, ...parts));
  return loose?.trim() ?? packedRef(repository.commonDir, ref);
}

/**
 * The commit that HEAD stands on, read from git's files. `undefined` before the first commit, and in a repository
 * that keeps its refs in another form (reftable).
 */
export function readHeadCommit(repository: Repository): string | undefined {
  let value = readGitFile(join(repository.gitDir, "HEAD"))?.trim();
  for (let link = 0; value?.startsWith("ref: ") === true && link < MAX_LINKS; link += 1) {
    value = readRef(repository, value.slice("ref: ".length).trim());
  }
  return value !== undefined && OBJECT_ID.test(value) ? value : undefined;
}
