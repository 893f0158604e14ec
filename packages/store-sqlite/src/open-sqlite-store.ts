import { createRequire } from "node:module";
import { resolve } from "node:path";

import { randomIds, systemClock } from "@memorymaster/core";
import type { Clock, Ids, Logger, Store } from "@memorymaster/core";
import {
  checkDatabase,
  createInStoreIndex,
  createSqlStore,
  newestApplied,
  prepareDatabase,
  schemaStatus,
} from "@memorymaster/store-sql";
import type { MigrationStatus, Schema, Upgrade } from "@memorymaster/store-sql";
import { Kysely } from "kysely";
import { IN_MEMORY } from "./connection/check-path.ts";
import { openConnection } from "./connection/open-connection.ts";
import { openSnapshot } from "./connection/open-snapshot.ts";
import { createSchemaGuard } from "./connection/schema-guard.ts";
import { createSqliteDialect } from "./driver/sqlite-dialect.ts";
import { createDatabaseFiles, writing } from "./files/create-database-files.ts";
import { purgeDatabase } from "./files/purge-database.ts";
import { snapshotBeforeUpgrade } from "./files/snapshot-before-upgrade.ts";
import { createSqliteFlavor } from "./flavor/sqlite-flavor.ts";
import { createSqliteVectorEngine } from "./vector/sqlite-vector-engine.ts";

export interface SqliteStoreOptions {
  /** File of the database, or `:memory:` for one that ends with the store. */
  readonly path: string;
  /** Refuse every write and take no write lock. Default false. */
  readonly readOnly?: boolean | undefined;
  /** Create file, folder and schema when they are missing. Default true, never when `readOnly`. */
  readonly create?: boolean | undefined;
  /** Bring an older schema up to date instead of refusing it. Default true, never when `readOnly`. */
  readonly migrate?: boolean | undefined;
  /** `full` (default): a committed write survives power loss. `normal`: it survives the end of the process. */
  readonly synchronous?: "full" | "normal" | undefined;
  /** How long to wait for other processes that write, in all. Default 15,000, for readers 2,000. */
  readonly busyTimeoutMs?: number | undefined;
  /** Default: the machine's. */
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
  /** Default: warnings are dropped. */
  readonly logger?: Logger | undefined;
}

/** A store on one SQLite file. `await using` closes it. */
export interface SqliteStore extends Store, AsyncDisposable {
  /** Absolute, or `:memory:`. */
  readonly path: string;
  schemaStatus(): Promise<readonly MigrationStatus[]>;
}

const driverVersion = (): string =>
  (createRequire(import.meta.url)("better-sqlite3/package.json") as { readonly version: string }).version;

const WRITER_TIMEOUT_MS = 15_000;
const READER_TIMEOUT_MS = 2_000;

function filled(options: SqliteStoreOptions) {
  const readOnly = options.readOnly ?? false;
  return {
    path: options.path === IN_MEMORY ? IN_MEMORY : resolve(options.path),
    readOnly,
    create: options.create ?? true,
    synchronous: options.synchronous ?? "full",
    busyTimeoutMs: options.busyTimeoutMs ?? (readOnly ? READER_TIMEOUT_MS : WRITER_TIMEOUT_MS),
    clock: options.clock ?? systemClock,
    ids: options.ids ?? randomIds,
    logger: options.logger,
  } as const;
}

/**
 * Opens a database and brings its schema up to date. Any number of processes may open one file at once, also while it is
 * still empty.
 *
 * @throws StoreError `store.missing` when there is no file and none may be created; `store.unavailable` when the path is
 *   a folder, no database, or cannot be read; `store.newer_schema`, `store.legacy_schema`, `store.migration_drift` when
 *   the schema is not one this program works with; `store.busy` when others kept it locked
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const settings = filled(options);
  const connection = await openConnection(settings);
  const database = new Kysely<Schema>({ dialect: createSqliteDialect(connection, settings) });
  const flavor = createSqliteFlavor();
  try {
    if (settings.readOnly || options.migrate === false) {
      const { indexIsCurrent } = await checkDatabase(database, flavor);
      if (!indexIsCurrent) {
        settings.logger?.log("warning", "The text index is out of date: open the database for writing once", {
          path: settings.path,
        });
      }
    } else {
      const beforeUpgrade = (upgrade: Upgrade) => snapshotBeforeUpgrade(settings, connection, upgrade);
      await prepareDatabase(database, { ...settings, flavor, beforeUpgrade });
    }
  } catch (error) {
    connection.close();
    throw error;
  }
  const store = createSqlStore({
    database,
    flavor,
    ids: settings.ids,
    readOnly: settings.readOnly,
    checkSchema: createSchemaGuard(connection, flavor),
    openSnapshot: () => openSnapshot(settings, { connection, database }),
    vectorIndex: (session) => createInStoreIndex({ session, flavor, engine: createSqliteVectorEngine(connection) }),
  });
  const isFile = settings.path !== IN_MEMORY;
  return {
    ...store,
    ...(isFile && {
      files: createDatabaseFiles({ site: settings, connection, store }),
      purge: () => writing(settings, () => purgeDatabase(settings)),
    }),
    engine: {
      describe: async () => ({
        name: `SQLite ${String(connection.prepare("select sqlite_version()").pluck().get())} in better-sqlite3 ${driverVersion()}`,
        role: undefined,
        schemaVersion: newestApplied(await schemaStatus(database, flavor)),
      }),
    },
    path: settings.path,
    schemaStatus: () => schemaStatus(database, flavor),
    [Symbol.asyncDispose]: () => store.close(),
  };
}
