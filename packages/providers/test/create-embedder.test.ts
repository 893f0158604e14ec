import { setTimeout as sleep } from "node:timers/promises";
import type { Embedder } from "@memorymaster/core";
import { embeddingSpec } from "@memorymaster/core";
import { createFixedClock } from "@memorymaster/core/testing";
import fc from "fast-check";
import { expect, test } from "vitest";

import { batchTexts } from "../src/batch-texts.ts";
import { createEmbedder } from "../src/create-embedder.ts";
import { modelRow } from "../src/model-table.ts";

/** An embedder on a model that writes down what it is asked, and takes `delayMs` to answer. */
function recording(delayMs = 0): { asked: (readonly string[])[]; embedder: Embedder } {
  const asked: (readonly string[])[] = [];
  const spec = embeddingSpec({ provider: "recording", model: "plain", revision: "", dims: 2 });
  const run = async (texts: readonly string[]): Promise<number[][]> => {
    asked.push(texts);
    await sleep(delayMs);
    return texts.map((text) => [text.length, 1]);
  };
  const backend = { spec, row: modelRow("plain"), batch: { maxItems: 1_000, maxBytes: 1_000_000 }, run };
  return { asked, embedder: createEmbedder(backend, createFixedClock()) };
}

test("a warm query asks no model, also when it comes with new ones", async () => {
  const { asked, embedder } = recording();
  const [cold] = await embedder.embed(["which port"], "query");

  const warm = await embedder.embed(["new", "which port"], "query");

  expect(warm[1]).toEqual(cold);
  expect(asked).toEqual([["which port"], ["new"]]);
});

test("a local model that loads for longer than a caller waits is not taken for broken", async () => {
  const { embedder } = recording(50);

  const waiting = embedder.embed(["which port"], "query", { signal: AbortSignal.timeout(5) });

  await expect(waiting).rejects.toMatchObject({ details: { reason: "timeout" }, retryable: true });
  expect(await embedder.embed(["which port"], "query")).toHaveLength(1);
});

test("passages are not kept, and a query is not taken for a passage", async () => {
  const { asked, embedder } = recording();

  await embedder.embed(["same"], "query");
  await embedder.embed(["same"], "passage");
  await embedder.embed(["same"], "passage");

  expect(asked).toEqual([["same"], ["same"], ["same"]]);
});

test("of 256 queries the one that was not used for longest is forgotten first", async () => {
  const { asked, embedder } = recording();
  const names = Array.from({ length: 256 }, (_name, index) => `query ${index}`);
  await embedder.embed(names, "query");
  await embedder.embed(["query 0"], "query");

  await embedder.embed(["one more"], "query");
  await embedder.embed(["query 0", "query 1"], "query");

  expect(asked.slice(1)).toEqual([["one more"], ["query 1"]]);
});

test("more queries at once than are kept still get their vectors in order", async () => {
  const { embedder } = recording();
  const texts = Array.from({ length: 300 }, (_text, index) => "x".repeat(index + 1));

  const vectors = await embedder.embed([...texts, "x"], "query");

  expect(vectors.map((vector) => Math.round((vector[0] ?? 0) / (vector[1] ?? 0)))).toEqual([
    ...texts.map((text) => text.length),
    1,
  ]);
});

test("batches keep every text in order and stay within both limits unless one text alone is too large", () => {
  const limits = fc.record({ maxItems: fc.integer({ min: 1, max: 5 }), maxBytes: fc.integer({ min: 1, max: 30 }) });

  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), limits, (texts, { maxItems, maxBytes }) => {
      const batches = batchTexts(texts, { maxItems, maxBytes });

      expect(batches.flat()).toEqual(texts);
      for (const batch of batches) {
        expect(batch.length).toBeLessThanOrEqual(maxItems);
        if (batch.length > 1) expect(Buffer.byteLength(batch.join(""))).toBeLessThanOrEqual(maxBytes);
      }
    }),
  );
});
