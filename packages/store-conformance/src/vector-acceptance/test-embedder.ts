import { embeddingSpec } from "@memorymaster/core";
import type { Embedder } from "@memorymaster/core";
import { createHashEmbedder } from "@memorymaster/core/testing";

const DIMS = 32;

export interface TestEmbedder extends Embedder {
  /** Texts embedded so far, by kind. */
  readonly embedded: { readonly query: string[]; readonly passage: string[] };
  /** Texts that match cannot be embedded; absent = all can. */
  refuses: RegExp | undefined;
}

/** Vectors of made-up directions that count as meaning: the same text is nearest to itself. */
export function createTestEmbedder(model = "one"): TestEmbedder {
  const inner = createHashEmbedder(DIMS);
  const embedded: TestEmbedder["embedded"] = { query: [], passage: [] };
  const embedder: TestEmbedder = {
    spec: embeddingSpec({ provider: "test", model, revision: "", dims: DIMS }),
    noiseFloor: 0.5,
    isSemantic: true,
    degraded: false,
    embedded,
    refuses: undefined,
    embed: async (texts, kind) => {
      const { refuses } = embedder;
      if (refuses !== undefined && texts.some((text) => refuses.test(text))) throw new RangeError("no vector");
      embedded[kind].push(...texts);
      return inner.embed(texts, kind);
    },
  };
  return embedder;
}
