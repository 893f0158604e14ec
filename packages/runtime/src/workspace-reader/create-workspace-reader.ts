import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";

import { timestampOf } from "@memorymaster/core";
import type { ScanLimits, WorkspaceFile, WorkspaceReader } from "@memorymaster/steward";

import { homeFolder } from "../environment.ts";
import type { Environment } from "../environment.ts";
import { FOREIGN, MAX_EVIDENCE_BYTES, pathInside, readInside, realPathInside, textOf } from "../workspace-evidence.ts";
import type { Workspace } from "../workspace.ts";
import { createGitReader } from "./create-git-reader.ts";
import { BINARY_SUFFIXES } from "@memorymaster/steward";
import { startWalk, walkFiles } from "./walk-files.ts";

function lexicalPath(root: string, path: string): string | undefined {
  if (path.includes("\u0000")) return undefined;
  if (isAbsolute(path)) return pathInside(root, path);
  return FOREIGN.test(path) ? undefined : pathInside(root, join(root, path.replaceAll("\\", "/")));
}

type PathFacts = NonNullable<Awaited<ReturnType<WorkspaceReader["stat"]>>>;

function describe(facts: Stats): PathFacts {
  const kind = facts.isFile() ? "file" : facts.isDirectory() ? "folder" : "other";
  return { kind, changedAt: timestampOf(facts.mtimeMs) };
}

const factsOf = (path: string): Promise<Stats | undefined> => lstat(path).catch(() => undefined);

/** Goes down from the root; of a link that leads out of it the link is looked at, and not what it leads to. */
async function statInside(root: string, path: string): Promise<PathFacts | undefined> {
  let [at, facts]: [string, Stats | undefined] = [root, undefined];
  for (const name of path.split("/")) {
    at = join(at, name);
    facts = await factsOf(at);
    if (facts?.isSymbolicLink() !== true) continue;
    const real = await realPathInside(root, at);
    if (real === undefined) return describe(facts);
    [at, facts] = [real, await factsOf(real)];
  }
  return facts === undefined ? undefined : describe(facts);
}

const endsWithAny = (path: string, suffixes: readonly string[]): boolean =>
  suffixes.some((suffix) => path.toLowerCase().endsWith(suffix));

/** Text with invalid bytes replaced, of a file that is no binary one. */
async function scannedText(root: string, path: string, maxBytes: number): Promise<string | undefined> {
  const bytes = await readInside(root, path, maxBytes);
  return bytes === undefined || bytes.includes(0) ? undefined : new TextDecoder().decode(bytes);
}

async function* scan(root: string, limits: ScanLimits, signal?: AbortSignal): AsyncGenerator<WorkspaceFile> {
  const { suffixes, maxFiles, maxFileBytes, onCut } = limits;
  const walk = startWalk(root, signal);
  let files = 0;
  for await (const relativePath of walkFiles(walk)) {
    if (suffixes === undefined ? endsWithAny(relativePath, BINARY_SUFFIXES) : !endsWithAny(relativePath, suffixes)) {
      continue;
    }
    walk.isCut ||= files === maxFiles || signal?.aborted === true;
    if (walk.isCut) break;
    files += 1;
    yield { relativePath, text: await scannedText(root, relativePath, maxFileBytes) };
  }
  if (walk.isCut) onCut?.();
}

/**
 * Reads the files of a workspace for one run of maintenance: what git says is asked once. What lies outside it, what its
 * links lead to outside, and its `.git` folder are not at hand.
 *
 * @param scope of its claims
 */
export function createWorkspaceReader(workspace: Workspace, scope: string, env: Environment): WorkspaceReader {
  const { root, repository } = workspace;
  const relativePath: WorkspaceReader["relativePath"] = (path) =>
    lexicalPath(
      root,
      path.replace(/^~(?=[/\\])/, () => homeFolder(env)),
    );
  return {
    scope,
    relativePath,
    readText: async (path) => {
      const inside = relativePath(path);
      const bytes = inside === undefined ? undefined : await readInside(root, inside, MAX_EVIDENCE_BYTES);
      return bytes === undefined ? undefined : textOf(bytes);
    },
    stat: async (path) => {
      const inside = relativePath(path);
      return inside === undefined ? undefined : statInside(root, inside);
    },
    scan: (limits, signal) => scan(root, limits, signal),
    git: repository === undefined ? undefined : createGitReader(repository, env),
  };
}
