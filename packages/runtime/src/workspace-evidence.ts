import { createHash } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

import type { EvidenceFile, EvidenceReader } from "@memorymaster/core";

import { homeFolder } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { readGitFile, realPathOf } from "./git/find-repository.ts";
import type { Repository } from "./git/find-repository.ts";
import { parseGitConfig } from "./git/parse-git-config.ts";
import { readHeadCommit } from "./git/read-head-commit.ts";
import type { Workspace } from "./workspace.ts";

/** Larger files are no evidence anyone reads. */
const MAX_BYTES = 1024 * 1024;

/** Real path of a path whose last parts need not exist. */
function realPathOfNearest(path: string): string {
  const real = realPathOf(path);
  const parent = dirname(path);
  return real ?? (parent === path ? path : join(realPathOfNearest(parent), path.slice(parent.length)));
}

/** `path` seen from `root` with `/` separators, or `undefined` when it is the root itself, outside it, or in `.git`. */
function pathInside(root: string, path: string): string | undefined {
  const inside = relative(root, path);
  if (inside === "" || isAbsolute(inside)) return undefined;
  const parts = inside.split(sep);
  return parts[0] === ".." || parts.some((part) => part.toLowerCase() === ".git") ? undefined : parts.join("/");
}

/** Absolute on some other system, or in the home folder of somebody else: names nothing here. */
const FOREIGN = /^(?:[/\\]|[a-z]:[/\\]|~)/i;

function relativePathIn(root: string, path: string): string | undefined {
  if (path.includes("\u0000")) return undefined;
  if (isAbsolute(path)) return pathInside(root, path) ?? pathInside(root, realPathOfNearest(path));
  return FOREIGN.test(path) ? undefined : pathInside(root, join(root, path));
}

/** Bytes of a regular file inside the root; a symlink counts as the file it leads to. */
async function readInside(root: string, relativePath: string): Promise<Buffer | undefined> {
  try {
    const file = await realpath(join(root, ...relativePath.split("/")));
    if (pathInside(root, file) === undefined) return undefined;
    const facts = await stat(file);
    return facts.isFile() && facts.size <= MAX_BYTES ? await readFile(file) : undefined;
  } catch {
    // Gone, or not readable: not at hand.
    return undefined;
  }
}

/** Text of UTF-8 bytes; `undefined` for anything else. */
function textOf(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

type ObjectHash = "sha1" | "sha256";

function objectHashOf(repository: Repository): ObjectHash {
  const config = parseGitConfig(readGitFile(join(repository.commonDir, "config")) ?? "");
  return config.get("extensions.objectformat")?.at(-1) === "sha256" ? "sha256" : "sha1";
}

/** The id that git gives to a file of exactly these bytes. */
function blobId(bytes: Buffer, algorithm: ObjectHash): string {
  return createHash(algorithm).update(`blob ${bytes.length}\u0000`).update(bytes).digest("hex");
}

/**
 * Reads cited files of a workspace as they are on disk. What lies outside it, symlinks that lead out of it, the `.git`
 * folder, binary files and files over 1 MiB are not at hand. Starts no process.
 */
export function createWorkspaceEvidence(workspace: Workspace, env: Environment): EvidenceReader {
  const { root, repository } = workspace;
  const withHome = (path: string): string => path.replace(/^~(?=[/\\])/, () => homeFolder(env));
  const algorithm = repository === undefined ? undefined : objectHashOf(repository);
  return {
    relativePath: (path) => relativePathIn(root, withHome(path)),
    read: async (relativePath): Promise<EvidenceFile | undefined> => {
      const inside = isAbsolute(relativePath) ? undefined : relativePathIn(root, relativePath);
      const bytes = inside === undefined ? undefined : await readInside(root, inside);
      const text = bytes === undefined ? undefined : textOf(bytes);
      if (bytes === undefined || text === undefined) return undefined;
      return {
        text,
        gitBlob: algorithm === undefined ? undefined : blobId(bytes, algorithm),
        commitId: repository === undefined ? undefined : readHeadCommit(repository),
      };
    },
  };
}
