import { realpathSync, statSync } from "node:fs";

import { EXPORT_SCHEMA, InvalidInputError, requireOperator, StoreError } from "@memorymaster/core";
import type { DeltaOptions, DeltaResult, Memory, MergeSource } from "@memorymaster/core";

import { chooseDatabase } from "./choose-database.ts";
import type { DatabaseChoice } from "./choose-database.ts";
import type { OpenOptions } from "./open-options.ts";
import { explained, openStore } from "./open-store.ts";
import { readSurroundings } from "./surroundings.ts";
import type { Surroundings } from "./surroundings.ts";

/** Another store, opened for reading alone. */
export interface OpenedSource extends MergeSource {
  close(): Promise<void>;
}

const POSTGRES_PORT = "5432";

/** What a database is, whatever names and links lead to it; `undefined` when it is not there. */
function identityOf({ kind, target }: DatabaseChoice): string | undefined {
  if (kind === "postgres") {
    const { hostname, port, pathname } = new URL(target);
    return [hostname, port === "" ? POSTGRES_PORT : port, pathname].join(" ");
  }
  const facts = statSync(target, { throwIfNoEntry: false });
  if (facts === undefined) return undefined;
  // Where a file system has no inodes, the path decides.
  return facts.ino === 0 ? realpathSync(target) : `${facts.dev} ${facts.ino}`;
}

function refused(message: string): InvalidInputError {
  return new InvalidInputError("input.invalid", message, { details: { field: "source" } });
}

/** A source of another schema is at fault, not the database. */
function withSchema(error: unknown, shown: string): unknown {
  if (!(error instanceof StoreError)) return error;
  const { reason, found } = error.details;
  const isNewer = error.code === "store.newer_schema";
  if (!isNewer && reason !== "older_schema") return error;
  const way = isNewer ? "update this program" : "bring it up to date with memorymaster init-db --db";
  return refused(`${shown} has schema version ${String(found)}, which is ${isNewer ? "newer" : "older"}: ${way}`);
}

async function openAsStore(around: Surroundings): Promise<OpenedSource> {
  const store = await openStore(around, { readOnly: true });
  try {
    const reader = await store.dump.snapshot();
    const close = (): Promise<void> => reader.close().finally(() => store.close());
    return { reader, schemaVersion: EXPORT_SCHEMA, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Opens a store that claims shall be taken from, or a file of changes, as it is at this moment.
 *
 * @param name path or connection string
 * @throws ForbiddenError `access.denied` for a team
 * @throws InvalidInputError `input.invalid` for the store of the options itself, and for another schema
 * @throws StoreError as `openStore`
 */
export async function openSource(options: OpenOptions, name: string): Promise<OpenedSource> {
  // What the configuration says about itself is logged where the store is opened.
  const around = readSurroundings({ ...options, writeLog: () => undefined });
  if (around.team !== undefined) requireOperator(around.team.authority, "configure");
  const database = chooseDatabase({ db: name, env: around.env, cwd: around.cwd });
  const { target, shown } = database;
  const identity = identityOf(database);
  if (identity !== undefined && identity === identityOf(around.database))
    throw refused(`${shown} is this store itself`);
  try {
    return await openAsStore({ ...around, database });
  } catch (error) {
    const isOther = error instanceof StoreError && error.code === "store.legacy_schema" && database.kind === "sqlite";
    const { openDeltaFile } = await import("@memorymaster/store-sqlite");
    const delta = isOther ? await openDeltaFile(target) : undefined;
    if (delta !== undefined) return { ...delta, schemaVersion: undefined };
    throw withSchema(error, shown);
  }
}

/** Makes a new file of the claims that have changed since a time. @throws InvalidInputError when there is such a file */
export async function exportDeltaFile(memory: Memory, file: string, options: DeltaOptions): Promise<DeltaResult> {
  try {
    const { writeDeltaFile } = await import("@memorymaster/store-sqlite");
    return await writeDeltaFile(file, (sink) => memory.transfer.exportDelta(sink, options));
  } catch (error) {
    throw explained(error, file);
  }
}
