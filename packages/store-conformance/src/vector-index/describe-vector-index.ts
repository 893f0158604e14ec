import { describe, expect, test } from "vitest";
import { failure } from "../records.ts";
import { benchOf, OTHER_SPEC, SPEC, vectorOf } from "./bench.ts";
import type { OpenIndex } from "./bench.ts";
import { compareWithModel } from "./random-run.ts";
import { READS } from "./reads.ts";
import { WRITES } from "./writes.ts";

const TIMEOUT_MS = 120_000;

/**
 * Puts a vector index through what the product relies on. Each test opens an index of its own, empty and without a
 * collection.
 */
export function describeVectorIndex(name: string, open: OpenIndex): void {
  describe(`vector index ${name}`, () => {
    test("says that there is nothing in it before it is ensured", { timeout: TIMEOUT_MS }, async () => {
      await using opened = await open();
      const { index, ask } = benchOf(opened);

      const absent = { reason: "collection_missing", points: undefined, fp: undefined };
      expect(await index.describe()).toMatchObject(absent);
      const missing = { reason: "collection_missing" };
      expect((await failure(ask(vectorOf(0)))).details).toMatchObject(missing);
      expect((await failure(index.count({ storeId: opened.storeId }))).details).toMatchObject(missing);
    });

    for (const [behaviour, run] of Object.entries({ ...WRITES, ...READS })) {
      test(behaviour, { timeout: TIMEOUT_MS }, async () => {
        await using opened = await open();
        await opened.index.ensure(SPEC);
        await run(benchOf(opened));
      });
    }

    test("goes over to another model without mixing vectors", { timeout: TIMEOUT_MS }, async () => {
      await using opened = await open();
      const { index } = opened;
      await index.ensure(SPEC);
      const bench = benchOf(opened);
      const [point] = await bench.write(1);
      if (point === undefined) throw new TypeError("no point");

      const { admin } = index;
      const next = admin?.at(admin.nameFor(OTHER_SPEC.fp)) ?? index;
      await next.ensure(OTHER_SPEC);
      await next.upsert([{ ...point, fp: OTHER_SPEC.fp, vector: vectorOf(3) }]);
      const before = await index.describe();
      await admin?.swap(admin.nameFor(OTHER_SPEC.fp));

      expect(before.fp).toBe(admin === undefined ? OTHER_SPEC.fp : SPEC.fp);
      expect((await index.describe()).fp).toBe(OTHER_SPEC.fp);
      const filter = { storeId: opened.storeId, tenantId: point.tenantId };
      const query = { vector: vectorOf(3), fp: OTHER_SPEC.fp, limit: 5, filter };
      const hits = await index.query(query);
      expect(hits).toMatchObject([{ claimUid: point.claimUid, fp: OTHER_SPEC.fp }]);
      expect(hits[0]?.score).toBeCloseTo(1, 3);
    });

    test("holds and answers what the exact one does, whatever happens", { timeout: TIMEOUT_MS }, () =>
      compareWithModel(open),
    );
  });
}
