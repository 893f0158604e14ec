import { indexUnavailable, unitVector } from "@memorymaster/core";
import type { VectorHit } from "@memorymaster/core";
import { NO_TENANT } from "@memorymaster/store-sql";
import type { NearestRequest, Schema, VectorEngine, VectorTable, WrittenVector } from "@memorymaster/store-sql";
import type { Database as Connection } from "better-sqlite3";
import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import { binaryCode, bytesOf } from "./binary-codes.ts";
import { createCodeCache } from "./code-cache.ts";
import type { CodeCache } from "./code-cache.ts";
import { centerCodes, readCenter } from "./code-center.ts";
import { CLEARED, createVectorTable, dropVectorTable, nextChange, vectorTables } from "./vector-tables.ts";

type Database = Kysely<Schema>;

/** So many claims near by their codes are compared exactly, and so many for each that is wanted. */
const COMPARED = 1_000;
const COMPARED_PER_HIT = 16;

/** Functions that compare vectors, loaded when they are first needed; where that fails, only vectors are missing. */
function createLoader(connection: Connection): () => Promise<string> {
  let loading: Promise<string> | undefined;
  const load = async (): Promise<string> => {
    const { getLoadablePath } = await import("sqlite-vec");
    connection.loadExtension(getLoadablePath());
    return `sqlite-vec ${String(connection.prepare("select vec_version()").pluck().get())}`;
  };
  return async () => {
    loading ??= load();
    return loading.catch(() => {
      throw indexUnavailable("index_error", "The SQLite extension sqlite-vec cannot be loaded on this machine");
    });
  };
}

const idsOf = (ids: readonly number[]): RawBuilder<unknown> =>
  sql`(select value from json_each(${JSON.stringify(ids)}))`;

interface NearestRow {
  readonly uid: string;
  readonly hash: string;
  readonly score: number;
}

/** Exactly, among claims with these ids; of all when there are none. */
async function compare(
  db: Database,
  { name, fp }: VectorTable,
  { vector, limit, condition, among }: NearestRequest & { readonly among: readonly number[] | undefined },
): Promise<readonly VectorHit[]> {
  const wanted = among === undefined ? sql`` : sql`and v.claim_id in ${idsOf(among)}`;
  const { rows } = await sql<NearestRow>`
    select c.uid, n.hash, n.score from (
      select v.claim_id, v.hash, 1 - vec_distance_cosine(v.embedding, ${bytesOf(vector)}) as score
      from ${sql.table(name)} as v where ${condition} ${wanted}
      order by score desc, v.claim_id limit ${limit}
    ) as n join claims as c on c.id = n.claim_id
    order by n.score desc, n.claim_id`.execute(db);
  return rows.map(({ uid, hash, score }) => ({ claimUid: uid, hash, fp, score }));
}

async function writeOne(
  db: Database,
  { name }: VectorTable,
  { claimId, tenantId, scope, status, hash, vector, code }: WrittenVector & { readonly code: Uint32Array },
): Promise<void> {
  await sql`insert into ${sql.table(name)} (claim_id, tenant_id, scope, status, hash, code, embedding, change_no)
    values (${claimId}, ${tenantId}, ${scope}, ${status}, ${hash}, ${bytesOf(code)}, ${bytesOf(vector)},
      ${sql.raw(nextChange(name))})
    on conflict (claim_id) do update set (tenant_id, scope, status, hash, code, embedding, change_no) = (excluded.tenant_id,
      excluded.scope, excluded.status, excluded.hash, excluded.code, excluded.embedding, excluded.change_no)`.execute(
    db,
  );
}

/**
 * Vectors in ordinary tables. A search goes over their sign bits in memory, a hundred thousand in a few milliseconds, and
 * compares the nearest of them exactly; a table of the extension's own kind reads all vectors from the file each time.
 */
export function createSqliteVectorEngine(connection: Connection): VectorEngine {
  const load = createLoader(connection);
  const caches = new Map<string, CodeCache>();
  const cacheOf = (table: VectorTable): CodeCache => {
    const cache = caches.get(table.fp) ?? createCodeCache(table);
    caches.set(table.fp, cache);
    return cache;
  };
  return {
    kind: "sqlite-vec",
    // As the code is in an index, counting reads no vectors.
    isThere: sql`v.code is not null`,
    install: load,
    version: load,
    tables: vectorTables,
    create: createVectorTable,
    drop: async (db, table) => {
      caches.delete(table.fp);
      await dropVectorTable(db, table);
    },
    write: async (db, table, vectors) => {
      const center = await readCenter(db, table);
      for (const one of vectors) await writeOne(db, table, { ...one, code: binaryCode(one.vector, center) });
      if (center === undefined) await centerCodes(db, table);
    },
    refresh: async (db, { name }, claimIds) => {
      await sql`update ${sql.table(name)} as v set tenant_id = coalesce(c.tenant_id, ${NO_TENANT}), scope = c.scope,
          status = c.status, change_no = ${sql.raw(nextChange(name))}
        from claims as c where c.id = v.claim_id and v.claim_id in ${idsOf(claimIds)}
          and (v.tenant_id, v.scope, v.status) is not (coalesce(c.tenant_id, ${NO_TENANT}), c.scope, c.status)`.execute(
        db,
      );
    },
    remove: async (db, { name }, claimIds) => {
      await sql`update ${sql.table(name)} set ${sql.raw(CLEARED)}, change_no = ${sql.raw(nextChange(name))}
        where claim_id in ${idsOf(claimIds)} and embedding is not null`.execute(db);
    },
    nearest: async (session, table, request) => {
      await load();
      const db = session.db();
      // What a transaction has written itself is not in the cache, and may be rolled back.
      if (db.isTransaction) return compare(db, table, { ...request, among: undefined });
      const unit = unitVector(request.vector);
      if (unit === undefined) return [];
      const cache = cacheOf(table);
      await cache.refresh(db);
      const wanted = Math.max(COMPARED, COMPARED_PER_HIT * request.limit);
      return compare(db, table, { ...request, among: cache.nearest(unit, request.filter, wanted) });
    },
  };
}
