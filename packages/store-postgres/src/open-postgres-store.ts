import { randomIds, StoreError, systemClock } from "@memorymaster/core";
import type { Clock, Ids, Store, TeamRoles } from "@memorymaster/core";
import {
  checkDatabase,
  createInStoreIndex,
  createSqlStore,
  MIGRATIONS,
  prepareDatabase,
  schemaStatus,
} from "@memorymaster/store-sql";
import type { Flavor, MigrationStatus, Schema } from "@memorymaster/store-sql";
import { Kysely, sql } from "kysely";
import type { QueryResult } from "pg";
import { createPool } from "./connection/create-pool.ts";
import type { ConnectionPool, PoolOptions, TeamBinding } from "./connection/create-pool.ts";
import { retryTransaction } from "./connection/retry-transaction.ts";
import { writeLock } from "./connection/write-lock.ts";
import { createEngine } from "./create-engine.ts";
import { createPostgresDialect } from "./driver/postgres-dialect.ts";
import { createPostgresFlavor } from "./flavor/postgres-flavor.ts";
import { checkPolicies, createTeamRoles, recordPolicies } from "./roles/team-roles.ts";
import { createPostgresVectorEngine } from "./vector/postgres-vector-engine.ts";
import { grantVectors, vectorTables } from "./vector/vector-tables.ts";

export interface PostgresStoreOptions {
  /** `postgres://…`, with `sslmode`, `sslrootcert` and other parameters of libpq. */
  readonly url: string;
  /** Refuse every write. Default false. */
  readonly readOnly?: boolean | undefined;
  /** Create the schema when the database is empty. Default true, never when `readOnly` or bound to a team. */
  readonly create?: boolean | undefined;
  /** Connections at once. Default 10. */
  readonly connections?: number | undefined;
  /** Serve one caller of a team, under a role that owns nothing. Default: the operator, whose role owns the schema. */
  readonly binding?: TeamBinding | undefined;
  /** Default: the machine's. */
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
}

/** A store on a Postgres database. `await using` closes it. */
export interface PostgresStore extends Store, AsyncDisposable {
  schemaStatus(): Promise<readonly MigrationStatus[]>;
}

const NEWEST = MIGRATIONS.at(-1)?.version ?? 0;
const READ_VERSION = "select coalesce(max(version), 0) as version from schema_versions";

/** Stops a writer whose database a newer program has changed meanwhile. */
function checkVersion(answers: readonly QueryResult[]): void {
  const found = (answers.at(-1)?.rows[0] as { readonly version?: number } | undefined)?.version;
  if (found === NEWEST) return;
  const message = `The database has schema version ${found}, this program knows up to ${NEWEST}: update the program`;
  throw new StoreError("store.newer_schema", message, { details: { found, known: NEWEST } });
}

const isEmpty = (error: unknown): boolean => error instanceof StoreError && error.details["reason"] === "empty";

/** A database without our tables is to a server what a missing file is to a disk. */
const noMemory = (): StoreError =>
  new StoreError("store.missing", "The database holds no memory yet; create it with: memorymaster init-db");

const openDatabase = (pool: ConnectionPool, tenantId: string | undefined): Kysely<Schema> =>
  new Kysely<Schema>({
    dialect: createPostgresDialect({
      pool,
      afterBegin: `${writeLock(tenantId)};${READ_VERSION}`,
      checkBegin: checkVersion,
    }),
  });

/** Brings the schema up to date, under the lock that keeps every other writer out. */
async function prepareSchema(pool: ConnectionPool, options: PostgresStoreOptions): Promise<void> {
  const migrating = new Kysely<Schema>({ dialect: createPostgresDialect({ pool, afterBegin: writeLock(undefined) }) });
  await prepareDatabase(migrating, {
    flavor: createPostgresFlavor(),
    clock: options.clock ?? systemClock,
    ids: options.ids ?? randomIds,
    create: options.create ?? true,
  });
  await recordPolicies(migrating);
}

/** A connection that goes on reading the state of this moment, beside all writers. */
async function openSnapshot(options: PoolOptions): Promise<Kysely<Schema>> {
  const pool = createPool({ ...options, readOnly: true, connections: 1 });
  try {
    const client = await pool.take();
    // Only the first read fixes what the transaction sees.
    await client.query("begin isolation level repeatable read read only");
    await client.query("select 1");
    pool.give(client, false);
    return openDatabase(pool, options.binding?.tenantId);
  } catch (error) {
    await pool.close();
    throw error;
  }
}

interface Opened {
  readonly pool: ConnectionPool;
  readonly database: Kysely<Schema>;
  readonly flavor: Flavor;
}

/** Readers and teams change nothing about the schema. */
async function prepare({ pool, database, flavor }: Opened, options: PostgresStoreOptions): Promise<void> {
  if (options.readOnly === true || options.binding !== undefined) await checkDatabase(database, flavor);
  else await prepareSchema(pool, options);
  if (options.binding !== undefined) await checkPolicies(database);
}

/** Tables that erased words have stood in. */
const ERASED_FROM = [
  "claims",
  "claim_terms",
  "citations",
  "event_contents",
  "event_history",
  "sealed_payloads",
] as const;

/** The space of dead rows is taken back; only the owner of a table may. */
async function purge({ database }: Opened, binding: TeamBinding | undefined): Promise<"done" | "pending"> {
  if (binding !== undefined) return "pending";
  const vectors = (await vectorTables(database)).map(({ name }) => name);
  for (const table of [...ERASED_FROM, ...vectors]) await sql`vacuum ${sql.table(table)}`.execute(database);
  return "done";
}

function rolesOf(database: Kysely<Schema>): TeamRoles {
  const roles = createTeamRoles(database);
  return {
    grant: async (role) => {
      await roles.grant(role);
      await grantVectors(database, role);
    },
  };
}

/**
 * Opens a database and brings its schema up to date. Any number of processes may open one database at once, also while
 * it is still empty. The role needs no rights to create extensions.
 *
 * @throws StoreError `store.missing` when the server has no such database; `store.unavailable` when it cannot be reached
 *   or refuses the login; `store.newer_schema`, `store.migration_drift` when the schema is not one this program works
 *   with; ForbiddenError `access.denied` when the role does not fit
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { url, readOnly = false, connections = 10, binding, ids = randomIds } = options;
  const pool = createPool({ url, readOnly, connections, binding });
  const flavor = createPostgresFlavor(binding);
  const database = openDatabase(pool, binding?.tenantId);
  try {
    await prepare({ pool, database, flavor }, options);
  } catch (error) {
    await pool.close();
    throw isEmpty(error) ? noMemory() : error;
  }
  const store = createSqlStore({
    database,
    flavor,
    ids,
    readOnly,
    failureEndsTransaction: true,
    retry: retryTransaction,
    openSnapshot: () => openSnapshot({ url, readOnly: true, connections: 1, binding }),
    vectorIndex: (session) => createInStoreIndex({ session, flavor, engine: createPostgresVectorEngine() }),
  });
  const close = async (): Promise<void> => {
    await store.close();
    // Kysely ends a driver that it has used alone.
    await pool.close();
  };
  return {
    ...store,
    close,
    purge: () => purge({ pool, database, flavor }, binding),
    ...(binding === undefined && { roles: rolesOf(database) }),
    engine: createEngine(database, flavor),
    schemaStatus: () => schemaStatus(database, flavor),
    [Symbol.asyncDispose]: close,
  };
}
