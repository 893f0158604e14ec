import { sha256Hex, UNIT_SEPARATOR } from "../claims/identity.ts";
import type { ProjectKey, ProjectKeyKind, ProjectMatch, ProjectStore } from "../ports/project-store.ts";
import { sanitizePersistedText } from "../security/sanitize.ts";
import { projectSlug } from "./scope.ts";

/** What is known of the workspace at hand. The home folder and a file system root are none. */
export interface WorkspaceFacts {
  /** Real path of the folder that holds the common git directory; outside git, of the workspace. */
  readonly path: string;
  /** URL of the remote `origin`, as configured. */
  readonly originUrl?: string | undefined;
  /** Oldest commit reachable by first parents from HEAD; a shallow clone has none. */
  readonly rootCommit?: string | undefined;
}

const URL_FORM = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/]*@)?(\[[^\]/]*\]|[^:/]*)(?::\d*)?(?:\/(.*))?$/is;
const DRIVE_PATH = /^[a-z]:[\\/]/i;
const SCP_FORM = /^(?:[^@/]*@)?(\[[^\]/]*\]|[^:/]+):(.*)$/s;

interface Origin {
  /** Empty for a local path. */
  readonly host: string;
  readonly path: string;
}

function fromUrl(url: string): Origin | undefined {
  const [, scheme, host = "", path = ""] = URL_FORM.exec(url) ?? [];
  if (scheme === undefined) return undefined;
  return { host: scheme.toLowerCase() === "file" ? "" : host, path };
}

function fromPath(url: string): Origin | undefined {
  if (DRIVE_PATH.test(url)) return { host: "", path: url.replaceAll("\\", "/") };
  return url.startsWith("/") ? { host: "", path: url } : undefined;
}

function fromScp(url: string): Origin | undefined {
  const [, host, path] = SCP_FORM.exec(url) ?? [];
  return host === undefined || path === undefined ? undefined : { host, path };
}

/**
 * A remote URL without what may differ between clones of one repository: scheme, user, port, host in capitals, slashes
 * around the path, `.git`. The scp form equals the URL form.
 *
 * @returns `undefined` for what names no place by itself: a relative path, a host alone
 */
export function normaliseOrigin(url: string): string | undefined {
  const given = url.trim();
  const parts = fromUrl(given) ?? fromPath(given) ?? fromScp(given);
  if (parts === undefined) return undefined;
  const path = parts.path
    .replace(/^\/+|\/+$/g, "")
    .replace(/\.git$/, "")
    .replace(/\/+$/, "");
  return path === "" ? undefined : `${parts.host.toLowerCase()}/${path}`;
}

function projectKey(kind: ProjectKeyKind, value: string): ProjectKey {
  return { kind, keyHash: sha256Hex(`${kind}${UNIT_SEPARATOR}${value}`) };
}

/** Keys of a workspace, the most telling first; never empty. */
export function projectKeys(facts: WorkspaceFacts): readonly ProjectKey[] {
  const origin = facts.originUrl === undefined ? undefined : normaliseOrigin(facts.originUrl);
  return [
    ...(origin === undefined ? [] : [projectKey("origin", origin)]),
    ...(facts.rootCommit === undefined ? [] : [projectKey("root_commit", facts.rootCommit)]),
    projectKey("path", facts.path),
  ];
}

/** Keys that a project may own. Another repository in a reused folder must not inherit it, so a path is a last resort. */
function ownableKeys(keys: readonly ProjectKey[]): readonly ProjectKey[] {
  const telling = keys.filter((key) => key.kind !== "path");
  return telling.length > 0 ? telling : keys;
}

const folderName = (path: string): string => path.split(/[\\/]/).findLast((part) => part !== "") ?? "";

/** A folder may be named like a token; its kind then stands for it, here as in any text that is stored. */
const slugOf = (path: string): string => projectSlug(sanitizePersistedText(folderName(path)).text);

export interface ResolveProjectOptions {
  /** Whether a new project, or a new key of a known one, is stored. */
  readonly write: boolean;
  /** Time of the look-up, in stored form. */
  readonly at: string;
  /** Gives every new project a suffix. Default false. */
  readonly forceSuffix?: boolean | undefined;
}

export interface ResolvedProject {
  readonly scope: string;
  /** The key by which the project is known; absent when no mapping was there yet. */
  readonly knownBy: ProjectKeyKind | undefined;
  /** Whether the store had the mapping with all its keys before this call. */
  readonly wasComplete: boolean;
}

async function newScope(projects: ProjectStore, facts: WorkspaceFacts, forceSuffix: boolean): Promise<string> {
  const scope = `project:${slugOf(facts.path)}`;
  const isTaken = forceSuffix || (await projects.takenScopes([scope])).has(scope);
  return isTaken ? `${scope}:${projectKeys(facts)[0]?.keyHash.slice(0, 8) ?? ""}` : scope;
}

function firstMatch(keys: readonly ProjectKey[], matches: readonly ProjectMatch[]): ProjectMatch | undefined {
  for (const key of keys) {
    const match = matches.find((known) => known.keyHash === key.keyHash);
    if (match !== undefined) return match;
  }
  return undefined;
}

/**
 * The scope of the project that a workspace belongs to. Any known key decides, the first in their order if they point to
 * two projects; so subfolders, worktrees, a moved folder or a changed remote stay one project. A new project takes
 * `project:<slug>`, and where another one holds that, the same with the start of its first key.
 */
export async function resolveProjectScope(
  projects: ProjectStore,
  facts: WorkspaceFacts,
  options: ResolveProjectOptions,
): Promise<ResolvedProject> {
  const keys = projectKeys(facts);
  const matches = await projects.findKeys(keys.map((key) => key.keyHash));
  const match = firstMatch(keys, matches);
  const scope = match?.scope ?? (await newScope(projects, facts, options.forceSuffix ?? false));
  const lacking = ownableKeys(keys).filter((key) => !matches.some((known) => known.keyHash === key.keyHash));
  if (options.write) {
    const lastPath = sanitizePersistedText(facts.path).text;
    await projects.record({ scope, slug: slugOf(facts.path), lastPath, keys: lacking, at: options.at });
  }
  return { scope, knownBy: match?.kind, wasComplete: match !== undefined && lacking.length === 0 };
}
