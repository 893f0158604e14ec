import { createMemory, embeddingContentHash, embeddingSpec, unitVector } from "@memorymaster/core";
import type { VectorHit, VectorIndex, VectorPoint } from "@memorymaster/core";
import { expect, test } from "vitest";
import { bytesOnDisk } from "../support/bytes-on-disk.ts";
import { filesOf } from "../support/database-files.ts";
import { insertOne } from "../support/records.ts";
import type { TempStore } from "../support/temp-store.ts";
import { indexOf, openSqliteIndex } from "./open-sqlite-index.ts";
import type { SqliteIndex } from "./open-sqlite-index.ts";

const SPEC = embeddingSpec({ provider: "test", model: "one", revision: "", dims: 64 });
const TABLE = `claim_vectors_${SPEC.fp}`;
const UIDS = [1, 2].map((number) => `00000000-0000-7000-8000-00000000000${number}`);

const vectorOf = (number: number): Float32Array =>
  Float32Array.from({ length: SPEC.dims }, (_, index) => Math.sin((number + 1) * 12.9 + (index + 1) * 78.2));

/** Two claims with their vectors. */
async function written({ index, storeId, makeClaim }: SqliteIndex): Promise<readonly VectorPoint[]> {
  const points: VectorPoint[] = [];
  for (const [number, claimUid] of UIDS.entries()) {
    const policy = { storeId, tenantId: "local", claimUid, scope: "user", status: "confirmed" } as const;
    points.push({ ...policy, fp: SPEC.fp, vector: vectorOf(number), hash: await makeClaim(policy) });
  }
  await index.ensure(SPEC);
  expect(await index.upsert(points)).toEqual({ ok: UIDS, failed: [] });
  return points;
}

const ask = (index: VectorIndex, storeId: string, scopes?: readonly string[]): Promise<readonly VectorHit[]> =>
  index.query({ vector: vectorOf(0), fp: SPEC.fp, limit: 5, filter: { storeId, tenantId: "local", scopes } });

const uidsOf = (hits: readonly VectorHit[]): unknown[] => hits.map(({ claimUid }) => claimUid);

const vectorsIn = (temp: TempStore): unknown[] =>
  temp.sql(`select claim_id, code from ${TABLE} where embedding is not null or code is not null order by 1`);

test.each([
  ["other words", "text = 'The service moved'"],
  ["another value", "object_value = 'x'"],
  ["a status of history", "status = 'archived', archived_at = updated_at"],
  ["a label as sensitive", "visibility = 'sensitive'"],
  ["the loss of its words", "content_hash = null"],
])("a claim's vector goes with %s, and does not come back", async (_, change) => {
  await using opened = await openSqliteIndex();
  const points = await written(opened);
  expect(uidsOf(await ask(opened.index, opened.storeId))).toEqual(UIDS);

  opened.temp.sql(`update claims set ${change} where id = 1`);

  expect(vectorsIn(opened.temp)).toMatchObject([{ claim_id: 2 }]);
  expect(uidsOf(await ask(opened.index, opened.storeId))).toEqual(UIDS.slice(1));
  expect((await opened.index.upsert(points)).ok).toEqual(UIDS.slice(1));
  expect(await opened.index.count({ storeId: opened.storeId })).toBe(1);
});

test("what changes no word and no filter leaves a vector alone", async () => {
  await using opened = await openSqliteIndex();
  await written(opened);
  const numbers = (): unknown => opened.temp.sql(`select change_no from ${TABLE} order by 1`);
  const before = numbers();

  opened.temp.sql("update claims set access_count = 3, status = status, text = text, pinned = 1, tier = 'core'");

  expect(numbers()).toEqual(before);
});

test("a transaction sees its own changes, and nobody those that were rolled back", async () => {
  await using opened = await openSqliteIndex();
  const { index, storeId, temp } = opened;
  const points = await written(opened);
  await ask(index, storeId);
  let inside: unknown[] = [];

  const failing = temp.store.transaction(async () => {
    await index.delete(points.slice(0, 1));
    inside = uidsOf(await ask(index, storeId));
    throw new TypeError("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  const after = uidsOf(await ask(index, storeId));
  await index.delete(points.slice(1));

  expect([inside, after, uidsOf(await ask(index, storeId))]).toEqual([UIDS.slice(1), UIDS, UIDS.slice(0, 1)]);
});

test("what others write into the file is found, and what they take out is not", async () => {
  await using opened = await openSqliteIndex();
  const { storeId, temp } = opened;
  const peer = indexOf({ store: await temp.peer() });
  const points = await written(opened);
  expect(uidsOf(await ask(peer, storeId))).toEqual(UIDS);

  await opened.changeClaim({
    storeId,
    tenantId: "local",
    claimUid: UIDS[0] ?? "",
    scope: "project:demo",
    status: "stale",
  });
  const moved = [await ask(peer, storeId, ["project:demo"]), await ask(peer, storeId, ["user"])].map(uidsOf);
  await opened.index.delete(points.slice(1));

  expect(moved).toEqual([UIDS.slice(0, 1), UIDS.slice(1)]);
  expect(uidsOf(await ask(peer, storeId))).toEqual(UIDS.slice(0, 1));
});

test("a backup that is put back brings its vectors back, whatever was written since", async () => {
  await using opened = await openSqliteIndex();
  const { index, storeId, temp } = opened;
  const points = await written(opened);
  const peer = indexOf({ store: await temp.peer() });
  const files = filesOf(temp.store);
  const { snapshotId } = await files.snapshot();
  await createMemory({ store: temp.store }).claims.ingest({ text: "The gateway listens on port 8443" });
  temp.sql("update claims set text = 'The service moved' where id = 1");
  expect(uidsOf(await ask(peer, storeId))).toEqual(UIDS.slice(1));

  await files.rollback(snapshotId);
  for (let again = 0; again < 3; again += 1) await index.upsert(points.slice(1));

  for (const one of [index, peer]) expect(uidsOf(await ask(one, storeId))).toEqual(UIDS);
});

test("an erased claim's vector stands in no file any more", async () => {
  await using opened = await openSqliteIndex();
  const { index, storeId, temp } = opened;
  await index.ensure(SPEC);
  const claim = await insertOne(temp.store, { text: "The vault code is kept at the desk" });
  for (let number = 0; number < 30; number += 1) await insertOne(temp.store, { text: `Filler number ${number} x` });
  const { uid: claimUid, scope, status } = claim;
  const hash = embeddingContentHash(claim);
  await index.upsert([{ storeId, tenantId: "local", claimUid, scope, status, hash, fp: SPEC.fp, vector: vectorOf(7) }]);
  const floats = Buffer.from(unitVector(vectorOf(7))?.buffer ?? new ArrayBuffer(0));
  // Any run of eight numbers of it would do for a copy that was cut.
  const traces = (): number =>
    Array.from({ length: 8 }, (_, part) => floats.subarray(32 * part, 32 * part + 32).toString("latin1")).filter(
      (part) => bytesOnDisk(temp.path).includes(part),
    ).length;
  expect(traces()).toBe(8);

  await createMemory({ store: temp.store }).claims.redact(claim.id, { mode: "erase", actor: "ana" });

  expect(traces()).toBe(0);
  expect(await index.count({ storeId })).toBe(0);
});

test("of three models the one before the last is kept", async () => {
  await using opened = await openSqliteIndex();
  const specs = ["one", "two", "three"].map((model) => embeddingSpec({ ...SPEC, model }));
  await written(opened);

  for (const spec of specs.slice(1)) await opened.index.ensure(spec);

  const names = opened.temp.sql("select name from sqlite_schema where name glob 'claim_vectors_????????????????'");
  expect(names).toEqual(specs.slice(1).map(({ fp }) => ({ name: `claim_vectors_${fp}` })));
  opened.temp.sql("update claims set text = 'The service moved' where id = 1");
});
