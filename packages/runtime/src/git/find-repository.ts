import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";

/** Where the parts of a git repository lie; real paths. */
export interface Repository {
  /** The folder that holds the `.git` entry. */
  readonly workTree: string;
  /** HEAD and index of this work tree. */
  readonly gitDir: string;
  /** Config, objects and refs, shared by all linked work trees. */
  readonly commonDir: string;
}

/** The real path, or `undefined` when there is nothing. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** Text of a small file that git wrote, or `undefined` when it cannot be read. */
export function readGitFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** A linked work tree and a submodule have a file `.git` that says where the folder is. */
function pointedGitDir(entry: string, workTree: string): string | undefined {
  const target = /^gitdir: (.+)$/m.exec(readGitFile(entry) ?? "")?.[1]?.trimEnd();
  if (target === undefined) return undefined;
  return realPathOf(isAbsolute(target) ? target : resolve(workTree, target));
}

function commonDirOf(gitDir: string): string {
  const pointer = readGitFile(join(gitDir, "commondir"))?.trim();
  return (pointer === undefined ? undefined : realPathOf(resolve(gitDir, pointer))) ?? gitDir;
}

function repositoryAt(folder: string): Repository | undefined {
  const entry = join(folder, ".git");
  if (!existsSync(entry)) return undefined;
  const gitDir = isFolder(entry) ? realPathOf(entry) : pointedGitDir(entry, folder);
  if (gitDir === undefined || !existsSync(join(gitDir, "HEAD"))) return undefined;
  return { workTree: folder, gitDir, commonDir: commonDirOf(gitDir) };
}

/**
 * The git repository that a folder lies in, found without starting git: symlinks are resolved first, then the nearest
 * `.git` upwards counts. A broken `.git` is passed over.
 */
export function findRepository(folder: string): Repository | undefined {
  let current = realPathOf(folder);
  while (current !== undefined) {
    const found = repositoryAt(current);
    if (found !== undefined) return found;
    const parent = dirname(current);
    current = parent === current ? undefined : parent;
  }
  return undefined;
}
