import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createCountingIds, createFixedClock } from "@memorymaster/core/testing";
import Database from "better-sqlite3";
import { openSqliteStore } from "../../src/open-sqlite-store.ts";
import type { SqliteStore, SqliteStoreOptions } from "../../src/open-sqlite-store.ts";

/** A folder of its own that goes with the test. */
export interface TempFolder extends Disposable {
  readonly path: string;
  file(name: string): string;
}

export function tempFolder(): TempFolder {
  const path = mkdtempSync(join(tmpdir(), "memorymaster-store-"));
  return {
    path,
    file: (name) => join(path, name),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** A store on a new file, with counted ids and a clock that stands still. */
export interface TempStore extends AsyncDisposable {
  readonly store: SqliteStore;
  readonly path: string;
  /** Another connection of our own to the same file. */
  peer(options?: Partial<SqliteStoreOptions>): Promise<SqliteStore>;
  /** Runs SQL beside the store, as another program would. */
  sql(statement: string, ...parameters: unknown[]): unknown[];
}

export async function tempStore(options: Partial<SqliteStoreOptions> = {}): Promise<TempStore> {
  const folder = tempFolder();
  const path = folder.file("memory.db");
  const settings = {
    path,
    ids: createCountingIds(),
    clock: createFixedClock(),
    synchronous: "normal",
    ...options,
  } as const;
  const store = await openSqliteStore(settings);
  const peers: SqliteStore[] = [];
  return {
    store,
    path,
    peer: async (own) => {
      const peer = await openSqliteStore({ ...settings, ...own });
      peers.push(peer);
      return peer;
    },
    sql: (statement, ...parameters) => rawSql(path, statement, ...parameters),
    [Symbol.asyncDispose]: async () => {
      for (const open of [store, ...peers]) await open.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Runs one statement on a connection of the bare driver and returns its rows. */
export function rawSql(path: string, statement: string, ...parameters: unknown[]): unknown[] {
  const database = new Database(path);
  try {
    database.pragma("foreign_keys = on");
    const prepared = database.prepare(statement);
    if (prepared.reader) return prepared.all(...parameters);
    prepared.run(...parameters);
    return [];
  } finally {
    database.close();
  }
}
