import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { homeFolder, variable } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { realPathOf } from "./git/find-repository.ts";
import { projectRepository } from "./workspace.ts";

/** File that `--stealth` uses, in the current folder. */
const STEALTH_FILE = ".memorymaster-stealth.db";
/** Name of a database that a project keeps beside its files. */
const PROJECT_FILE = "memorymaster.db";

/** Why this database and no other, in the order of precedence. */
export type DatabaseReason = "stealth" | "option" | "stealth_file" | "env" | "found" | "home";

export interface DatabaseChoice {
  readonly kind: "sqlite" | "postgres";
  /** Absolute path, `:memory:`, or connection string with its password: never print it. */
  readonly target: string;
  /** The same for people: passwords as `***`. */
  readonly shown: string;
  readonly reason: DatabaseReason;
}

export interface DatabaseOptions {
  /** Path or connection string given by the caller. */
  readonly db?: string | undefined;
  readonly stealth?: boolean | undefined;
  readonly env: Environment;
  readonly cwd: string;
}

/** A connection string with every password replaced by `***`; a path stays as it is. */
export function hidePasswords(target: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) return target;
  // Up to the last `@`: a password that was not percent-encoded may hold any sign.
  return target.replace(/^([^:]*:\/\/[^:@/]*:).*@/s, "$1***@").replace(/([?&](?:ssl)?password=)[^&#]*/gi, "$1***");
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function findProjectFile(cwd: string, env: Environment): string | undefined {
  let folder = realPathOf(cwd) ?? cwd;
  const top = projectRepository(folder, env)?.workTree ?? folder;
  for (;;) {
    const file = join(folder, PROJECT_FILE);
    if (isFile(file)) return file;
    if (folder === top || folder === dirname(folder)) return undefined;
    folder = dirname(folder);
  }
}

type Rung = readonly [DatabaseReason, (options: DatabaseOptions) => string | undefined];

const stealthFile = (options: DatabaseOptions): string => join(options.cwd, STEALTH_FILE);
const nonBlank = (text: string | undefined): string | undefined => (text?.trim() === "" ? undefined : text?.trim());

/** The first rung that names a target decides. */
const LADDER: readonly Rung[] = [
  ["stealth", (options) => (options.stealth === true ? stealthFile(options) : undefined)],
  ["option", (options) => nonBlank(options.db)],
  ["stealth_file", (options) => (isFile(stealthFile(options)) ? stealthFile(options) : undefined)],
  ["env", ({ env }) => variable(env, "MEMORYMASTER_DEFAULT_DB")],
  ["found", ({ cwd, env }) => findProjectFile(cwd, env)],
];

/** With `~` for the home folder; `:memory:` stays. */
export function absolutePath(target: string, { cwd, env }: Pick<DatabaseOptions, "cwd" | "env">): string {
  if (target === ":memory:") return target;
  return resolve(
    cwd,
    target.replace(/^~(?=$|[\\/])/, () => homeFolder(env)),
  );
}

function choiceOf(target: string, reason: DatabaseReason, options: DatabaseOptions): DatabaseChoice {
  if (/^postgres(?:ql)?:\/\//i.test(target)) return { kind: "postgres", target, shown: hidePasswords(target), reason };
  const path = absolutePath(target, options);
  return { kind: "sqlite", target: path, shown: hidePasswords(path), reason };
}

/** The database that every surface uses under these circumstances, and why. Opens nothing. */
export function chooseDatabase(options: DatabaseOptions): DatabaseChoice {
  for (const [reason, find] of LADDER) {
    const target = find(options);
    if (target !== undefined) return choiceOf(target, reason, options);
  }
  return choiceOf(join(homeFolder(options.env), ".memorymaster", "memory.db"), "home", options);
}
