import { describe, expect, test } from "vitest";

import { LOCAL_OPERATOR } from "../../src/access/authority.ts";
import type { MemoryContext } from "../../src/memory-types.ts";
import type { VectorPoint } from "../../src/ports/vector-index.ts";
import { applyOutbox } from "../../src/vector/apply-outbox.ts";
import { changeModel } from "../../src/vector/change-model.ts";
import { indexUnavailable } from "../../src/vector/index-unavailable.ts";
import { reconcileIndex, reconcileWhenDue } from "../../src/vector/reconcile-index.ts";
import { syncIndex } from "../../src/vector/sync-index.ts";
import { vectorHealth } from "../../src/vector/vector-health.ts";
import { openContext, seedOne } from "../support/open-context.ts";
import { indexed, openVectors, testEmbedder } from "./vector-steps.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const failing = (code: string, retryable: boolean) => () => ({
  upsert: async (points: readonly VectorPoint[]) => ({
    ok: [],
    failed: points.map(({ claimUid }) => ({ claimUid, code, retryable })),
  }),
});

describe("the worker of the outbox", () => {
  test("takes 500 claims at most, 50 at a time", async () => {
    const batches: number[] = [];
    const bench = await openVectors({
      index: (inner) => ({
        upsert: (points, options) => {
          batches.push(points.length);
          return inner.upsert(points, options);
        },
      }),
    });
    const { context } = bench;

    await indexed(bench, 520);

    expect(batches).toEqual(Array.from({ length: 10 }, () => 50));
    expect(await applyOutbox(context)).toMatchObject({ upserted: 20, failed: 0, depth: { waiting: 0 } });
  });

  test("waits twice as long after each failure, an hour at most, and gives up after twenty", async () => {
    const bench = await openVectors({ index: failing("server", true) });
    const { context } = bench;
    await indexed(bench, 1);
    const waits: number[] = [];
    let waitedMs = 0;
    while ((await context.store.vectors.depth("memory")).stuck === 0) {
      const stepMs = waits.length < 9 ? 10_000 : 10 * MINUTE_MS;
      context.clock.advance(stepMs);
      waitedMs += stepMs;
      const { failed } = await applyOutbox(context);
      if (failed === 0) continue;
      waits.push(waitedMs / 1_000);
      waitedMs = 0;
    }

    const doubling = [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560];
    expect(waits).toEqual([...doubling, ...Array.from({ length: 10 }, () => 3_600)]);
    expect(await context.store.vectors.depth("memory")).toMatchObject({ waiting: 0, stuck: 1 });
    context.clock.advance(24 * HOUR_MS);
    expect(await applyOutbox(context)).toMatchObject({ failed: 0, upserted: 0 });
  });

  test("gives up at once on what cannot get better, until it is noted anew", async () => {
    const bench = await openVectors({ index: failing("bad_vector", false) });
    const [claim] = await indexed(bench, 1);

    const { vectors } = bench.context.store;
    expect(await vectors.depth("memory")).toMatchObject({ waiting: 0, stuck: 1 });
    await vectors.enqueue("memory", [claim?.id ?? 0], "2026-01-02T03:04:05+00:00");
    expect(await vectors.depth("memory")).toMatchObject({ waiting: 1, stuck: 0 });
  });

  test("counts no attempt while the index cannot be reached at all", async () => {
    const bench = await openVectors({
      index: () => ({ ensure: () => Promise.reject(indexUnavailable("index_error")) }),
    });
    const { context } = bench;
    await indexed(bench, 1);

    for (let run = 0; run < 30; run += 1) {
      await applyOutbox(context);
      context.clock.advance(HOUR_MS);
    }

    expect(await context.store.vectors.depth("memory")).toMatchObject({ waiting: 1, stuck: 0 });
  });

  test("embeds the others when one text is refused", async () => {
    const inner = testEmbedder();
    const picky = testEmbedder({
      embed: (texts, kind) =>
        texts.some((text) => text.includes("Service 1 "))
          ? Promise.reject(new TypeError("no"))
          : inner.embed(texts, kind),
    });
    const bench = await openVectors({ embedder: picky });

    await indexed(bench, 3);

    const { depth } = await applyOutbox(bench.context);
    expect(depth).toMatchObject({ waiting: 1, stuck: 0 });
    expect(await bench.index.count({ storeId: await bench.context.store.vectors.storeId() })).toBe(2);
  });

  test("leaves the others alone when the embedder rests", async () => {
    let calls = 0;
    const down = testEmbedder({
      degraded: true,
      embed: () => {
        calls += 1;
        return Promise.reject(new TypeError("down"));
      },
    });
    const bench = await openVectors({ embedder: down });

    await indexed(bench, 3);

    expect(calls).toBe(1);
    expect(await bench.context.store.vectors.depth("memory")).toMatchObject({ waiting: 3, stuck: 0 });
  });

  test("forgets a claim that is no more", async () => {
    const { context } = await openVectors();
    await applyOutbox(context);
    await context.store.vectors.enqueue("memory", [77], "2026-01-02T03:04:05+00:00");

    expect(await applyOutbox(context)).toMatchObject({ failed: 0, depth: { waiting: 0 } });
  });
});

describe("looking after the index", () => {
  const ACTS: readonly (readonly [string, (context: MemoryContext) => Promise<unknown>])[] = [
    ["work", applyOutbox],
    ["sync", syncIndex],
    ["reconcile", reconcileIndex],
    ["the daily reconcile", reconcileWhenDue],
    ["change of model", changeModel],
    ["health", vectorHealth],
  ];

  test.each(ACTS)("is the operator's alone: %s", async (_, act) => {
    for (const caller of [{ principal: "ana" }, { tenantId: "acme" }, { mode: "team" }] as const) {
      const { context } = await openVectors({ overrides: { authority: { ...LOCAL_OPERATOR, ...caller } } });

      await expect(act(context)).rejects.toMatchObject({ code: "access.denied" });
    }
  });

  test("says that there is nothing to look after where no index is set up", async () => {
    const context = openContext();
    await seedOne(context);

    expect(await applyOutbox(context)).toMatchObject({ reason: "not_configured" });
    expect(await syncIndex(context)).toEqual({ skipped: "not_configured" });
    expect(await reconcileIndex(context)).toEqual({ skipped: "no_qdrant", reason: "not_configured" });
    expect(await changeModel(context)).toEqual({ skipped: "not_configured" });
    expect(await vectorHealth(context)).toMatchObject({ kind: undefined, state: "off", reason: "not_configured" });
  });

  test("writes nothing that an embedder without meaning would make", async () => {
    const bench = await openVectors({ embedder: testEmbedder({ isSemantic: false }) });
    await indexed(bench, 1);

    expect(await syncIndex(bench.context)).toEqual({ skipped: "non_semantic_embedder" });
    expect(await reconcileIndex(bench.context)).toEqual({ skipped: "no_qdrant", reason: "non_semantic_embedder" });
    expect(await bench.index.count({ storeId: await bench.context.store.vectors.storeId() })).toBe(0);
  });

  test.each([0, 501, 1.5])("syncs in pages of 1 to 500, not of %f", async (pageSize) => {
    const { context } = await openVectors();

    await expect(syncIndex(context, { pageSize })).rejects.toMatchObject({ code: "input.invalid" });
  });
});

describe("the health of the index", () => {
  test("tells what there is, what waits, and what the last reconciliation found", async () => {
    const bench = await openVectors();
    await indexed(bench, 2);
    await reconcileIndex(bench.context);
    await seedOne(bench.context);

    expect(await vectorHealth(bench.context)).toMatchObject({
      kind: "memory",
      state: "used",
      reason: undefined,
      fp: testEmbedder().spec.fp,
      points: 2,
      outbox: { waiting: 1, stuck: 0, oldest: "2026-01-02T03:04:05+00:00" },
      breaker: "closed",
      lastReconcile: { at: "2026-01-02T03:04:05+00:00", drift: 0, sqlite_count: 2 },
    });
  });

  test("says what is wrong, whatever the index does", async () => {
    const thrown = await openVectors({ index: () => ({ describe: () => Promise.reject(new TypeError("x")) }) });
    const other = await openVectors({
      index: (inner) => ({ describe: async () => ({ ...(await inner.describe()), fp: "0".repeat(16) }) }),
      reads: "on",
    });
    const off = await openVectors({ reads: "off" });

    expect(await vectorHealth(thrown.context)).toMatchObject({ state: "degraded", reason: "index_error" });
    expect(await vectorHealth(other.context)).toMatchObject({ state: "degraded", reason: "fingerprint_mismatch" });
    expect(await vectorHealth(off.context)).toMatchObject({ state: "off", reason: "reads_disabled" });
  });
});
