import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

import { ForbiddenError } from "@memorymaster/core";

/** Which files and folders a call may name. Paths are compared after links and `~` are resolved. */
export interface PathPolicy {
  readonly defaultDatabase: string;
  readonly defaultWorkspace: string;
  /** Absolute paths or globs (`*` within a folder, `**` across folders); empty = nothing beyond the defaults. */
  readonly databaseAllowlist: readonly string[];
  readonly workspaceAllowlist: readonly string[];
  /** The operator lets every path pass. */
  readonly adminMode: boolean;
  /** A team works in one place: nothing but the defaults may be named, whatever else is allowed. Default false. */
  readonly isFixed?: boolean | undefined;
}

function expanded(path: string, base: string): string {
  const home = path === "~" || path.startsWith("~/") || path.startsWith(`~${sep}`);
  return resolve(base, home ? homedir() + path.slice(1) : path);
}

/** As many as Linux follows in one path. */
const MAX_LINKS = 40;

/** Where a path without an entry of its own leads: the target of a dangling link, else a name in its parent folder. */
function realPathOfMissing(path: string, links: number): string {
  const parent = dirname(path);
  if (parent === path) return path;
  const folder = realPath(parent, links);
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? realPath(resolve(folder, readlinkSync(path)), links - 1) : join(folder, basename(path));
}

function realPath(path: string, links: number): string {
  if (links < 0) throw new RangeError("Too many links");
  try {
    return realpathSync.native(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
    return realPathOfMissing(path, links);
  }
}

/**
 * The real path, also of a file that does not exist yet. Links that lead nowhere yet are followed too: opening the file
 * would follow them.
 */
function canonicalPath(path: string, base: string): string {
  return realPath(expanded(path, base), MAX_LINKS);
}

function isInside(folder: string, path: string): boolean {
  const away = relative(folder, path);
  return away === "" || (!away.startsWith(`..${sep}`) && away !== ".." && !isAbsolute(away));
}

const MARK = /[*?]/;

function globToRegExp(glob: string): RegExp {
  const pattern = glob
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\*\*|\*|\?/g, (mark) => ({ "**": ".*", "*": "[^/\\\\]*", "?": "[^/\\\\]" })[mark] ?? mark);
  return new RegExp(`^${pattern}$`, process.platform === "win32" ? "i" : "");
}

/** A glob whose folders before the first mark are real ones. */
function canonicalGlob(glob: string, base: string): string {
  const parts = expanded(glob, base).split(sep);
  const first = parts.findIndex((part) => MARK.test(part));
  return join(canonicalPath(parts.slice(0, first).join(sep) + sep, base), ...parts.slice(first));
}

function matches(path: string, entry: string, base: string): boolean {
  return MARK.test(entry) ? globToRegExp(canonicalGlob(entry, base)).test(path) : canonicalPath(entry, base) === path;
}

/** What one argument of a call may name. */
interface Rule {
  readonly argument: "db" | "workspace";
  /** Sets the one place of a team; with `_ALLOWLIST` it allows others to everyone else. */
  readonly variable: string;
  readonly own: string;
  readonly allowlist: readonly string[];
}

function denied(argument: Rule["argument"], variable: string): ForbiddenError {
  return new ForbiddenError("access.path", `This ${argument} is not allowed; the operator allows it with ${variable}`, {
    details: { field: argument },
  });
}

/** The real path, or `undefined` for what names no place: a loop of links, a NUL, a name that is too long. */
function placeOf(path: string, base: string): string | undefined {
  try {
    return canonicalPath(path, base);
  } catch {
    return undefined;
  }
}

function permitted(policy: PathPolicy, given: string, rule: Rule): string {
  const { defaultWorkspace: base, adminMode, isFixed = false } = policy;
  const path = placeOf(given, base);
  const isPermitted = (place: string): boolean => {
    if (place === placeOf(rule.own, base)) return true;
    if (isFixed) return false;
    if (adminMode) return true;
    if (rule.allowlist.length === 0) return isInside(canonicalPath(base, "."), place);
    return rule.allowlist.some((entry) => matches(place, entry, base));
  };
  if (path === undefined || !isPermitted(path)) {
    throw denied(rule.argument, isFixed ? rule.variable : `${rule.variable}_ALLOWLIST`);
  }
  return path;
}

/**
 * The database file of a call.
 *
 * @throws ForbiddenError `access.path` naming the variable that would allow it, never the resolved path
 */
export function allowedDatabase(policy: PathPolicy, given: string): string {
  if (given === policy.defaultDatabase) return given;
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(given);
  if (isUrl) throw denied("db", "MEMORYMASTER_MCP_DB");
  return permitted(policy, given, {
    argument: "db",
    variable: "MEMORYMASTER_MCP_DB",
    own: policy.defaultDatabase,
    allowlist: policy.databaseAllowlist,
  });
}

/** The workspace folder of a call. @throws ForbiddenError `access.path` */
export function allowedWorkspace(policy: PathPolicy, given: string): string {
  return permitted(policy, given, {
    argument: "workspace",
    variable: "MEMORYMASTER_MCP_WORKSPACE",
    own: policy.defaultWorkspace,
    allowlist: policy.workspaceAllowlist,
  });
}
