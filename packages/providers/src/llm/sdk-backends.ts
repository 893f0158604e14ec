import type { GoogleGenerativeAIProvider } from "@ai-sdk/google";
import type { Clock } from "@memorymaster/core";
import { cappedFetch } from "./capped-fetch.ts";
import type { Attempt, Backend } from "./types.ts";

/** The interface that all adapters of the AI SDK have. */
type SdkModel = ReturnType<GoogleGenerativeAIProvider["languageModel"]>;
type SdkCall = Parameters<SdkModel["doGenerate"]>[0];
type SdkOptions = NonNullable<SdkCall["providerOptions"]>;

interface Connection {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
}

/** How a service differs from the others. */
interface Adapter {
  readonly connect: (connection: Connection, model: string) => SdkModel;
  readonly options?: (model: string) => SdkOptions;
}

/** Models that think by themselves are asked to answer at once: what is asked here is small. */
function googleOptions(model: string): SdkOptions {
  if (model.startsWith("gemini-3")) return { google: { thinkingConfig: { thinkingLevel: "minimal" } } };
  if (model.startsWith("gemini-2.5")) return { google: { thinkingConfig: { thinkingBudget: 0 } } };
  return {};
}

/** The libraries, loaded when the first question comes. */
const ADAPTERS = {
  google: async (): Promise<Adapter> => {
    const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
    return { connect: (connection, model) => createGoogleGenerativeAI(connection)(model), options: googleOptions };
  },
  openai: async (): Promise<Adapter> => {
    const { createOpenAI } = await import("@ai-sdk/openai");
    // In its strict form the service refuses schemas with optional fields; answers are checked here anyway.
    const options = (): SdkOptions => ({ openai: { strictJsonSchema: false } });
    return { connect: (connection, model) => createOpenAI(connection).chat(model), options };
  },
  anthropic: async (): Promise<Adapter> => {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return { connect: (connection, model) => createAnthropic(connection)(model) };
  },
  "openai-compatible": async (): Promise<Adapter> => {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const connect: Adapter["connect"] = ({ apiKey, ...connection }, model) => {
      const key = apiKey === "" ? {} : { apiKey };
      return createOpenAICompatible({ name: "openaiCompatible", ...connection, ...key })(model);
    };
    return { connect };
  },
} as const;

export type SdkProvider = keyof typeof ADAPTERS;

/**
 * A service by its adapter of the AI SDK. The adapter is asked directly: the functions of `ai` above it would add
 * repetitions, log lines and errors with the prompt in them.
 *
 * @throws what `import` throws when the library is not installed
 */
export async function openSdkBackend(provider: SdkProvider, baseURL: string, clock: Clock): Promise<Backend> {
  const { connect, options } = await ADAPTERS[provider]();
  return async ({ question, key = "", signal, facts }: Attempt) => {
    const { model, system, text, schema, maxTokens, temperature } = question;
    const sdkModel = connect({ baseURL, apiKey: key, fetch: cappedFetch(facts, clock) }, model);
    const call: SdkCall = {
      prompt: [
        { role: "system", content: system },
        { role: "user", content: [{ type: "text", text }] },
      ],
      maxOutputTokens: maxTokens,
      abortSignal: signal,
      providerOptions: options?.(model) ?? {},
      ...(temperature !== undefined && { temperature }),
      ...(schema !== undefined && { responseFormat: { type: "json", schema } }),
    };
    const { content, finishReason } = await sdkModel.doGenerate(call);
    const parts = content.map((part) => (part.type === "text" ? part.text : ""));
    return { text: parts.join(""), isRefused: finishReason.unified === "content-filter" };
  };
}
