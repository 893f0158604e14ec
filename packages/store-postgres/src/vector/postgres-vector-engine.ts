import { indexUnavailable } from "@memorymaster/core";
import { NO_TENANT } from "@memorymaster/store-sql";
import type { Schema, VectorEngine } from "@memorymaster/store-sql";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { createVectorTable, distanceFrom, dropVectorTable, vectorTables } from "./vector-tables.ts";

type Database = Kysely<Schema>;

/** Older ones end a search before enough rows have met the filter. */
const OLDEST = [0, 8] as const;

const unusable = (what: string): Error => indexUnavailable("index_error", what);

async function installedVersion(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ v: string }>`select extversion as v from pg_extension where extname = 'vector'`.execute(
    db,
  );
  return rows[0]?.v;
}

async function version(db: Database): Promise<string> {
  const found = await installedVersion(db);
  if (found === undefined)
    throw unusable("The database has no pgvector: let its operator run: create extension vector");
  const [major = 0, minor = 0] = found.split(".").map(Number);
  if (major === OLDEST[0] && minor < OLDEST[1]) {
    throw unusable(`pgvector ${found} is too old: let the operator run: alter extension vector update`);
  }
  return `pgvector ${found}`;
}

/** Asked for before it is tried: in a transaction a statement that fails ends it. */
async function install(db: Database): Promise<void> {
  if ((await installedVersion(db)) !== undefined) return;
  const known = await sql`select 1 from pg_available_extensions where name = 'vector'`.execute(db);
  if (known.rows.length === 0) {
    throw unusable("The server has no pgvector: install it there (package postgresql-…-pgvector)");
  }
  await sql`create extension if not exists vector`.execute(db).catch(() => {
    throw unusable("pgvector may not be set up under this role: let a superuser run: create extension vector");
  });
}

/** The form that the extension reads. */
const textOf = (vector: Float32Array): string => `[${vector.join(",")}]`;

interface NearestRow {
  readonly uid: string;
  readonly hash: string;
  readonly score: number;
}

/** Vectors in ordinary tables with an index for search; policies of rows hold for them as for the claims. */
export function createPostgresVectorEngine(): VectorEngine {
  return {
    kind: "pgvector",
    isThere: sql`true`,
    install,
    version,
    tables: vectorTables,
    create: async (db, spec) => {
      await version(db);
      await createVectorTable(db, spec);
    },
    drop: dropVectorTable,
    write: async (db, { name }, vectors) => {
      const column = (of: (one: (typeof vectors)[number]) => string | number): unknown => vectors.map(of);
      await sql`insert into ${sql.table(name)} (claim_id, tenant_id, scope, status, hash, embedding)
        select distinct on (claim_id) claim_id, tenant_id, scope, status, hash, embedding::vector from unnest(
          ${column((one) => one.claimId)}::bigint[], ${column((one) => one.tenantId)}::text[],
          ${column((one) => one.scope)}::text[], ${column((one) => one.status)}::text[],
          ${column((one) => one.hash)}::text[], ${column((one) => textOf(one.vector))}::text[]
        ) with ordinality as given (claim_id, tenant_id, scope, status, hash, embedding, place)
        order by claim_id, place desc
        on conflict (claim_id) do update set (tenant_id, scope, status, hash, embedding)
          = (excluded.tenant_id, excluded.scope, excluded.status, excluded.hash, excluded.embedding)`.execute(db);
    },
    refresh: async (db, { name }, claimIds) => {
      await sql`update ${sql.table(name)} as v
        set tenant_id = coalesce(c.tenant_id, ${NO_TENANT}), scope = c.scope, status = c.status
        from claims as c where c.id = v.claim_id and c.id = any(${claimIds}::bigint[])`.execute(db);
    },
    remove: async (db, { name }, claimIds) => {
      await sql`delete from ${sql.table(name)} where claim_id = any(${claimIds}::bigint[])`.execute(db);
    },
    nearest: (session, { name, fp, dims }, { vector, limit, condition }) =>
      session.snapshot(async (db) => {
        // Goes on until enough rows meet the filter, in the order of the exact distance.
        await sql`set local hnsw.iterative_scan = strict_order`.execute(db);
        const { rows } = await sql<NearestRow>`
          select c.uid, n.hash, n.score from (
            select v.claim_id, v.hash, 1 - (v.embedding <=> ${textOf(vector)}::vector) as score
            from ${sql.table(name)} as v where ${condition}
            order by ${distanceFrom(textOf(vector), dims)} limit ${limit}
          ) as n join claims as c on c.id = n.claim_id
          order by n.score desc, n.claim_id`.execute(db);
        return rows.map(({ uid, hash, score }) => ({ claimUid: uid, hash, fp, score }));
      }),
  };
}
