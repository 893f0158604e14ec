import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";

import { DUMP_COLUMNS, InvalidInputError } from "@memorymaster/core";
import type { DeltaSink, DumpReader, DumpRow, DumpTable } from "@memorymaster/core";
import { createDumpReader } from "@memorymaster/store-sql";
import type { Schema } from "@memorymaster/store-sql";
import type { Database } from "better-sqlite3";
import { Kysely, sql } from "kysely";
import { openConnection } from "../connection/open-connection.ts";
import { createSqliteDialect } from "../driver/sqlite-dialect.ts";
import { createSqliteFlavor } from "../flavor/sqlite-flavor.ts";
import { createPartFile, openPartFile, publishPartFile, removePartFile } from "./part-file.ts";
import { sayWhatFailed } from "./say-what-failed.ts";
import { syncFile, syncFolder } from "./sync-file.ts";

/** Uids of claims by the ids that the rows name them by. Its presence tells a delta from other files. */
const UIDS = "claim_uids";

const AFFINITIES = {
  text: "text",
  time: "text",
  integer: "integer",
  boolean: "integer",
  number: "real",
  ratio: "real",
};

/** Names and affinities alone: no rule of any store travels with the rows. */
function createBareTables(database: Database): void {
  for (const [table, columns] of Object.entries(DUMP_COLUMNS)) {
    const list = Object.entries(columns).map(([name, { kind }]) => `"${name}" ${AFFINITIES[kind]}`);
    database.exec(`create table "${table}" (${list.join(", ")})`);
  }
  database.exec(`create table ${UIDS} (id integer primary key, uid text)`);
}

function createSink(database: Database): DeltaSink {
  const name = database.prepare(`insert or ignore into ${UIDS} values (?, ?)`);
  const write = (table: DumpTable, rows: readonly DumpRow[]): void => {
    const columns = Object.keys(DUMP_COLUMNS[table]);
    const insert = database.prepare(`insert into "${table}" values (${columns.map(() => "?").join(", ")})`);
    for (const row of rows) {
      insert.run(
        columns.map((column) => (row[column] === true ? 1 : row[column] === false ? 0 : (row[column] ?? null))),
      );
    }
  };
  return { write, name: (uids) => uids.forEach((uid, id) => name.run(id, uid)) };
}

function refused(message: string): InvalidInputError {
  return new InvalidInputError("input.invalid", message, { details: { field: "output" } });
}

async function fillPart<T>(part: string, fill: (sink: DeltaSink) => Promise<T>): Promise<T> {
  const database = openPartFile(part);
  try {
    database.exec("begin");
    createBareTables(database);
    const result = await fill(createSink(database));
    database.exec("commit");
    return result;
  } finally {
    database.close();
    syncFile(part);
  }
}

/**
 * Makes a new file of what `fill` writes. It appears whole, under its name, or not at all; only its owner may read it.
 *
 * @throws InvalidInputError `input.invalid` when there is such a file, or no such folder
 */
export async function writeDeltaFile<T>(file: string, fill: (sink: DeltaSink) => Promise<T>): Promise<T> {
  const path = resolve(file);
  if (existsSync(path)) throw refused(`${path} exists already`);
  if (!existsSync(dirname(path))) throw refused(`There is no folder ${dirname(path)}`);
  return sayWhatFailed("The delta was not made", async () => {
    const part = createPartFile(path);
    try {
      const result = await fillPart(part, fill);
      if (!publishPartFile(part, path)) throw refused(`${path} exists already`);
      syncFolder(dirname(path));
      return result;
    } finally {
      removePartFile(part);
    }
  });
}

/** A delta, read as one state. */
export interface DeltaFile {
  readonly reader: DumpReader;
  close(): Promise<void>;
}

/**
 * Opens a file of `writeDeltaFile`; `undefined` when it is another database.
 *
 * @throws StoreError `store.missing`, `store.unavailable`
 */
export async function openDeltaFile(path: string): Promise<DeltaFile | undefined> {
  const options = {
    path: resolve(path),
    readOnly: true,
    create: false,
    synchronous: "normal",
    busyTimeoutMs: 2_000,
  } as const;
  const connection = await openConnection({ ...options, logger: undefined });
  // Nothing that a stranger has put into the file may run.
  connection.pragma("trusted_schema = off");
  const flavor = createSqliteFlavor();
  const database = new Kysely<Schema>({ dialect: createSqliteDialect(connection, options) });
  const close = (): Promise<void> => database.destroy();
  if (!(await flavor.hasTable(database, UIDS))) {
    await close();
    return undefined;
  }
  connection.exec("begin");
  const { lists } = flavor;
  const uidsOf: DumpReader["uidsOf"] = async (ids) => {
    const query = sql<{ id: number; uid: string }>`
      select id, uid from ${sql.table(UIDS)} where id in ${lists.ids(lists.encode(ids))}`;
    return new Map((await query.execute(database)).rows.map(({ id, uid }) => [id, uid]));
  };
  return { reader: { ...createDumpReader(() => database, flavor), uidsOf }, close };
}
