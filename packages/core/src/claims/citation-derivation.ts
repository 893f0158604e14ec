import type { NewCitation } from "../ports/claim-store.ts";
import { createBoundedCache, detached } from "../text/bounded-cache.ts";
import type { CitationInput, CitationKind } from "./citation.ts";

const URL_SOURCE = /^https?:\/\//i;
const COMMIT_SOURCE = /^(?:commit:\s*([0-9a-f]{4,64})|([0-9a-f]{40}))$/i;
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const SESSION_SOURCE = /^(?:mcp-session$|session:\/\/)/i;
const ABSOLUTE = /^(?:[/\\]|~[/\\]|[a-z]:[/\\])/i;
/** No dot, so that `ops.md:12` is no scheme; two letters, so that a drive is none. */
const SCHEME = /^[a-z][a-z0-9+-]+:/i;
const EXTENSION = /\.[a-z][a-z0-9_]{0,15}$/i;
const LINES_IN_SOURCE = /#L(\d{1,9})(?:-L?(\d{1,9}))?$/i;
const LINES_IN_LOCATOR = /^#?L?(\d{1,9})(?:[-:]L?(\d{1,9}))?$/i;

interface Lines {
  readonly lineStart?: number;
  readonly lineEnd?: number;
}

/** What a source says by itself; a path is absolute until it is known where the repository lies. */
interface ReadSource extends Lines {
  readonly kind: CitationKind | "absolute";
  readonly path?: string;
  readonly commitId?: string;
}

type ToRelative = (path: string) => string | undefined;

const NO_LINES: Lines = {};

function linesOf(match: RegExpExecArray | null): Lines {
  if (match === null) return NO_LINES;
  const lineStart = Number(match[1]);
  const lineEnd = match[2] === undefined ? lineStart : Number(match[2]);
  return lineStart >= 1 && lineStart <= lineEnd ? { lineStart, lineEnd } : NO_LINES;
}

/** A relative path in one spelling, `a/./b` and `a\b` as `a/b`; `undefined` when it is empty or leads out of its root. */
export function tidyRelativePath(path: string): string | undefined {
  if (ABSOLUTE.test(path)) return undefined;
  const kept: string[] = [];
  for (const segment of path.replaceAll("\\", "/").split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (kept.pop() === undefined) return undefined;
  }
  return kept.length === 0 ? undefined : kept.join("/");
}

function commitOf(match: RegExpExecArray): ReadSource {
  const id = (match[1] ?? match[2] ?? "").toLowerCase();
  return OBJECT_ID.test(id) ? { kind: "commit", commitId: id } : { kind: "commit" };
}

function fileOf(source: string): ReadSource {
  const path = source.replace(LINES_IN_SOURCE, "");
  const lines = linesOf(LINES_IN_SOURCE.exec(source));
  if (ABSOLUTE.test(path)) return { kind: "absolute", path, ...lines };
  const looksLikeFile = path.includes("/") || path.includes("\\") || EXTENSION.test(path);
  const tidy = looksLikeFile && !SCHEME.test(path) ? tidyRelativePath(path) : undefined;
  return tidy === undefined ? { kind: "other" } : { kind: "file", path: tidy, ...lines };
}

function readAnew(source: string): ReadSource {
  if (URL_SOURCE.test(source)) return { kind: "url" };
  const commit = COMMIT_SOURCE.exec(source);
  if (commit !== null) return commitOf(commit);
  return SESSION_SOURCE.test(source) ? { kind: "session" } : fileOf(source);
}

/** The claims of one file of notes mostly cite the same few sources. */
const known = createBoundedCache<ReadSource>(512);

function readSource(source: string, toRelative: ToRelative): ReadSource {
  let read = known.get(source);
  if (read === undefined) {
    read = readAnew(source);
    known.set(detached(source), read);
  }
  if (read.kind !== "absolute") return read;
  const path = toRelative(read.path ?? "");
  return path === undefined ? { kind: "other" } : { ...read, kind: "file", path };
}

function linesOfFile(citation: CitationInput, read: Lines): Lines | CitationInput {
  if (citation.lineStart !== undefined) return citation;
  const { locator } = citation;
  const inLocator = locator === undefined ? NO_LINES : linesOf(LINES_IN_LOCATOR.exec(locator));
  return inLocator.lineStart === undefined ? read : inLocator;
}

function kindOf(citation: CitationInput, read: ReadSource): CitationKind {
  if (citation.kind !== undefined) return citation.kind;
  if (citation.path !== undefined) return "file";
  return read.kind === "absolute" ? "other" : read.kind;
}

/**
 * Reads out of source and locator what the check fields do not say: the kind, and for a file path and lines (`L12`,
 * `12-20`, `12:20`, or `#L12-L20` at the end of the source), for a commit its id. Given fields stay; never fails.
 *
 * @param toRelative path relative to the repository root of an absolute one, `undefined` when it lies outside
 */
export function deriveCitation(citation: CitationInput, toRelative: ToRelative = () => undefined): NewCitation {
  const read = readSource(citation.source, toRelative);
  const kind = kindOf(citation, read);
  const isFile = kind === "file";
  const lines = isFile ? linesOfFile(citation, read) : citation;
  return {
    source: citation.source,
    locator: citation.locator,
    excerpt: citation.excerpt,
    kind,
    path: citation.path ?? (isFile ? read.path : undefined),
    lineStart: lines.lineStart,
    lineEnd: lines.lineEnd,
    excerptHash: citation.excerptHash,
    gitBlob: citation.gitBlob,
    commitId: citation.commitId ?? (kind === "commit" ? read.commitId : undefined),
    fetchedAt: citation.fetchedAt,
    contentHash: citation.contentHash,
  };
}
