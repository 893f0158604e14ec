import {
  checkIndexFilter,
  checkScanPage,
  checkVectorQuery,
  indexUnavailable,
  ProviderError,
  sortPoints,
} from "@memorymaster/core";
import type { IndexFilter, IndexInfo, IndexReason, ScanResult, VectorIndex } from "@memorymaster/core";
import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import type { Flavor } from "../flavor.ts";
import { readMetaOf } from "../meta/store-meta.ts";
import type { Schema } from "../schema.ts";
import type { Session } from "../transaction.ts";
import { claimIdsOf, claimsToIndex, failureOf } from "./claims-of-points.ts";
import { guarded } from "./guarded.ts";
import { TABLE_PREFIX } from "./vector-engine.ts";
import type { VectorEngine, VectorTable } from "./vector-engine.ts";

type Database = Kysely<Schema>;

export interface InStoreParts {
  readonly session: Session;
  readonly flavor: Flavor;
  readonly engine: VectorEngine;
}

interface Opened extends InStoreParts {
  /** The table that this process ensured, else the newest; of these with that fingerprint, if it is named. */
  readonly current: (db: Database, fp?: string) => Promise<VectorTable>;
  readonly storeId: (db: Database) => Promise<string>;
}

/** The table that is ensured, and that of the model before: somebody may still work with it. */
const KEPT_TABLES = 2;

/** The filter for the rows `v` of a table of vectors. */
function conditionOf(
  { tenantId, scopes, statuses, claimUids }: IndexFilter,
  { flavor, engine }: InStoreParts,
): RawBuilder<unknown> {
  const { lists } = flavor;
  const parts = [engine.isThere];
  if (tenantId !== undefined) parts.push(sql`v.tenant_id = ${tenantId}`);
  const isAmong = (column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<unknown> =>
    lists.isAmong(column, sql`select value from ${lists.texts(lists.encode(values))} as wanted`);
  if (scopes !== undefined) parts.push(sql`${isAmong(sql`v.scope`, scopes)}`);
  if (statuses !== undefined) parts.push(sql`${isAmong(sql`v.status`, statuses)}`);
  if (claimUids !== undefined) {
    parts.push(sql`v.claim_id in (select id from claims where uid in ${lists.texts(lists.encode(claimUids))})`);
  }
  return sql.join(parts, sql` and `);
}

async function countRows(db: Database, table: VectorTable, condition: RawBuilder<unknown>): Promise<number> {
  const counted = sql<{
    total: number;
  }>`select count(*) as total from ${sql.table(table.name)} as v where ${condition}`;
  return Number((await counted.execute(db)).rows[0]?.total);
}

interface ScannedRow {
  readonly claim_id: number;
  readonly uid: string | null;
  readonly tenant_id: string;
  readonly scope: string;
  readonly status: ScanResult["points"][number]["status"];
  readonly hash: string;
}

function readsOf(opened: Opened): Pick<VectorIndex, "query" | "scan" | "count"> {
  const { session, engine, current, storeId } = opened;
  return {
    query: (query, options) =>
      guarded(options, async () => {
        const table = await current(session.db(), query.fp);
        checkVectorQuery(query, table);
        if (query.filter.storeId !== (await storeId(session.db()))) return [];
        const condition = conditionOf(query.filter, opened);
        return engine.nearest(session, table, { ...query, condition });
      }),
    scan: (page, options) =>
      guarded(options, async () => {
        checkScanPage(page);
        const db = session.db();
        const table = await current(db);
        const own = await storeId(db);
        if (page.filter.storeId !== own) return { points: [], malformed: [], next: undefined };
        const scanned = sql<ScannedRow>`select v.claim_id, c.uid, v.tenant_id, v.scope, v.status, v.hash
          from ${sql.table(table.name)} as v left join claims as c on c.id = v.claim_id
          where ${conditionOf(page.filter, opened)} and v.claim_id > ${Number(page.cursor ?? 0)}
          order by v.claim_id limit ${page.limit + 1}`;
        const { rows } = await scanned.execute(db);
        return scanOf(rows, page.limit, { storeId: own, fp: table.fp });
      }),
    count: (filter, options) =>
      guarded(options, async () => {
        checkIndexFilter(filter);
        const db = session.db();
        const table = await current(db);
        return filter.storeId === (await storeId(db)) ? countRows(db, table, conditionOf(filter, opened)) : 0;
      }),
  };
}

function scanOf(
  rows: readonly ScannedRow[],
  limit: number,
  of: { readonly storeId: string; readonly fp: string },
): ScanResult {
  const page = rows.slice(0, limit);
  const points = page.flatMap(({ claim_id: id, uid, tenant_id: tenantId, scope, status, hash }) =>
    uid === null ? [] : [{ ...of, pointId: String(id), tenantId, claimUid: uid, scope, status, hash }],
  );
  const malformed = page.filter(({ uid }) => uid === null).map(({ claim_id: id }) => String(id));
  return { points, malformed, next: rows.length > limit ? String(page.at(-1)?.claim_id) : undefined };
}

type Writes = Pick<VectorIndex, "upsert" | "setPolicy" | "delete" | "deletePoints">;

function writesOf({ session, flavor, engine, current, storeId }: Opened): Writes {
  const removeAll = async (db: Database, ids: readonly number[]): Promise<void> => {
    for (const table of ids.length === 0 ? [] : await engine.tables(db)) await engine.remove(db, table, ids);
  };
  return {
    upsert: (points, options) =>
      guarded(options, () =>
        session.write(async (db) => {
          const table = await current(db);
          const { usable, failed } = sortPoints(points, table);
          const found = await claimsToIndex(db, usable, { flavor, storeId: await storeId(db) });
          await engine.write(db, table, found.vectors);
          return { ok: found.ok, failed: [...failed, ...found.failed] };
        }),
      ),
    // Scope and status are those of the claim, whatever is asked for.
    setPolicy: (policies, options) =>
      guarded(options, () =>
        session.write(async (db) => {
          const table = await current(db);
          const ids = await claimIdsOf(db, policies, { flavor, storeId: await storeId(db), table });
          await engine.refresh(db, table, [...ids.values()]);
          const uids = policies.map(({ claimUid }) => claimUid);
          const missing = uids.filter((uid) => !ids.has(uid));
          return { ok: uids.filter((uid) => ids.has(uid)), failed: missing.map((uid) => failureOf(uid, "missing")) };
        }),
      ),
    delete: (refs, options) =>
      guarded(options, () =>
        session.write(async (db) => {
          const ids = await claimIdsOf(db, refs, { flavor, storeId: await storeId(db) });
          await removeAll(db, [...ids.values()]);
          return { ok: refs.map(({ claimUid }) => claimUid), failed: [] };
        }),
      ),
    deletePoints: (pointIds, options) =>
      guarded(options, () =>
        session.write((db) =>
          removeAll(
            db,
            pointIds.map(Number).filter((id) => Number.isSafeInteger(id)),
          ),
        ),
      ),
  };
}

const reasonOf = (error: unknown): IndexReason =>
  error instanceof ProviderError ? (error.details["reason"] as IndexReason) : "index_error";

function unusable(reason: IndexReason): IndexInfo {
  const absent = { points: undefined, dims: undefined, fp: undefined, serverVersion: undefined };
  return { name: TABLE_PREFIX.slice(0, -1), reachable: reason === "collection_missing", reason, ...absent };
}

async function describe({ session, engine, current }: Opened, fp: string | undefined): Promise<IndexInfo> {
  const db = session.db();
  const serverVersion = await engine.version(db);
  const table = await current(db, fp);
  const points = await countRows(db, table, engine.isThere);
  return { ...table, reachable: true, reason: undefined, points, serverVersion };
}

/**
 * The index in the database of the store: its rows are those of claims, and go or change with them in one transaction.
 */
export function createInStoreIndex(parts: InStoreParts): VectorIndex {
  const { session, engine } = parts;
  let ensured: string | undefined;
  let knownStore: string | undefined;
  const opened: Opened = {
    ...parts,
    current: async (db, wanted = ensured) => {
      const tables = await engine.tables(db);
      const table = tables.find(({ fp }) => fp === wanted) ?? tables[0];
      if (table === undefined) throw indexUnavailable("collection_missing");
      return table;
    },
    storeId: async (db) => (knownStore ??= (await readMetaOf(db, "store_id")) ?? ""),
  };
  return {
    kind: engine.kind,
    isInStore: true,
    describe: (options) =>
      guarded(options, () => describe(opened, options?.fp)).catch((error: unknown) => unusable(reasonOf(error))),
    ensure: (spec, options) =>
      guarded(options, async () => {
        await engine.install(session.db());
        await session.write(async (db) => {
          const before = await engine.tables(db);
          await engine.create(db, spec);
          if (before.some(({ fp }) => fp === spec.fp)) return;
          for (const old of before.slice(KEPT_TABLES - 1)) await engine.drop(db, old);
        });
        ensured = spec.fp;
      }),
    ...readsOf(opened),
    ...writesOf(opened),
    close: async () => undefined,
  };
}
