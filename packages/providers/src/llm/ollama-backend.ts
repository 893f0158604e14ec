import type { Clock } from "@memorymaster/core";
import { cappedFetch } from "./capped-fetch.ts";
import type { Attempt, Backend } from "./types.ts";

/** Tokens of prompt and answer together. */
const CONTEXT_TOKENS = 8_192;

/** Ollama by its own protocol, which takes a schema and the size of the context; the one of OpenAI takes no size. */
export function ollamaBackend(baseUrl: string, clock: Clock): Backend {
  return async ({ question, signal, facts }: Attempt) => {
    const { model, system, text, schema, maxTokens, temperature } = question;
    const response = await cappedFetch(facts, clock)(`${baseUrl.replace(/\/+$/, "")}/api/generate`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        model,
        system,
        prompt: text,
        stream: false,
        ...(schema !== undefined && { format: schema }),
        options: { temperature, num_predict: maxTokens, num_ctx: CONTEXT_TOKENS },
      }),
      signal,
    });
    const answer = (await response.json()) as { readonly response?: unknown };
    if (!response.ok) throw new TypeError("no answer");
    return { text: typeof answer.response === "string" ? answer.response : "", isRefused: false };
  };
}
