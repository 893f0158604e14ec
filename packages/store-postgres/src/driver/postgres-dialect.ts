import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely";
import type { Dialect, Kysely } from "kysely";
import { createPostgresDriver } from "./postgres-driver.ts";
import type { DriverOptions } from "./postgres-driver.ts";

/** Sees the tables of the schema in use alone: the others in the database are none of ours. */
class SchemaIntrospector extends PostgresIntrospector {
  readonly #db: Kysely<unknown>;

  constructor(db: Kysely<unknown>) {
    super(db);
    this.#db = db;
  }

  override async getTables(): ReturnType<PostgresIntrospector["getTables"]> {
    const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(this.#db);
    return (await super.getTables()).filter((table) => table.schema === rows[0]?.name);
  }
}

/** Kysely's own dialect knows neither what follows `begin`, nor a commit whose fate is unknown, hence this one. */
export function createPostgresDialect(options: DriverOptions): Dialect {
  return {
    createDriver: () => createPostgresDriver(options),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new SchemaIntrospector(db as Kysely<unknown>),
  };
}
