import { InternalError } from "@memorymaster/core";
import type { CompiledQuery, DatabaseConnection, Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/** Stands for a value in a query that is compiled once and run with many values. */
class Slot {
  readonly row: number;
  readonly column: string;

  constructor(row: number, column: string) {
    this.row = row;
    this.column = column;
  }
}

type Values = Readonly<Record<string, unknown>>;

/** Connections of running transactions. */
const connections = new WeakMap<Kysely<Schema>, DatabaseConnection>();

/**
 * Lets the prepared statements of a transaction go straight to its connection: the query executor takes a turn and
 * several promises for each, which is more than a small statement costs.
 */
export async function pinConnection(transaction: Kysely<Schema>): Promise<void> {
  const connection = await transaction.getExecutor().provideConnection((own) => Promise.resolve(own));
  connections.set(transaction, connection);
}

function execute<Out>(db: Kysely<Schema>, query: CompiledQuery<Out>): Promise<{ readonly rows: readonly Out[] }> {
  return connections.get(db)?.executeQuery<Out>(query) ?? db.executeQuery(query);
}

/** Bound parameters in one statement. */
const MAX_PARAMETERS = 900;

/** Answers every property with the slot of that name. */
const SLOTS: object = new Proxy({}, { get: (_, column) => new Slot(0, String(column)) });

function slotRows(size: number, columns: readonly string[]): readonly object[] {
  return Array.from({ length: size }, (_, row) =>
    Object.fromEntries(columns.map((column) => [column, new Slot(row, column)])),
  );
}

function bind<Out>(compiled: CompiledQuery<Out>, rows: readonly Values[]): CompiledQuery<Out> {
  const parameters = compiled.parameters.map((parameter) =>
    parameter instanceof Slot ? (rows[parameter.row]?.[parameter.column] ?? null) : parameter,
  );
  return { ...compiled, parameters };
}

/** Runs one statement with these values. */
export type Prepared<Named extends object, Out> = (db: Kysely<Schema>, values: Named) => Promise<readonly Out[]>;

/**
 * A statement of fixed shape whose SQL is built on first use only: building it costs more than running it. `build`
 * gets a stand-in for each value and may hand it on as a bound parameter, nothing else. One result serves one database.
 */
export function prepare<Named extends object, Out>(
  build: (db: Kysely<Schema>, values: Named) => CompiledQuery<Out>,
): Prepared<Named, Out> {
  let compiled: CompiledQuery<Out> | undefined;
  return async (db, values) => {
    compiled ??= build(db, SLOTS as Named);
    return (await execute(db, bind(compiled, [values as Values]))).rows;
  };
}

/** Writes rows in their order; what the statements return comes back in one list. */
export type PreparedRows<Row extends object, Out> = (
  db: Kysely<Schema>,
  rows: readonly Row[],
) => Promise<readonly Out[]>;

/** Rows of the next statement. They come in powers of two, so that few shapes serve every number of rows. */
function largestChunk(rows: number, columns: number): number {
  return 2 ** Math.floor(Math.log2(Math.min(rows, MAX_PARAMETERS / columns)));
}

/** Like `prepare`, for statements over any number of rows that all have the columns of the first. */
export function prepareRows<Row extends object, Out>(
  build: (db: Kysely<Schema>, rows: readonly Row[]) => CompiledQuery<Out>,
): PreparedRows<Row, Out> {
  const bySize = new Map<number, CompiledQuery<Out>>();
  return async (db, rows) => {
    const columns = Object.keys(rows[0] ?? {});
    const results: Out[] = [];
    for (let start = 0; start < rows.length;) {
      const size = largestChunk(rows.length - start, columns.length);
      const compiled = bySize.get(size) ?? build(db, slotRows(size, columns) as readonly Row[]);
      bySize.set(size, compiled);
      results.push(...(await execute(db, bind(compiled, rows.slice(start, start + size) as Values[]))).rows);
      start += size;
    }
    return results;
  };
}

/**
 * Like `prepareRows`, for an insert that returns the new ids: they come in the order of the rows. Ids are given in that
 * order, but a database may return them in any, so they are sorted.
 */
export function prepareInsert<Row extends object>(
  build: (db: Kysely<Schema>, rows: readonly Row[]) => CompiledQuery<{ id: number }>,
): PreparedRows<Row, number> {
  const insert = prepareRows(build);
  return async (db, rows) => {
    const ids = (await insert(db, rows)).map(({ id }) => id).sort((a, b) => a - b);
    if (ids.length !== rows.length) throw new InternalError("internal.unexpected", "An insert lost rows");
    return ids;
  };
}
