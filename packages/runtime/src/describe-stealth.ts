import { existsSync } from "node:fs";

import { chooseDatabase } from "./choose-database.ts";
import { gitignorePattern } from "./gitignore-pattern.ts";
import type { OpenOptions } from "./open-options.ts";
import { readSurroundings } from "./surroundings.ts";

/** The private database of the current folder, and whether it is the one in use. */
export interface StealthReport {
  readonly active: boolean;
  readonly exists: boolean;
  readonly path: string;
  /** The database that a command here uses, as it may be shown. */
  readonly effective: string;
  /** What to add to `.gitignore`; absent when git would not commit the file. */
  readonly gitignoreHint: string | undefined;
}

/** Opens no database. */
export async function describeStealth(options: OpenOptions): Promise<StealthReport> {
  const { database, env, cwd } = readSurroundings(options);
  const stealth = chooseDatabase({ stealth: true, env, cwd });
  return {
    active: database.target === stealth.target,
    exists: existsSync(stealth.target),
    path: stealth.shown,
    effective: database.shown,
    gitignoreHint: await gitignorePattern(stealth.target, env),
  };
}
