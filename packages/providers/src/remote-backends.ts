import type { EmbeddingKind, EmbeddingSpec } from "@memorymaster/core";
import { ConfigError, embeddingSpec } from "@memorymaster/core";
import type { EmbeddingModel } from "ai";
import type { EmbeddingBackend } from "./create-embedder.ts";
import { embedFailure } from "./embed-failure.ts";
import { DEFAULT_GEMINI_MODEL, modelRow } from "./model-table.ts";

interface ServiceOptions {
  /** Length of the vectors. Default: that of the model's row in `EMBEDDING_MODELS`; 768 for Gemini. */
  readonly dims?: number | undefined;
  /** Longest wait for one batch. Default 1500 for a query, 10000 for passages. */
  readonly timeoutMs?: number | undefined;
}

export interface GeminiOptions extends ServiceOptions {
  readonly apiKey: string;
  /** Default: the address of Google's service. */
  readonly baseUrl?: string | undefined;
  /** Default `gemini-embedding-001`. */
  readonly model?: string | undefined;
}

/** A server that speaks OpenAI's protocol, Ollama for one. */
export interface OpenAiCompatibleOptions extends ServiceOptions {
  /** Up to and with the version, e.g. `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
}

export interface SendingRules {
  /** A text that may not leave the machine. One such text refuses the whole call before anything is sent. */
  readonly isSensitive: (text: string) => boolean;
  /** Texts that may be sent in the life of the embedder. */
  readonly maxTexts: number;
}

/** Gemini takes at most 100 texts a request. */
const BATCH = { maxItems: 100, maxBytes: 200_000 };
const TIMEOUT_MS = { query: 1_500, passage: 10_000 };
const GEMINI_TASKS = { query: "RETRIEVAL_QUERY", passage: "RETRIEVAL_DOCUMENT" };
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** A redirect would take texts and key to another host. */
const fetchWithoutRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: "error" });

/** @throws ConfigError `config.invalid` for an address that is none, or that would give away the key */
function checkAddress(baseUrl: string, apiKey: string | undefined): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isClear = url?.protocol === "http:" && apiKey !== undefined && !LOOPBACK.test(url.hostname);
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === "" && !isClear) return;
  const rule = "the address must be http or https without a user name; a key goes by https or to this machine only";
  throw new ConfigError("config.invalid", rule, { details: { name: "baseUrl" } });
}

/** Gemini by the AI SDK. @throws ConfigError for a bad address; what `import` throws when the SDK is not installed */
export async function geminiBackend(options: GeminiOptions, rules: SendingRules): Promise<EmbeddingBackend> {
  const { apiKey, baseUrl, model = DEFAULT_GEMINI_MODEL, dims = 768 } = options;
  if (baseUrl !== undefined) checkAddress(baseUrl, apiKey);
  const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
  const address = baseUrl === undefined ? {} : { baseURL: baseUrl };
  const google = createGoogleGenerativeAI({ apiKey, ...address, fetch: fetchWithoutRedirects });
  const hints = (kind: EmbeddingKind): Hints => ({
    google: { outputDimensionality: dims, taskType: GEMINI_TASKS[kind] },
  });
  const service = { provider: "gemini", model, dims, client: google.embedding(model), hints };
  return sdkBackend(service, options.timeoutMs, rules);
}

/** Any server of OpenAI's protocol by the AI SDK. @throws as `geminiBackend` */
export async function openAiCompatibleBackend(
  options: OpenAiCompatibleOptions,
  rules: SendingRules,
): Promise<EmbeddingBackend> {
  const { apiKey, baseUrl, model } = options;
  const row = modelRow(model);
  const { dims = row.dims } = options;
  checkAddress(baseUrl, apiKey);
  if (dims < 1) throw new ConfigError("config.missing", `how long the vectors of ${model} are must be set`);
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const key = apiKey === undefined ? {} : { apiKey };
  const name = "openaiCompatible";
  const server = createOpenAICompatible({ name, baseURL: baseUrl, ...key, fetch: fetchWithoutRedirects });
  // Servers are known to refuse the parameter for models that cannot shorten.
  const hints = (): Hints => (row.canShorten === true ? { [name]: { dimensions: dims } } : {});
  const service = { provider: "openai-compatible", model, dims, client: server.embeddingModel(model), hints };
  return sdkBackend(service, options.timeoutMs, rules);
}

type Hints = Record<string, Record<string, string | number>>;

type Service = Pick<EmbeddingSpec, "provider" | "model" | "dims"> & {
  readonly client: EmbeddingModel;
  readonly hints: (kind: EmbeddingKind) => Hints;
};

async function sdkBackend(
  { provider, model, dims, client, hints }: Service,
  timeoutMs: number | undefined,
  { isSensitive, maxTexts }: SendingRules,
): Promise<EmbeddingBackend> {
  const { embedMany } = await import("ai");
  const spec = embeddingSpec({ provider, model, revision: "", dims });
  let sent = 0;
  const admit = (texts: readonly string[]): void => {
    if (texts.some(isSensitive)) throw embedFailure(spec, { reason: "sensitive" });
    if (sent + texts.length > maxTexts) throw embedFailure(spec, { reason: "budget", expected: maxTexts });
    sent += texts.length;
  };
  const run: EmbeddingBackend["run"] = async (texts, kind, abortSignal) => {
    const request = { model: client, values: [...texts], maxRetries: 0, abortSignal, providerOptions: hints(kind) };
    return (await embedMany(request)).embeddings;
  };
  const limits = timeoutMs === undefined ? TIMEOUT_MS : { query: timeoutMs, passage: timeoutMs };
  return { spec, row: modelRow(model), batch: BATCH, timeoutMs: limits, admit, run };
}
