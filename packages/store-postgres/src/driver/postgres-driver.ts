import { StoreError } from "@memorymaster/core";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from "kysely";
import type { PoolClient, QueryResult as PgResult } from "pg";
import type { ConnectionPool } from "../connection/create-pool.ts";
import { isConnectionLost, translateError } from "../connection/translate-error.ts";
import { statementName } from "./statement-names.ts";

export interface DriverOptions {
  readonly pool: ConnectionPool;
  /** Statements without parameters that follow every `begin` of a transaction that may write, in the same message. */
  readonly afterBegin: string;
  /** Looks at what they answered. What it throws ends the transaction. */
  readonly checkBegin?: ((answers: readonly PgResult[]) => void) | undefined;
}

interface PostgresConnection extends DatabaseConnection {
  readonly client: PoolClient;
  isBroken: boolean;
}

const COUNTED: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

function createConnection(client: PoolClient): PostgresConnection {
  const connection: PostgresConnection = {
    client,
    isBroken: false,
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      try {
        const { command, rowCount, rows } = await client.query({
          name: statementName(sql),
          text: sql,
          values: [...parameters],
        });
        const count = COUNTED.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {};
        return { rows: rows as Row[], ...count };
      } catch (error) {
        const failure = translateError(error);
        connection.isBroken ||= isConnectionLost(failure);
        throw failure;
      }
    },
    streamQuery: () => {
      throw new StoreError("store.unavailable", "Rows are read in pages, never as a stream");
    },
  };
  return connection;
}

/** Only the first failure says what happened; a connection in an unknown state is not used again. */
async function rollBack(connection: PostgresConnection): Promise<void> {
  if (connection.isBroken) return;
  await connection.client.query("rollback").catch(() => {
    connection.isBroken = true;
  });
}

async function begin(
  connection: PostgresConnection,
  settings: TransactionSettings,
  { afterBegin, checkBegin }: DriverOptions,
): Promise<void> {
  const reads = settings.accessMode === "read only";
  const text = reads
    ? `begin isolation level ${settings.isolationLevel ?? "repeatable read"} read only`
    : `begin;${afterBegin}`;
  try {
    const answers = (await connection.client.query(text)) as PgResult | PgResult[];
    if (!reads) checkBegin?.([answers].flat());
  } catch (error) {
    const failure = translateError(error);
    connection.isBroken ||= isConnectionLost(failure);
    await rollBack(connection);
    throw failure;
  }
}

const unknownFate = (cause: unknown): StoreError =>
  new StoreError(
    "store.commit_unknown",
    "The connection was lost while the change was being committed: it may be stored or not; repeat it as it is, what is there already is found again",
    { cause, details: { reason: "connection_lost" } },
  );

async function commit(connection: PostgresConnection): Promise<void> {
  const answer = await connection.client.query("commit").catch((error: unknown) => {
    const failure = translateError(error);
    connection.isBroken ||= isConnectionLost(failure);
    throw connection.isBroken ? unknownFate(error) : failure;
  });
  // The server says so, without an error, when a statement had failed before.
  if (answer.command !== "ROLLBACK") return;
  throw new StoreError("store.unavailable", "The database rolled the change back", {
    details: { reason: "rolled_back" },
  });
}

export function createPostgresDriver(options: DriverOptions): Driver {
  const { pool } = options;
  const own = (connection: DatabaseConnection): PostgresConnection => connection as PostgresConnection;
  return {
    init: async () => undefined,
    acquireConnection: async () => createConnection(await pool.take()),
    releaseConnection: async (connection) => pool.give(own(connection).client, own(connection).isBroken),
    beginTransaction: (connection, settings) => begin(own(connection), settings, options),
    commitTransaction: (connection) => commit(own(connection)),
    rollbackTransaction: (connection) => rollBack(own(connection)),
    destroy: () => pool.close(),
  };
}
