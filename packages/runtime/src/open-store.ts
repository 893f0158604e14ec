import { existsSync } from "node:fs";

import { ConfigError, StoreError } from "@memorymaster/core";
import type { Store } from "@memorymaster/core";

import { nameDatabase } from "./name-database.ts";
import type { OpenOptions } from "./open-options.ts";
import type { Surroundings } from "./surroundings.ts";
import { warnAboutNewFile } from "./warn-about-new-file.ts";

/** Codes of a native module that is missing, or was built for another version of Node. */
const NOT_LOADED: ReadonlySet<unknown> = new Set(["ERR_DLOPEN_FAILED", "ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"]);

function codesOf(error: unknown): readonly unknown[] {
  if (!(error instanceof Error)) return [];
  return [(error as NodeJS.ErrnoException).code, ...codesOf(error.cause)];
}

/** The failure as people understand it: with the path, and with the way out where the installation is to blame. */
function explained(error: unknown, shown: string): unknown {
  if (codesOf(error).some((code) => NOT_LOADED.has(code))) {
    const what = `The SQLite module cannot be loaded by Node ${process.version}`;
    const way = "run npm rebuild better-sqlite3 where memorymaster is installed";
    return new StoreError("store.unavailable", `${what}: ${way}`, { cause: error });
  }
  return nameDatabase(error, shown);
}

/**
 * Opens the chosen database; the code of its kind is loaded only now.
 *
 * @throws ConfigError `config.invalid` for a Postgres connection string
 * @throws StoreError `store.missing`, `store.unavailable`, `store.newer_schema`, `store.legacy_schema`, `store.read_only`
 */
export async function openStore(
  surroundings: Surroundings,
  access: Pick<OpenOptions, "readOnly" | "create">,
): Promise<Store> {
  const { database, clock, config, logger } = surroundings;
  if (database.kind === "postgres") {
    throw new ConfigError(
      "config.invalid",
      `${database.shown} is a Postgres database, and the Postgres store is not part of this version: use a SQLite path`,
      { details: { name: "db" } },
    );
  }
  if (database.target === ":memory:" && access.create !== true) {
    throw new StoreError("store.unavailable", "A database in memory starts empty: name a file");
  }
  const isNew = access.create === true && database.target !== ":memory:" && !existsSync(database.target);
  if (isNew) await warnAboutNewFile(surroundings);
  try {
    const { openSqliteStore } = await import("@memorymaster/store-sqlite");
    return await openSqliteStore({
      path: database.target,
      readOnly: access.readOnly === true,
      create: access.create === true,
      synchronous: config.runtime.synchronous,
      clock,
      logger,
    });
  } catch (error) {
    throw explained(error, database.shown);
  }
}
