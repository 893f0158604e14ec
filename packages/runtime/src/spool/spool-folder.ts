import { existsSync, mkdirSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";

import { sha256Hex } from "@memorymaster/core";

import { absolutePath } from "../choose-database.ts";
import type { DatabaseChoice } from "../choose-database.ts";
import { realPathOf } from "../git/find-repository.ts";
import type { Surroundings } from "../surroundings.ts";

const NAME_LENGTH = 40;

/** The database without the name it is called by: links to a file, and users of a server, share one folder. */
function identityOf({ kind, target, shown }: DatabaseChoice): string {
  return kind === "sqlite" ? (realPathOf(target) ?? target) : shown.replace(/^([^:]*:\/\/)[^/?#]*@/, "$1");
}

/** A name that every system takes: no dot, sign or reserved word is left in it once the digest follows. */
function folderName(database: DatabaseChoice): string {
  const identity = identityOf(database);
  const path = identity.replace(/[?#].*$/s, "");
  const name = basename(path, extname(path)).replace(/[^A-Za-z0-9_-]/g, "_");
  return `${name.slice(0, NAME_LENGTH)}-${sha256Hex(identity).slice(0, 8)}`;
}

/** Where the notes about one database lie; `undefined` for one in memory, which ends with its process. */
export function spoolFolder({ config, cwd, database, env }: Surroundings): string | undefined {
  if (database.target === ":memory:") return undefined;
  return join(absolutePath(config.runtime.spool_dir, { cwd, env }), folderName(database));
}

/**
 * Makes a folder and those above it, for their owner alone. Step by step, since the recursive call of Node 20 never ends
 * where the system refuses with "no such file" (`/proc`).
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
