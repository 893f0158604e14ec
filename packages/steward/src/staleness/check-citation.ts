import { deriveCitation, scanText } from "@memorymaster/core";
import type { Citation, NewCitation } from "@memorymaster/core";
import type { WorkspaceReader } from "../types.ts";
import { checkUrl } from "./check-url.ts";
import { judgeByTime } from "./judge-by-time.ts";
import { hasWords, locateExcerpt } from "./locate-excerpt.ts";
import type { Asked, Sources, Verdict } from "./types.ts";

const UNKNOWN: Verdict = { outcome: "unknown" };

const PROJECT_SCOPE = /^project(?::|$)/;

/**
 * Whether the files at hand are those that the citation was about: of this project, or with a commit that this history
 * contains.
 */
async function isOfThisHistory(
  { scope }: Asked,
  { commitId }: NewCitation,
  workspace: WorkspaceReader,
): Promise<boolean> {
  const isOwn = scope === workspace.scope;
  if (!isOwn && (PROJECT_SCOPE.test(scope) || commitId === undefined)) return false;
  return commitId === undefined || (await workspace.git?.isAncestor(commitId)) === true;
}

type FileCitation = NewCitation & Pick<Citation, "checkStatus"> & { readonly path: string };

function locatedIn(lines: readonly string[], { path, ...citation }: FileCitation): Verdict {
  const { lineStart, lineEnd = lineStart } = citation;
  const place = { path, lineStart, lineEnd };
  const location = locateExcerpt(lines, citation);
  switch (location.is) {
    case "there":
      return { outcome: "ok", ...place };
    case "elsewhere":
      return { outcome: "moved", path, lineStart: location.lineStart, lineEnd: location.lineEnd };
    case "absent": {
      const instead = lineStart === undefined ? undefined : lines.slice(lineStart - 1, lineEnd).join("\n");
      return { outcome: "changed", ...place, instead };
    }
    case "unknown":
      return { outcome: "unknown", ...place };
  }
}

/** Paths under which a file that is not there may be found again. */
async function newPaths({ path, commitId }: FileCitation, { workspace }: Sources): Promise<readonly string[]> {
  const { git } = workspace;
  if (git === undefined) return [];
  const renamed = await git.renamedTo(path, commitId ?? "HEAD");
  const sameName = await git.untrackedNamed(path.slice(path.lastIndexOf("/") + 1));
  const paths = [...(renamed === undefined ? [] : [renamed]), ...sameName];
  return paths.filter((found) => workspace.relativePath(found) === found && scanText(found).length === 0);
}

/** The cited text in a file that has another name now. */
async function findElsewhere(citation: FileCitation, sources: Sources): Promise<Verdict | undefined> {
  const { git } = sources.workspace;
  for (const path of await newPaths(citation, sources)) {
    const lines = await sources.linesOf(path);
    const found = lines === undefined ? undefined : locatedIn(lines, { ...citation, path });
    if (found?.outcome !== "ok" && found?.outcome !== "moved") continue;
    const isCommitted = (await git?.isDirty(path)) === false;
    return { ...found, outcome: "moved", commitId: isCommitted ? git?.headCommit() : undefined };
  }
  return undefined;
}

/** What was never seen cannot be gone. */
function absence({ path, lineStart, lineEnd, excerptHash, checkStatus }: FileCitation): Verdict {
  const wasSeen = excerptHash !== undefined || (checkStatus !== undefined && checkStatus !== "unknown");
  return { outcome: wasSeen ? "gone" : "unknown", path, lineStart, lineEnd };
}

/** A file whose text is not at hand: too large or binary, left out of the work tree, renamed, or gone. */
async function findUnread(citation: FileCitation, sources: Sources): Promise<Verdict> {
  const { path } = citation;
  const { workspace } = sources;
  const isThere = (await workspace.stat(path)) !== undefined || (await workspace.git?.isLeftOut(path)) === true;
  if (isThere) return { outcome: "unknown", path };
  return (hasWords(citation) ? await findElsewhere(citation, sources) : undefined) ?? absence(citation);
}

async function findFile(asked: Asked, citation: FileCitation, sources: Sources): Promise<Verdict> {
  const { path } = citation;
  const { workspace, mode, linesOf } = sources;
  if (!(await isOfThisHistory(asked, citation, workspace))) return { outcome: "unknown", path };
  if (hasWords(citation)) {
    const lines = await linesOf(path);
    return lines === undefined ? findUnread(citation, sources) : locatedIn(lines, citation);
  }
  if (mode === "content") return { outcome: "unknown", path };
  const facts = await workspace.stat(path);
  if (facts === undefined) return findUnread(citation, sources);
  return { outcome: await judgeByTime(asked, citation, { facts, ...sources }), path };
}

async function checkFile(asked: Asked, citation: FileCitation, sources: Sources): Promise<Verdict> {
  const verdict = await findFile(asked, citation, sources);
  if (verdict.outcome === "ok" || verdict.outcome === "unknown") return verdict;
  const path = verdict.path ?? citation.path;
  return (await sources.workspace.git?.isDirty(path)) === true ? { ...verdict, dirty: true } : verdict;
}

/** Whether a commit is there; that it is missing says something only of the repository that the claim is about. */
async function checkCommit({ scope }: Asked, { commitId }: NewCitation, { workspace }: Sources): Promise<Verdict> {
  const has = commitId === undefined ? undefined : await workspace.git?.hasCommit(commitId);
  if (has === true) return { outcome: "ok" };
  return has === false && scope === workspace.scope ? { outcome: "gone" } : UNKNOWN;
}

/**
 * Checks one citation against its source, by the first rule that matches. `undefined` for what is no evidence that could
 * be checked: sessions, labels, paths outside the workspace, URLs while none is asked.
 *
 * @see spec/steward.md §6.3
 */
export async function checkCitation(asked: Asked, stored: Citation, sources: Sources): Promise<Verdict | undefined> {
  const { workspace, readUrl } = sources;
  const toRelative = (path: string): string | undefined => workspace.relativePath(path);
  const given = stored.kind === "other" ? { ...stored, kind: undefined } : stored;
  const citation = { ...deriveCitation(given, toRelative), checkStatus: stored.checkStatus };
  switch (citation.kind) {
    case "file": {
      const path = workspace.relativePath(citation.path ?? "");
      return path === undefined ? undefined : checkFile(asked, { ...citation, path }, sources);
    }
    case "commit":
      return checkCommit(asked, citation, sources);
    case "url":
      return readUrl === undefined ? undefined : { outcome: await checkUrl(citation, readUrl) };
    case "session":
    case "other":
      return undefined;
  }
}
