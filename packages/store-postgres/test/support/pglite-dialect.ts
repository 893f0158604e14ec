import type { PGlite } from "@electric-sql/pglite";
import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from "kysely";

/** Lets Kysely work on a Postgres inside the process, which has one connection: its users take turns. */
export function createPgliteDialect(database: PGlite): Dialect {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      const { rows, affectedRows } = await database.query<Row>(sql, [...parameters]);
      return { rows, numAffectedRows: BigInt(affectedRows ?? 0) };
    },
    streamQuery: () => {
      throw new TypeError("rows are read in pages");
    },
  };
  let last = Promise.resolve();
  let free = (): void => undefined;
  const run = async (statement: string): Promise<void> => {
    await database.exec(statement);
  };
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => {
      const before = last;
      const { promise, resolve } = turn();
      last = promise;
      await before;
      free = resolve;
      return connection;
    },
    releaseConnection: async () => free(),
    beginTransaction: (_, { accessMode }) => run(accessMode === "read only" ? "begin read only" : "begin"),
    commitTransaction: () => run("commit"),
    rollbackTransaction: () => run("rollback"),
    destroy: async () => undefined,
  };
  return {
    createDriver: () => driver,
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

function turn(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
