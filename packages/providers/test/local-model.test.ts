import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Embedder } from "@memorymaster/core";
import { cosineSimilarity } from "@memorymaster/core";
import { createFixedClock } from "@memorymaster/core/testing";
import { TINY_DIMS, writeTinyModel } from "@memorymaster/test-support";
import { expect, test, vi } from "vitest";

import { chooseEmbedder } from "../src/index.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const WEIGHTS = "onnx/model_quantized.onnx";
const clock = createFixedClock();
const deps = { clock, isSensitive: () => true };

/** The embedder of a folder that holds the tiny model as the default model. */
async function openIn(folder: string): Promise<Embedder> {
  const { embedder, steps } = await chooseEmbedder({ local: { folder } }, deps);
  if (embedder === undefined) throw new TypeError(steps[0]?.detail);
  return embedder;
}

function folderWithModel(): string {
  const folder = temporaryFolder();
  writeTinyModel(join(folder, "Xenova/multilingual-e5-small"));
  return folder;
}

test("a model from files embeds without the network, sensitive text included", async () => {
  const fetching = vi.spyOn(globalThis, "fetch");
  const embedder = await openIn(folderWithModel());

  const [question, near, far] = [
    ...(await embedder.embed(["which sql database"], "query")),
    ...(await embedder.embed(["postgres", "format and lint"], "passage")),
  ];

  expect(question).toHaveLength(TINY_DIMS);
  expect(cosineSimilarity(question ?? [], near ?? [])).toBeGreaterThan(0.9);
  expect(cosineSimilarity(question ?? [], far ?? [])).toBeLessThan(0.2);
  expect(embedder).toMatchObject({ isSemantic: true, degraded: false, noiseFloor: 0.85 });
  expect(embedder.spec).toMatchObject({ provider: "local", model: "Xenova/multilingual-e5-small", dims: TINY_DIMS });
  expect(fetching).not.toHaveBeenCalled();
});

test("a question and a passage of the same words get the prefixes that the model was trained with", async () => {
  const embedder = await openIn(folderWithModel());

  const [asQuery] = await embedder.embed(["deploy"], "query");
  const [asPassage] = await embedder.embed(["deploy"], "passage");

  expect([asQuery?.[3], asQuery?.[4]]).toEqual([expect.closeTo(0.2 / Math.sqrt(1.04), 4), 0]);
  expect([asPassage?.[3], asPassage?.[4]]).toEqual([0, expect.closeTo(0.2 / Math.sqrt(1.04), 4)]);
});

test("many texts in batches get the vectors they get alone, at unit length", async () => {
  const embedder = await openIn(folderWithModel());
  const texts = Array.from(
    { length: 40 },
    (_text, index) => ["sql", "deploy server", "lint style table"][index % 3] ?? "",
  );

  const together = await embedder.embed(texts, "passage");

  const [alone] = await embedder.embed([texts[38] ?? ""], "passage");
  expect(together).toHaveLength(40);
  for (const [dim, value] of (alone ?? []).entries()) expect(together[38]?.[dim]).toBeCloseTo(value, 5);
  expect(together.map((vector) => Math.hypot(...vector).toFixed(5))).toEqual(texts.map(() => "1.00000"));
});

test("the fingerprint follows the files and not the place", async () => {
  const [first, second] = [folderWithModel(), temporaryFolder()];
  const moved = join(second, "multilingual-e5-small");
  cpSync(join(first, "Xenova"), join(second, "Xenova"), { recursive: true });
  writeTinyModel(moved);
  const { spec } = await openIn(first);

  expect((await openIn(second)).spec).toEqual(spec);
  const byPath = await chooseEmbedder({ local: { folder: first, model: moved } }, deps);
  expect(byPath.embedder?.spec).toMatchObject({ model: "multilingual-e5-small", revision: spec.revision });
  writeFileSync(join(second, "Xenova/multilingual-e5-small", WEIGHTS), "other weights");
  expect((await openIn(second)).spec.fp).not.toBe(spec.fp);
});

test("weights that cannot be read are told at the first text, and read anew after five minutes", async () => {
  const folder = folderWithModel();
  const directory = join(folder, "Xenova/multilingual-e5-small");
  writeFileSync(join(directory, WEIGHTS), "no model");
  const embedder = await openIn(folder);

  await expect(embedder.embed(["sql"], "query")).rejects.toMatchObject({
    code: "embed.unavailable",
    details: { provider: "local", reason: "failed" },
  });
  expect(embedder).toMatchObject({ isSemantic: false, degraded: true });
  writeTinyModel(directory);
  await expect(embedder.embed(["sql"], "query")).rejects.toMatchObject({ details: { reason: "degraded" } });
  clock.advance(5 * 60_000);
  expect(await embedder.embed(["sql"], "query")).toHaveLength(1);
  expect(embedder).toMatchObject({ isSemantic: true, degraded: false });
});

test("a caller who gives up gets no vector, and the embedder stays fit", async () => {
  const embedder = await openIn(folderWithModel());
  const giveUp = new AbortController();

  const waiting = embedder.embed(["sql"], "query", { signal: giveUp.signal });
  giveUp.abort();

  await expect(waiting).rejects.toMatchObject({ details: { reason: "aborted" } });
  expect(embedder.degraded).toBe(false);
});

test("a missing model is told with the files that are not there and what to run; nothing is downloaded", async () => {
  const fetching = vi.spyOn(globalThis, "fetch");
  const folder = temporaryFolder();

  const { embedder, steps } = await chooseEmbedder({ local: { folder } }, deps);

  expect(embedder).toBeUndefined();
  expect(steps[0]).toEqual({
    kind: "local",
    state: "unavailable",
    detail: `config.json, tokenizer.json, tokenizer_config.json, ${WEIGHTS} not in ${join(folder, "Xenova/multilingual-e5-small")}: run \`memorymaster models pull multilingual-e5-small\` (megabytes: 135)`,
  });
  expect(fetching).not.toHaveBeenCalled();
});
