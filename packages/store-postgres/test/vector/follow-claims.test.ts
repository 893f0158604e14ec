import { expect, test } from "vitest";
import type { VectorPoint } from "@memorymaster/core";
import { embeddingSpec } from "@memorymaster/core";
import { openPgvector } from "../support/open-pgvector.ts";
import type { PgvectorIndex } from "../support/open-pgvector.ts";

const SPEC = embeddingSpec({ provider: "test", model: "one", revision: "", dims: 4 });
const TABLE = `claim_vectors_${SPEC.fp}`;

async function written(opened: PgvectorIndex): Promise<VectorPoint> {
  const ref = { storeId: opened.storeId, tenantId: "local", claimUid: "00000000-0000-7000-8000-000000000001" };
  const policy = { ...ref, scope: "user", status: "confirmed" } as const;
  const point = { ...policy, fp: SPEC.fp, vector: Float32Array.of(1, 2, 3, 4), hash: await opened.makeClaim(policy) };
  await opened.index.ensure(SPEC);
  expect(await opened.index.upsert([point])).toEqual({ ok: [point.claimUid], failed: [] });
  return point;
}

test.each([
  ["other words", "text = 'The service moved'"],
  ["another value", "object_value = 'x'"],
  ["a status of history", "status = 'archived', archived_at = now()"],
  ["a label as sensitive", "visibility = 'sensitive'"],
  ["the loss of its words", "content_hash = null"],
])("a claim's vector goes with %s, and does not come back", async (_, change) => {
  await using opened = await openPgvector();
  const point = await written(opened);

  await opened.sql(`update claims set ${change}`);

  expect(await opened.sql(`select * from ${TABLE}`)).toEqual([]);
  expect((await opened.index.upsert([point])).ok).toEqual([]);
  expect(await opened.sql(`select * from ${TABLE}`)).toEqual([]);
});

test("a claim's vector goes with the claim, and comes back with a transaction that fails", async () => {
  await using opened = await openPgvector();
  await written(opened);

  const failing = opened.store.transaction(async () => {
    await opened.store.claims.list(
      { ...{ tenantId: undefined, agent: undefined, grantedScopes: undefined }, allowSensitive: true },
      {},
      { limit: 1 },
    );
    await opened.index.deletePoints(["1"]);
    throw new TypeError("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  const [kept] = await opened.sql(`select count(*) as n from ${TABLE}`);
  await opened.sql("delete from claims");

  expect([Number(kept?.["n"]), await opened.sql(`select * from ${TABLE}`)]).toEqual([1, []]);
});

test("policies of rows hold for vectors as for claims, and search goes by the index", async () => {
  await using opened = await openPgvector();
  await written(opened);

  const [table] = await opened.sql(
    `select relrowsecurity, relforcerowsecurity from pg_class where relname = '${TABLE}'`,
  );
  const policies = await opened.sql(`select cmd from pg_policies where tablename = '${TABLE}' order by 1`);
  await opened.sql("set enable_seqscan = off");
  const plan = await opened.sql(`explain select claim_id from ${TABLE} order by embedding <=> '[1,2,3,4]' limit 5`);
  await opened.sql("reset enable_seqscan");

  expect(table).toEqual({ relrowsecurity: true, relforcerowsecurity: true });
  expect(policies.map(({ cmd }) => cmd)).toEqual([
    "DELETE",
    "DELETE",
    "INSERT",
    "INSERT",
    "SELECT",
    "SELECT",
    "UPDATE",
    "UPDATE",
  ]);
  expect(JSON.stringify(plan)).toContain("_embedding_idx");
});

test.each([
  [2_001, "halfvec"],
  [4_001, undefined],
])("vectors of %i dimensions are found too", async (dims, kind) => {
  await using opened = await openPgvector();
  const point = await written(opened);
  const spec = embeddingSpec({ provider: "test", model: "wide", revision: "", dims });
  const vector = Float32Array.from({ length: dims }, (_, index) => Math.sin(index));

  await opened.index.ensure(spec);
  await opened.index.upsert([{ ...point, fp: spec.fp, vector }]);

  const filter = { storeId: opened.storeId, tenantId: "local" };
  const [hit] = await opened.index.query({ vector, fp: spec.fp, limit: 1, filter });
  expect([hit?.claimUid, Number(hit?.score)]).toEqual([point.claimUid, expect.closeTo(1, 3)]);
  const indexes = await opened.sql(`select indexdef from pg_indexes where tablename = 'claim_vectors_${spec.fp}'`);
  expect(
    indexes.filter(({ indexdef }) => String(indexdef).includes("hnsw")).map(({ indexdef }) => String(indexdef)),
  ).toEqual(kind === undefined ? [] : [expect.stringContaining(kind)]);
});

test("the operator's database gets the extension with the first table", async () => {
  await using opened = await openPgvector();
  await opened.sql("drop extension vector");
  const before = await opened.index.describe();

  await opened.index.ensure(SPEC);

  const after = await opened.index.describe();
  expect([before.reachable, before.reason]).toEqual([false, "index_error"]);
  expect([after.reachable, after.points, after.serverVersion]).toEqual([
    true,
    0,
    expect.stringMatching(/^pgvector 0\./),
  ]);
});
