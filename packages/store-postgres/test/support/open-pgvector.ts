import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { embeddingContentHash } from "@memorymaster/core";
import type { PointPolicy, Store, VectorIndex } from "@memorymaster/core";
import { cleanClaim, createCountingIds, createFixedClock } from "@memorymaster/core/testing";
import type { OpenedIndex } from "@memorymaster/store-conformance";
import { createInStoreIndex, createSqlStore, prepareDatabase } from "@memorymaster/store-sql";
import type { Schema } from "@memorymaster/store-sql";
import { Kysely } from "kysely";
import { afterAll } from "vitest";
import { createPostgresFlavor } from "../../src/flavor/postgres-flavor.ts";
import { createPostgresVectorEngine } from "../../src/vector/postgres-vector-engine.ts";
import { dropVectorTable, vectorTables } from "../../src/vector/vector-tables.ts";
import { createPgliteDialect } from "./pglite-dialect.ts";

export interface PgvectorIndex extends OpenedIndex {
  readonly store: Store;
  readonly sql: (statement: string, ...values: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
  readonly makeClaim: (policy: PointPolicy) => Promise<string>;
  readonly changeClaim: (policy: PointPolicy) => Promise<void>;
}

const TIMESTAMPTZ = 1184;
interface Server {
  readonly database: PGlite;
  readonly kysely: Kysely<Schema>;
}

let server: Promise<Server> | undefined;

afterAll(async () => (await server)?.database.close());

/**
 * A server inside the process, the only one with the extension here, with the schema that the real migrations make. Times
 * come as text, as in the store's own pool.
 */
async function startServer(): Promise<Server> {
  const database = await PGlite.create({ extensions: { vector }, parsers: { [TIMESTAMPTZ]: (text) => text } });
  await database.exec("create extension vector; set timezone = 'UTC'; set memorymaster.mode = 'operator'");
  const kysely = new Kysely<Schema>({ dialect: createPgliteDialect(database) });
  const parts = { flavor: createPostgresFlavor(), ids: createCountingIds(), clock: createFixedClock(), create: true };
  await prepareDatabase(kysely, parts);
  return { database, kysely };
}

function storeOn(kysely: Kysely<Schema>): Store {
  const flavor = createPostgresFlavor();
  return createSqlStore({
    database: kysely,
    flavor,
    ids: createCountingIds(),
    readOnly: false,
    failureEndsTransaction: true,
    openSnapshot: () => Promise.reject(new TypeError("one connection takes no snapshots")),
    vectorIndex: (session) => createInStoreIndex({ session, flavor, engine: createPostgresVectorEngine() }),
  });
}

function indexOf({ vectorIndex }: Store): VectorIndex {
  if (vectorIndex === undefined) throw new TypeError("the store has no index");
  return vectorIndex;
}

/** The index of a store without claims. Making a database anew takes seconds, so that all share one, one by one. */
export async function openPgvector(): Promise<PgvectorIndex> {
  const { database, kysely } = await (server ??= startServer());
  const store = storeOn(kysely);
  const sql: PgvectorIndex["sql"] = async (statement, ...values) =>
    (await database.query<Record<string, unknown>>(statement, [...values])).rows;
  const changeClaim: PgvectorIndex["changeClaim"] = async ({ claimUid, scope, status }) => {
    await sql(
      "update claims set scope = $1, status = $2, version = version + 1 where uid = $3",
      scope,
      status,
      claimUid,
    );
  };
  return {
    store,
    sql,
    index: indexOf(store),
    storeId: await store.vectors.storeId(),
    makeClaim: async (policy) => {
      const { claimUid: uid, scope, tenantId } = policy;
      const text = `The service of ${uid} listens`;
      const tenant = tenantId === "local" ? {} : { tenantId };
      const known = await sql("select 1 from claims where uid = $1", uid);
      if (known.length === 0) await store.claims.insert([cleanClaim({ uid, text, scope, ...tenant })]);
      await changeClaim(policy);
      return embeddingContentHash({ text });
    },
    changeClaim,
    [Symbol.asyncDispose]: async () => {
      for (const table of await vectorTables(kysely)) await dropVectorTable(kysely, table);
      await sql("delete from claims");
    },
  };
}
