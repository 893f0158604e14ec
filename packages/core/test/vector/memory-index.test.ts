import { expect, test } from "vitest";
import { createMemoryVectorIndex, embeddingSpec } from "../../src/index.ts";
import type { CollectionAdmin, VectorIndex, VectorPoint } from "../../src/index.ts";

const OLD = embeddingSpec({ provider: "test", model: "old", revision: "", dims: 2 });
const NEW = embeddingSpec({ provider: "test", model: "new", revision: "", dims: 3 });
const REF = { storeId: "00000000-0000-4000-8000-000000000001", tenantId: "local" };

function point(fp: string, vector: readonly number[]): VectorPoint {
  const claim = { claimUid: "00000000-0000-7000-8000-000000000001", scope: "user", status: "confirmed" } as const;
  return { ...REF, ...claim, hash: "0".repeat(64), fp, vector: Float32Array.from(vector) };
}

function adminOf({ admin }: VectorIndex): CollectionAdmin {
  if (admin === undefined) throw new TypeError("no admin");
  return admin;
}

test("readers go on with the old model until the switch, and then have the new one", async () => {
  const index = createMemoryVectorIndex();
  const admin = adminOf(index);
  await index.ensure(OLD);
  await index.upsert([point(OLD.fp, [1, 0])]);
  await index.ensure(NEW);
  await admin.at(admin.nameFor(NEW.fp)).upsert([point(NEW.fp, [0, 1, 0])]);
  const ask = (fp: string, vector: readonly number[]) =>
    index.query({ vector: Float32Array.from(vector), fp, limit: 1, filter: REF });

  const before = await ask(OLD.fp, [1, 0]);
  await admin.swap(admin.nameFor(NEW.fp));
  const after = await ask(NEW.fp, [0, 1, 0]);

  expect([before, after].map(([hit]) => [hit?.fp, hit?.score])).toEqual([
    [OLD.fp, 1],
    [NEW.fp, 1],
  ]);
  await expect(ask(OLD.fp, [1, 0])).rejects.toMatchObject({ details: { reason: "fingerprint_mismatch" } });
});

test("a dropped collection is gone, for readers too when it was theirs", async () => {
  const index = createMemoryVectorIndex();
  const admin = adminOf(index);
  for (const spec of [OLD, NEW]) await index.ensure(spec);
  expect(await admin.list()).toEqual([OLD, NEW].map(({ fp }) => admin.nameFor(fp)).sort());

  await admin.drop(admin.nameFor(OLD.fp));

  expect([await admin.list(), await admin.active()]).toEqual([[admin.nameFor(NEW.fp)], undefined]);
  await expect(admin.swap(admin.nameFor(OLD.fp))).rejects.toMatchObject({ details: { reason: "collection_missing" } });
  expect((await index.describe()).reason).toBe("collection_missing");
});
