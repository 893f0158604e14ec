import type { PointPolicy, VectorPoint } from "@memorymaster/core";
import { expect } from "vitest";
import { SPEC, uidOf, uidsOf, vectorOf } from "./bench.ts";
import type { IndexBench, IndexTests } from "./bench.ts";

const OTHER_STORE = "11111111-1111-4111-8111-111111111111";

const policyOf = ({ storeId, tenantId, claimUid, scope, status }: VectorPoint): PointPolicy => ({
  storeId,
  tenantId,
  claimUid,
  scope,
  status,
});

const countOf = ({ index, storeId }: IndexBench): Promise<number> => index.count({ storeId });

/** Vectors that have no direction in this index. */
const BAD: readonly Float32Array[] = [
  vectorOf(1, SPEC.dims - 1),
  vectorOf(1, SPEC.dims + 1),
  new Float32Array(0),
  new Float32Array(SPEC.dims),
  vectorOf(1).fill(Number.NaN, 3, 4),
  vectorOf(1).fill(Number.POSITIVE_INFINITY, 0, 1),
];

export const WRITES: IndexTests = {
  "a point written twice is there once, with what was written last": async (bench) => {
    const { index, storeId } = bench;
    const point = await bench.point(0);
    const report = { ok: [point.claimUid], failed: [] };

    expect([await index.upsert([point]), await index.upsert([point])]).toEqual([report, report]);
    await index.upsert([{ ...point, vector: vectorOf(7) }]);

    const [hit] = await bench.ask(vectorOf(7));
    expect([await countOf(bench), hit?.claimUid]).toEqual([1, point.claimUid]);
    expect(hit?.score).toBeCloseTo(1, 3);
    expect((await index.scan({ filter: { storeId }, limit: 10 })).points).toHaveLength(1);
  },

  "vectors that are not of the index fail one by one, and the others are written": async (bench) => {
    const good = [await bench.point(0), await bench.point(1)];
    const bad: VectorPoint[] = [];
    for (const [at, vector] of BAD.entries()) bad.push(await bench.point(10 + at, { vector }));

    const report = await bench.index.upsert([...good.slice(0, 1), ...bad, ...good.slice(1)]);

    expect(report.ok).toEqual(uidsOf(good));
    expect(report.failed).toEqual(bad.map(({ claimUid }) => ({ claimUid, code: "bad_vector", retryable: false })));
    expect(await countOf(bench)).toBe(2);
  },

  "a vector of another model is not written": async (bench) => {
    const point = await bench.point(0, { fp: "0123456789abcdef" });

    const report = await bench.index.upsert([point]);

    const failure = { claimUid: point.claimUid, code: "fingerprint_mismatch", retryable: false };
    expect(report).toEqual({ ok: [], failed: [failure] });
    expect(await countOf(bench)).toBe(0);
  },

  "very long and very short vectors are found by their direction": async (bench) => {
    const scaled = (number: number, by: number) => ({ vector: vectorOf(number).map((value) => value * by) });
    await bench.write(3, (number) => scaled(number, [1e-15, 1, 1e15][number] ?? 1));

    for (const number of [0, 1, 2]) {
      const [hit] = await bench.ask(vectorOf(number));
      expect(hit?.claimUid).toBe(uidOf(number));
      expect(hit?.score).toBeCloseTo(1, 3);
    }
  },

  "the same uid in two stores and two tenants is four points; in a database, a foreign store has none": async (
    bench,
  ) => {
    const { index, storeId, hasClaims } = bench;
    const own = await bench.point(0);
    if (hasClaims) {
      const report = await index.upsert([own, { ...own, storeId: OTHER_STORE }]);
      expect(report.failed).toEqual([{ claimUid: own.claimUid, code: "missing", retryable: false }]);
      await index.delete([{ ...own, storeId: OTHER_STORE }]);
    } else {
      const others = [{ storeId: OTHER_STORE }, { tenantId: "acme" }, { storeId: OTHER_STORE, tenantId: "acme" }];
      await index.upsert([own, ...others.map((other) => ({ ...own, ...other }))]);
      await index.delete([{ ...own, tenantId: "acme" }]);
    }

    const counts = [await index.count({ storeId }), await index.count({ storeId: OTHER_STORE })];
    expect(counts).toEqual([1, hasClaims ? 0 : 2]);
    const found = await bench.ask(own.vector, { storeId: OTHER_STORE });
    expect(uidsOf(found)).toEqual(hasClaims ? [] : [own.claimUid]);
  },

  "scope and status change without a vector": async (bench) => {
    const [point] = await bench.write(1);
    if (point === undefined) throw new TypeError("no point");
    const policy = { ...policyOf(point), scope: "user", status: "stale" } as const;

    expect(await bench.setPolicy(policy)).toEqual({ ok: [point.claimUid], failed: [] });

    expect(await bench.ask(point.vector, { scopes: [point.scope] })).toEqual([]);
    expect(await bench.ask(point.vector, { statuses: ["confirmed"] })).toEqual([]);
    const [hit] = await bench.ask(point.vector, { scopes: ["user"], statuses: ["stale"] });
    expect(hit).toMatchObject({ claimUid: point.claimUid, hash: point.hash, fp: SPEC.fp });
    expect(hit?.score).toBeCloseTo(1, 3);
  },

  "a policy for a point that is not there says so": async (bench) => {
    const [there] = await bench.write(1);
    const absent = await bench.point(1);

    const report = await bench.index.setPolicy([absent, ...(there === undefined ? [] : [there])].map(policyOf));

    expect(report).toEqual({
      ok: [uidOf(0)],
      failed: [{ claimUid: uidOf(1), code: "missing", retryable: false }],
    });
    expect(await countOf(bench)).toBe(1);
  },

  "a deleted point is not found, and one that is not there counts as deleted": async (bench) => {
    const points = await bench.write(3);
    const refs = [points[1], await bench.point(8)].flatMap((point) => (point === undefined ? [] : [policyOf(point)]));
    await bench.ask(vectorOf(1));

    expect(await bench.index.delete(refs)).toEqual({ ok: [uidOf(1), uidOf(8)], failed: [] });
    expect(await bench.index.delete(refs)).toEqual({ ok: [uidOf(1), uidOf(8)], failed: [] });

    expect(uidsOf(await bench.ask(vectorOf(1))).sort()).toEqual([uidOf(0), uidOf(2)]);
    expect(await countOf(bench)).toBe(2);
    const [again] = points.slice(1);
    if (again !== undefined) await bench.index.upsert([again]);
    expect((await bench.ask(vectorOf(1)))[0]?.claimUid).toBe(uidOf(1));
  },

  "points are deleted by the index's own ids": async (bench) => {
    await bench.write(3);
    const { points } = await bench.index.scan({ filter: { storeId: bench.storeId }, limit: 10 });
    const id = points.find(({ claimUid }) => claimUid === uidOf(2))?.pointId ?? "";

    await bench.index.deletePoints([id]);
    await bench.index.deletePoints([id]);

    expect(uidsOf(await bench.ask(vectorOf(2))).sort()).toEqual([uidOf(0), uidOf(1)]);
    expect(await countOf(bench)).toBe(2);
  },

  "nothing to write is no fault": async ({ index }) => {
    const nothing = { ok: [], failed: [] };

    expect([await index.upsert([]), await index.setPolicy([]), await index.delete([])]).toEqual(Array(3).fill(nothing));
    await index.deletePoints([]);
  },
};
