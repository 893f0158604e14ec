import type { Database, Statement } from "better-sqlite3";

/** A prepared statement; one that answers rows gives them as lists of values in the order of `columns`. */
export interface SqliteStatement {
  readonly statement: Statement;
  /** Names of the columns of an answer; absent when the statement answers none. */
  readonly columns: readonly string[] | undefined;
}

/** More than the store's own statements of all shapes that are in use at once. */
const CAPACITY = 200;

function prepared(database: Database, sql: string): SqliteStatement {
  const statement: Statement = database.prepare(sql);
  if (!statement.reader) return { statement, columns: undefined };
  return { statement: statement.raw(true), columns: statement.columns().map(({ name }) => name) };
}

/** Prepared statements by their SQL; the one unused for longest goes first. */
export function createStatementCache(database: Database): (sql: string) => SqliteStatement {
  const statements = new Map<string, SqliteStatement>();
  return (sql) => {
    const cached = statements.get(sql);
    if (cached !== undefined) {
      statements.delete(sql);
      statements.set(sql, cached);
      return cached;
    }
    const fresh = prepared(database, sql);
    statements.set(sql, fresh);
    const [oldest] = statements.keys();
    if (statements.size > CAPACITY && oldest !== undefined) statements.delete(oldest);
    return fresh;
  };
}
