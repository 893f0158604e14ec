import { expect, test } from "vitest";

import { createHashEmbedder } from "../../src/testing/hash-embedder.ts";

const rounded = (vector: Float32Array | undefined): number[] =>
  Array.from(vector ?? [], (x) => Math.round(x * 1e6) / 1e6);

test("hash-v1 gives the vectors that stored data of the earlier product hold", async () => {
  const [hello] = await createHashEmbedder(4).embed(["Hello"], "query");
  const [world] = await createHashEmbedder(8).embed([" hello\n world "], "passage");

  expect(rounded(hello)).toEqual([0.978402, -0.107294, -0.17457, -0.027258]);
  expect(rounded(world)).toEqual([0.883327, -0.051519, 0.171275, 0.15251, 0, -0.215629, -0.316961, 0.13238]);
});

test("hash-v1 reads a token that fills one block of the hash, or needs two, like any other", async () => {
  const vectors = await createHashEmbedder(4).embed(["a".repeat(126), "a".repeat(127)], "passage");

  expect(vectors.map(rounded)).toEqual([
    [-0.354601, -0.038104, -0.6571, -0.664098],
    [0, 0.682329, 0.478764, -0.55246],
  ]);
});

test("an empty text is all zeros, and the vectors never count as meaning", async () => {
  const embedder = createHashEmbedder(3);

  expect(rounded((await embedder.embed([" \n"], "query"))[0])).toEqual([0, 0, 0]);
  expect(embedder.isSemantic).toBe(false);
});
