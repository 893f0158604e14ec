import type * as z from "zod";

/** What a model is asked for. `text` is data: the instructions say so, and nothing in it is followed. */
export interface ModelRequest<Value> {
  /** Name and version of the prompt, for budgets, events and caches: `contradiction-v1`. */
  readonly purpose: string;
  readonly instructions: string;
  /** Passes the sensitivity filter before it leaves. */
  readonly text: string;
  /** What the answer must be. */
  readonly schema: z.ZodType<Value>;
  /** Of the answer. Default: that of the provider. */
  readonly maxTokens?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly temperature?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Why there is no value. `empty` and `invalid` are answers of a model that say nothing, `refused` is its own no; the rest
 * means that it could not be asked: whoever writes data must tell them apart from "found nothing".
 */
export const ASK_FAILURES = [
  "empty",
  "invalid",
  "refused",
  "no_provider",
  "quota",
  "http_error",
  "timeout",
  "transport_error",
  "budget_exhausted",
] as const;
export type AskFailure = (typeof ASK_FAILURES)[number];

export type ModelAnswer<Value> =
  | { readonly outcome: "ok"; readonly value: Value; readonly provider: string; readonly model: string }
  | {
      readonly outcome: AskFailure;
      /** For people: status, limit, host. Never text of the answer or the prompt. */
      readonly detail: string;
      readonly provider: string | undefined;
    };

/** A model behind budgets, retries, rotation of keys and redaction. Never throws for what a provider does. */
export interface LanguageModel {
  /** Of the first choice; `undefined` = none is configured, so that nobody need ask. */
  readonly provider: string | undefined;
  readonly model: string | undefined;
  ask<Value>(request: ModelRequest<Value>): Promise<ModelAnswer<Value>>;
}
