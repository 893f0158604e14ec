import { embeddingSpec } from "../../src/embedding/embedding-spec.ts";
import { unitVector } from "../../src/embedding/similarity.ts";
import type { Embedder } from "../../src/ports/embedder.ts";

/** A model that knows a few meanings: texts are near when they touch the same of them, whatever their words. */
export function conceptEmbedder(...meanings: readonly RegExp[]): Embedder {
  const dims = meanings.length + 1;
  const vectorOf = (text: string): Float32Array => {
    const touched = meanings.map((meaning) => (meaning.test(text) ? 1 : 0));
    return unitVector([touched.includes(1) ? 0 : 1, ...touched]) ?? new Float32Array(dims);
  };
  return {
    spec: embeddingSpec({ provider: "test", model: "concepts", revision: "", dims }),
    noiseFloor: 0.65,
    isSemantic: true,
    degraded: false,
    embed: async (texts) => texts.map(vectorOf),
  };
}
