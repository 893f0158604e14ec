// A model behind OpenAI's embeddings call, by the provider that the product uses for one.
export const MODEL = "universal-sentence-encoder-lite";
const DIMS = 512;
const MAX_TEXTS = 1_000_000;
/** A first run embeds everything; that may take a quarter of a second a paragraph. */
const TIMEOUT_MS = 600_000;

export async function openEmbedder(sources, baseUrl, noiseFloor) {
  const providers = await sources.load("providers/src/index.ts");
  const server = { baseUrl, model: MODEL, dims: DIMS, timeoutMs: TIMEOUT_MS };
  const config = { provider: "openai-compatible", openAiCompatible: server, maxRemoteTexts: MAX_TEXTS };
  const deps = { clock: { nowMs: Date.now }, isSensitive: () => false };
  const { embedder, steps } = await providers.chooseEmbedder(config, deps);
  if (embedder === undefined) throw new TypeError(steps.map(({ detail }) => detail).join("; "));
  return Object.create(embedder, { noiseFloor: { value: noiseFloor } });
}
