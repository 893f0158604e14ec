import { createMemory, createMemoryVectorIndex, embeddingSpec } from "@memorymaster/core";
import type { Embedder, Memory } from "@memorymaster/core";
import { createFixedClock, createHashEmbedder } from "@memorymaster/core/testing";
import { describeVectorAcceptance } from "@memorymaster/store-conformance";
import { describe, expect, test } from "vitest";
import { openFile, openPeer } from "../support/open-conformance.ts";
import { tempStore } from "../support/temp-store.ts";
import type { TempStore } from "../support/temp-store.ts";
import { indexOf } from "./open-sqlite-index.ts";

describeVectorAcceptance("index in memory, SQLite file", {
  openIndex: async () => {
    const index = createMemoryVectorIndex();
    return { index, [Symbol.asyncDispose]: () => index.close() };
  },
  stores: {
    open: openFile,
    openPeer: (store, parts) => openPeer(store as Awaited<ReturnType<typeof openFile>>, parts),
  },
});

const DIMS = 32;

/** Vectors of made-up directions that count as meaning. */
function embedderOf(model: string): Embedder {
  const spec = embeddingSpec({ provider: "test", model, revision: "", dims: DIMS });
  return { ...createHashEmbedder(DIMS), spec, noiseFloor: 0.2, isSemantic: true };
}

const memoryOn = (temp: TempStore, model = "one"): Memory =>
  createMemory({
    store: temp.store,
    clock: createFixedClock(),
    vectors: { embedder: embedderOf(model), index: indexOf(temp) },
  });

const ingest = async (memory: Memory, text: string): Promise<number> =>
  (await memory.claims.ingest({ text, scope: "user", citations: [{ source: "a.md" }] })).claim.id;

const askedOf = async (memory: Memory) =>
  (await memory.recall.query({ queryText: "falcon gateway", retrievalMode: "hybrid" })).meta.vector;

describe("governed vectors, index in the SQLite file", () => {
  test("follows claims under the same rules, and nothing is left to reconcile", async () => {
    await using temp = await tempStore();
    const memory = memoryOn(temp);
    await memory.vectors.work();
    const erased = await ingest(memory, "The falcon gateway listens on 7443");
    const archived = await ingest(memory, "The eagle gateway listens on 7444");
    const confirmed = await ingest(memory, "The heron gateway listens on 7445");
    const written = await memory.vectors.work();
    const before = await askedOf(memory);

    const result = await memory.claims.redact(erased, { mode: "erase", actor: "ana" });
    await memory.claims.archive([archived], { actor: "ana" });
    await memory.claims.confirm([confirmed], { actor: "ana" });

    expect(written).toMatchObject({ upserted: 3, failed: 0, depth: { waiting: 0 } });
    expect(before).toMatchObject({ state: "used", accepted: 3, dropped: {} });
    expect(result.vector).toBe("deleted");
    expect(await askedOf(memory)).toMatchObject({ state: "used", candidates: 1, accepted: 1, dropped: {} });
    expect(await memory.vectors.reconcile()).toMatchObject({ storeCount: 1, indexCount: 1, drift: 0 });
    expect(await memory.vectors.work()).toMatchObject({ upserted: 0, failed: 0 });
  });

  test("goes over to another model by a sync alone", async () => {
    await using temp = await tempStore();
    const before = memoryOn(temp);
    await ingest(before, "The falcon gateway listens on 7443");
    await before.vectors.sync();

    const after = memoryOn(temp, "two");
    const changed = await after.vectors.changeModel();

    expect(changed).toMatchObject({ state: "current", sync: { synced: 1, errors: 0 } });
    expect(await askedOf(after)).toMatchObject({ state: "used", accepted: 1 });
    expect(await after.vectors.sync()).toMatchObject({ synced: 0, unchanged: 1 });
  });
});
