import type { Database } from "better-sqlite3";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import { retryWhileBusy } from "../connection/retry-while-busy.ts";
import { translateError } from "../connection/translate-error.ts";
import { createStatementCache } from "./statement-cache.ts";
import type { SqliteStatement } from "./statement-cache.ts";
import { createTurnQueue } from "./turn-queue.ts";

export interface DriverOptions {
  /** How long to wait for other writers in all. */
  readonly busyTimeoutMs: number;
}

/** The binding builds an object four times slower than this loop; a claim has forty columns. */
function rowOf(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1) row[columns[index] ?? ""] = values[index];
  return row;
}

function runStatement<Row>({ statement, columns }: SqliteStatement, parameters: readonly unknown[]): QueryResult<Row> {
  if (columns !== undefined) {
    const lists = statement.all(parameters) as readonly (readonly unknown[])[];
    // Another process may have changed the schema since: a `select *` then answers other columns than it was prepared for.
    const isAsPrepared = lists[0] === undefined || lists[0].length === columns.length;
    const names = isAsPrepared ? columns : statement.columns().map(({ name }) => name);
    return { rows: lists.map((values) => rowOf(names, values)) as Row[] };
  }
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}

type StatementOf = ReturnType<typeof createStatementCache>;

function createConnection(database: Database, statementOf: StatementOf, busyTimeoutMs: number): DatabaseConnection {
  return {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      const run = (): QueryResult<Row> => runStatement(statementOf(sql), parameters);
      if (!database.inTransaction) return retryWhileBusy(run, busyTimeoutMs);
      try {
        return run();
      } catch (error) {
        throw translateError(error);
      }
    },
    // A statement of its own: a cached one is busy while it is iterated.
    streamQuery: async function* <Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
      try {
        for (const row of database.prepare(sql).iterate(parameters)) yield { rows: [row as Row] };
      } catch (error) {
        throw translateError(error);
      }
    },
  };
}

/**
 * One connection, taken in turns. Every transaction that may write begins with the write lock: one that asks for it later
 * fails at once when somebody else has written since it began.
 */
export function createSqliteDriver(database: Database, { busyTimeoutMs }: DriverOptions): Driver {
  const statementOf = createStatementCache(database);
  const connection = createConnection(database, statementOf, busyTimeoutMs);
  const turns = createTurnQueue();
  const run = async (sql: string): Promise<void> => {
    await retryWhileBusy(() => statementOf(sql).statement.run(), busyTimeoutMs);
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => {
      await turns.take();
      return connection;
    },
    releaseConnection: async () => turns.release(),
    beginTransaction: (_, { accessMode }) => run(accessMode === "read only" ? "begin" : "begin immediate"),
    commitTransaction: () => run("commit"),
    // A full or failing disk ends the transaction by itself.
    rollbackTransaction: async () => {
      if (database.inTransaction) await run("rollback");
    },
    destroy: async () => {
      await turns.take();
      database.close();
    },
  };
}
