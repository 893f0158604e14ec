import { embeddingContentHash, unitVector } from "@memorymaster/core";
import type { FailedPoint, PointRef, VectorPoint } from "@memorymaster/core";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { present } from "../absence.ts";
import type { Flavor } from "../flavor.ts";
import type { Schema } from "../schema.ts";
import { indexableClaim, NO_TENANT } from "./vector-engine.ts";
import type { VectorTable, WrittenVector } from "./vector-engine.ts";

type Database = Kysely<Schema>;

interface Wanted {
  readonly flavor: Flavor;
  /** Of the database at hand: points of another have no claims in it. */
  readonly storeId: string;
}

interface ClaimRow {
  readonly id: number;
  readonly uid: string;
  readonly tenant_id: string | null;
  readonly scope: string;
  readonly status: string;
  readonly text: string;
  readonly subject: string | null;
  readonly predicate: string | null;
  readonly object_value: string | null;
}

const tenantOf = (row: Pick<ClaimRow, "tenant_id">): string => row.tenant_id ?? NO_TENANT;

/** Ids of the claims of points by uid; with a table, of those that have a vector in it. */
export async function claimIdsOf(
  db: Database,
  refs: readonly PointRef[],
  { flavor: { lists }, storeId, table }: Wanted & { readonly table?: VectorTable },
): Promise<ReadonlyMap<string, number>> {
  const tenants = new Map(refs.filter((ref) => ref.storeId === storeId).map((ref) => [ref.claimUid, ref.tenantId]));
  const has =
    table === undefined
      ? sql`true`
      : sql`exists (select 1 from ${sql.table(table.name)} where claim_id = c.id and embedding is not null)`;
  const { rows } = await sql<Pick<ClaimRow, "id" | "uid" | "tenant_id">>`select id, uid, tenant_id from claims as c
    where uid in ${lists.texts(lists.encode([...tenants.keys()]))} and ${has}`.execute(db);
  return new Map(rows.filter((row) => tenants.get(row.uid) === tenantOf(row)).map(({ uid, id }) => [uid, id]));
}

/** What may be written of points, by the claims as they are in this transaction. */
export interface ClaimsToIndex {
  readonly vectors: readonly WrittenVector[];
  readonly ok: readonly string[];
  /** `missing`: no such claim, or none that may be in an index; `stale_hash`: its words are others than were embedded. */
  readonly failed: readonly FailedPoint[];
}

export const failureOf = (claimUid: string, code: "missing" | "stale_hash"): FailedPoint => ({
  claimUid,
  code,
  retryable: false,
});

const hashOf = ({ text, subject, predicate, object_value: objectValue }: ClaimRow): string =>
  embeddingContentHash({
    text,
    subject: present(subject),
    predicate: present(predicate),
    objectValue: present(objectValue),
  });

/**
 * A vector of words that the claim no longer has would bring back what somebody took out, hence the look at them in the
 * transaction that writes.
 */
export async function claimsToIndex(
  db: Database,
  points: readonly VectorPoint[],
  { flavor: { lists }, storeId }: Wanted,
): Promise<ClaimsToIndex> {
  const { rows } = await sql<ClaimRow>`
    select id, uid, tenant_id, scope, status, text, subject, predicate, object_value from claims as c
    where uid in ${lists.texts(lists.encode(points.map(({ claimUid }) => claimUid)))}
      and ${sql.raw(indexableClaim("c"))}`.execute(db);
  const claims = new Map(rows.map((row) => [row.uid, row]));
  const [vectors, ok, failed]: [WrittenVector[], string[], FailedPoint[]] = [[], [], []];
  for (const point of points) {
    const claim = claims.get(point.claimUid);
    const vector = unitVector(point.vector);
    const isOwn = claim !== undefined && point.storeId === storeId && point.tenantId === tenantOf(claim);
    if (!isOwn || vector === undefined) failed.push(failureOf(point.claimUid, "missing"));
    else if (hashOf(claim) !== point.hash) failed.push(failureOf(point.claimUid, "stale_hash"));
    else {
      const { id: claimId, scope, status } = claim;
      vectors.push({ claimId, tenantId: point.tenantId, scope, status, hash: point.hash, vector });
      ok.push(point.claimUid);
    }
  }
  return { vectors, ok, failed };
}
