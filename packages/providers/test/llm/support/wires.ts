import type { Connections, LanguageProvider } from "../../../src/index.ts";
import type { ReceivedRequest } from "../../support/embedding-server.ts";

export const KEY = "sk-a-key-of-a-test-0001";

/** What a service was asked, out of its own format. */
export interface Asked {
  readonly system: string;
  readonly text: string;
  readonly model: string;
  readonly maxTokens: number;
  readonly temperature: number | undefined;
  readonly schema: unknown;
  readonly key: string | undefined;
}

/** The format of one service. */
export interface Wire {
  readonly provider: LanguageProvider;
  readonly connection: (origin: string, keys?: readonly string[]) => Connections;
  readonly said: (text: string) => object;
  /** Absent = the service has no way to say so. */
  readonly refused?: object;
  readonly failed: (code: number, message: string) => object;
  readonly asked: (request: ReceivedRequest) => Asked;
}

const keysOf = (keys: readonly string[]) => keys.map((key, index) => ({ label: `key${index + 1}`, key }));
type Json = Readonly<Record<string, never>>;
const bodyOf = (request: ReceivedRequest): Json => JSON.parse(request.body) as Json;
const header = (request: ReceivedRequest, name: string): string | undefined =>
  request.headers[name] as string | undefined;
const bearer = (request: ReceivedRequest): string | undefined =>
  header(request, "authorization")?.replace("Bearer ", "");

const google: Wire = {
  provider: "google",
  connection: (origin, keys = [KEY]) => ({ google: { apiKeys: keysOf(keys), baseUrl: `${origin}/v1beta` } }),
  said: (text) => ({
    candidates: [
      {
        content: { role: "model", parts: [{ text: "I think so.", thought: true }, { text }] },
        finishReason: "STOP",
        index: 0,
      },
    ],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: "any",
  }),
  refused: { promptFeedback: { blockReason: "SAFETY" }, usageMetadata: { promptTokenCount: 1, totalTokenCount: 1 } },
  failed: (code, message) => ({ error: { code, message, status: "FAILED" } }),
  asked: (request) => {
    const body = bodyOf(request) as unknown as {
      systemInstruction: { parts: { text: string }[] };
      contents: { parts: { text: string }[] }[];
      generationConfig: { maxOutputTokens: number; temperature: number; responseSchema?: unknown };
    };
    return {
      system: body.systemInstruction.parts[0]?.text ?? "",
      text: body.contents[0]?.parts[0]?.text ?? "",
      model: /models\/([^:]+):generateContent$/.exec(request.url)?.[1] ?? "",
      maxTokens: body.generationConfig.maxOutputTokens,
      temperature: body.generationConfig.temperature,
      schema: body.generationConfig.responseSchema,
      key: header(request, "x-goog-api-key"),
    };
  },
};

interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly max_tokens: number;
  readonly temperature?: number;
  readonly response_format?: { readonly json_schema: { readonly schema: unknown } };
}

const completion = (message: object): object => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "any",
  choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: "stop", logprobs: null }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

const openai: Wire = {
  provider: "openai",
  connection: (origin, keys = [KEY]) => ({ openai: { apiKeys: keysOf(keys), baseUrl: `${origin}/v1` } }),
  said: (content) => completion({ content, refusal: null }),
  refused: completion({ content: null, refusal: "I cannot help with that." }),
  failed: (code, message) => ({ error: { message, type: "failed", param: null, code: String(code) } }),
  asked: (request) => {
    const body = bodyOf(request) as unknown as ChatBody;
    return {
      system: body.messages.find(({ role }) => role === "system")?.content ?? "",
      text: body.messages.find(({ role }) => role === "user")?.content ?? "",
      model: body.model,
      maxTokens: body.max_tokens,
      temperature: body.temperature,
      schema: body.response_format?.json_schema.schema,
      key: bearer(request),
    };
  },
};

const compatible: Wire = {
  ...openai,
  provider: "openai-compatible",
  connection: (origin, keys = [KEY]) => ({
    "openai-compatible": { apiKeys: keysOf(keys), baseUrl: `${origin}/v1`, model: "local-model" },
  }),
};

const message = (content: readonly object[], stop: string): object => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "any",
  content,
  stop_reason: stop,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});

const anthropic: Wire = {
  provider: "anthropic",
  connection: (origin, keys = [KEY]) => ({ anthropic: { apiKeys: keysOf(keys), baseUrl: `${origin}/v1` } }),
  said: (text) => message(text === "" ? [] : [{ type: "text", text }], "end_turn"),
  refused: message([], "refusal"),
  failed: (code, text) => ({ type: "error", error: { type: `failed_${code}`, message: text } }),
  asked: (request) => {
    const body = bodyOf(request) as unknown as {
      model: string;
      system: { text: string }[];
      messages: { content: { text: string }[] }[];
      max_tokens: number;
      temperature?: number;
    };
    return {
      system: body.system[0]?.text ?? "",
      text: body.messages[0]?.content[0]?.text ?? "",
      model: body.model,
      maxTokens: body.max_tokens,
      temperature: body.temperature,
      schema: undefined,
      key: header(request, "x-api-key"),
    };
  },
};

const ollama: Wire = {
  provider: "ollama",
  connection: (origin, keys = []) => ({ ollama: { baseUrl: origin, apiKeys: keysOf(keys) } }),
  said: (response) => ({ model: "any", created_at: "2026-01-02T03:04:05Z", response, done: true, done_reason: "stop" }),
  failed: (_code, error) => ({ error }),
  asked: (request) => {
    const body = bodyOf(request) as unknown as {
      model: string;
      system: string;
      prompt: string;
      format?: unknown;
      options: { temperature: number; num_predict: number };
    };
    return {
      system: body.system,
      text: body.prompt,
      model: body.model,
      maxTokens: body.options.num_predict,
      temperature: body.options.temperature,
      schema: body.format,
      key: undefined,
    };
  },
};

export const WIRES: readonly Wire[] = [google, openai, anthropic, ollama, compatible];
export const OPENAI: Wire = openai;
export const GOOGLE: Wire = google;
