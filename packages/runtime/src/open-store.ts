import { existsSync } from "node:fs";

import { ForbiddenError, StoreError } from "@memorymaster/core";
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
export function explained(error: unknown, shown: string): unknown {
  if (codesOf(error).some((code) => NOT_LOADED.has(code))) {
    const what = `The SQLite module cannot be loaded by Node ${process.version}`;
    const way = "run npm rebuild better-sqlite3 where memorymaster is installed";
    return new StoreError("store.unavailable", `${what}: ${way}`, { cause: error });
  }
  return nameDatabase(error, shown);
}

type Access = Pick<OpenOptions, "readOnly" | "create">;

async function openPostgres({ database, clock, team }: Surroundings, access: Access): Promise<Store> {
  const { openPostgresStore } = await import("@memorymaster/store-postgres");
  return openPostgresStore({
    url: database.target,
    readOnly: access.readOnly === true,
    create: access.create === true,
    binding: team?.binding,
    clock,
  });
}

async function openSqlite(surroundings: Surroundings, access: Access): Promise<Store> {
  const { database, clock, config, logger, team } = surroundings;
  if (database.target === ":memory:" && access.create !== true) {
    throw new StoreError("store.unavailable", "A database in memory starts empty: name a file");
  }
  const isNew = access.create === true && database.target !== ":memory:" && !existsSync(database.target);
  if (isNew) await warnAboutNewFile(surroundings);
  const { openSqliteStore } = await import("@memorymaster/store-sqlite");
  return openSqliteStore({
    path: database.target,
    readOnly: access.readOnly === true,
    create: access.create === true,
    migrate: team === undefined,
    synchronous: config.runtime.synchronous,
    clock,
    logger,
  });
}

/** Whether the database would have to be made or brought up to date first. */
function needsSchema(error: unknown, { create }: Access): boolean {
  if (!(error instanceof StoreError)) return false;
  const { reason } = error.details;
  return reason === "empty" || reason === "older_schema" || (error.code === "store.missing" && create === true);
}

/**
 * Opens the chosen database; the code of its kind is loaded only now.
 *
 * @throws StoreError `store.missing`, `store.unavailable`, `store.newer_schema`, `store.legacy_schema`, `store.read_only`
 * @throws ForbiddenError `access.denied` for a team whose database has no schema, or an older one
 */
export async function openStore(surroundings: Surroundings, given: Access): Promise<Store> {
  const { database, team } = surroundings;
  const access = team === undefined ? given : { ...given, create: false };
  try {
    return await (database.kind === "postgres" ? openPostgres : openSqlite)(surroundings, access);
  } catch (error) {
    if (team === undefined || !needsSchema(error, given)) throw explained(error, database.shown);
    const way = "the operator makes it and brings it up to date, with memorymaster init-db";
    throw new ForbiddenError("access.denied", `The database of a team is not ready: ${way}`, { cause: error });
  }
}
