import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
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
export const MAX_EVIDENCE_BYTES: number = 1024 * 1024;

/** Real path of a path whose last parts need not exist. */
function realPathOfNearest(path: string): string {
  const real = realPathOf(path);
  const parent = dirname(path);
  return real ?? (parent === path ? path : join(realPathOfNearest(parent), path.slice(parent.length)));
}

/** `path` seen from `root` with `/` separators, or `undefined` when it is the root itself, outside it, or in `.git`. */
export function pathInside(root: string, path: string): string | undefined {
  const inside = relative(root, path);
  if (inside === "" || isAbsolute(inside)) return undefined;
  const parts = inside.split(sep);
  return parts[0] === ".." || parts.some((part) => part.toLowerCase() === ".git") ? undefined : parts.join("/");
}

/** Absolute on some other system, or in the home folder of somebody else: names nothing here. */
export const FOREIGN: RegExp = /^(?:[/\\]|[a-z]:[/\\]|~)/i;

function relativePathIn(root: string, path: string): string | undefined {
  if (path.includes("\u0000")) return undefined;
  if (isAbsolute(path)) return pathInside(root, path) ?? pathInside(root, realPathOfNearest(path));
  return FOREIGN.test(path) ? undefined : pathInside(root, join(root, path));
}

/** The real path of what is there and inside the root; a symlink counts as what it leads to. */
export async function realPathInside(root: string, path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    return pathInside(root, real) === undefined ? undefined : real;
  } catch {
    return undefined;
  }
}

/** Neither a pipe nor a link that takes the place of the file meanwhile may be waited for or followed. */
const READ_ONLY = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** Bytes of a regular file inside the root. */
export async function readInside(root: string, relativePath: string, maxBytes: number): Promise<Buffer | undefined> {
  const path = await realPathInside(root, join(root, ...relativePath.split("/")));
  if (path === undefined) return undefined;
  try {
    await using file = await open(path, READ_ONLY);
    const facts = await file.stat();
    return facts.isFile() && facts.size <= maxBytes ? await file.readFile() : undefined;
  } catch {
    // Gone, or not readable: not at hand.
    return undefined;
  }
}

/** Text of UTF-8 bytes; `undefined` for anything else. */
export function textOf(bytes: Buffer): string | undefined {
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
      const bytes = inside === undefined ? undefined : await readInside(root, inside, MAX_EVIDENCE_BYTES);
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
