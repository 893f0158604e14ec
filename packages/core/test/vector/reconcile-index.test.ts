import { describe, expect, test } from "vitest";

import type { ScannedPoint } from "../../src/ports/vector-index.ts";
import { reconcileIndex } from "../../src/vector/reconcile-index.ts";
import { reconcileToWire } from "../../src/vector/wire.ts";
import { indexed, openVectors } from "./vector-steps.ts";

const OTHER_FP = "f".repeat(16);

describe("reconciling", () => {
  test("tells every class of drift apart and leaves none after a full run", async () => {
    const deleted: string[] = [];
    let isDamaged = true;
    const bench = await openVectors({
      index: (inner) => ({
        scan: async (page, options) => {
          const result = await inner.scan(page, options);
          if (!isDamaged || page.filter.claimUids !== undefined) return result;
          const [first, second, third, fourth, ...rest] = result.points;
          if (first === undefined || second === undefined || third === undefined || fourth === undefined) return result;
          const points: readonly ScannedPoint[] = [
            { ...first, fp: OTHER_FP },
            { ...second, scope: "project:other" },
            { ...third, status: "stale" },
            fourth,
            { ...fourth, pointId: "twin" },
            ...rest,
          ];
          return { ...result, points, malformed: ["foreign"] };
        },
        deletePoints: async (pointIds, options) => {
          deleted.push(...pointIds);
          await inner.deletePoints(pointIds, options);
        },
      }),
    });
    const claims = await indexed(bench, 5);

    const report = await reconcileIndex(bench.context, { full: true });
    isDamaged = false;
    const after = await reconcileIndex(bench.context);

    expect(report).toMatchObject({
      storeCount: 5,
      drift: 5,
      classes: {
        ghost: 0,
        malformed: 1,
        duplicate: 1,
        missing: 0,
        stale_hash: 0,
        stale_model: 1,
        stale_policy: 2,
      },
      deleted: 3,
      remaining: 0,
    });
    expect(deleted).toHaveLength(3);
    expect(deleted).toEqual(expect.arrayContaining(["foreign", "twin"]));
    expect(after).toMatchObject({ drift: 0, indexCount: claims.length });
  });

  test("reads an index of more points than one page holds", async () => {
    const pages: (string | undefined)[] = [];
    const bench = await openVectors({
      index: (inner) => ({
        scan: (page, options) => {
          if (page.filter.claimUids === undefined) pages.push(page.cursor);
          return inner.scan({ ...page, limit: Math.min(page.limit, 2) }, options);
        },
      }),
    });
    await indexed(bench, 5);

    expect(await reconcileIndex(bench.context)).toMatchObject({ drift: 0 });
    expect(pages).toHaveLength(3);
  });

  test("is told by the names of the wire", async () => {
    const bench = await openVectors();
    await indexed(bench, 1);

    const done = reconcileToWire(await reconcileIndex(bench.context));

    expect(done).toEqual({
      sqlite_count: 1,
      qdrant_count: 1,
      count_drift: 0,
      drift: 0,
      classes: {
        ghost: 0,
        malformed: 0,
        duplicate: 0,
        missing: 0,
        stale_hash: 0,
        stale_model: 0,
        stale_policy: 0,
      },
      threshold: 100,
      synced: 0,
      upserted: 0,
      deleted: 0,
      orphans_deleted: 0,
      refused: 0,
      remaining: 0,
      reason: null,
    });
    expect(reconcileToWire({ skipped: "throttled", reason: undefined })).toEqual({
      skipped: "throttled",
      reason: null,
    });
  });
});
