import type { AskFailure, LanguageModel, ModelRequest } from "@memorymaster/core";

/** A value as a provider's answer parses to, or why there is none. */
export type Scripted = object | AskFailure;

export interface ScriptedModel extends LanguageModel {
  /** What it was asked, in order. */
  readonly asked: readonly ModelRequest<unknown>[];
}

/** A model that answers as the script says, call by call, then with its last line again; or as a function does. */
export function scriptedModel(
  script: readonly Scripted[] | ((text: string, call: number) => Scripted | Promise<Scripted>),
): ScriptedModel {
  const asked: ModelRequest<unknown>[] = [];
  const next = async (text: string, call: number): Promise<Scripted> =>
    (typeof script === "function" ? await script(text, call) : (script[call - 1] ?? script.at(-1))) ?? "empty";
  return {
    provider: "scripted",
    model: "small",
    asked,
    ask: async (request) => {
      asked.push(request);
      const given = await next(request.text, asked.length);
      if (typeof given === "string") return { outcome: given, detail: "", provider: "scripted" };
      const read = request.schema.safeParse(given);
      if (!read.success) return { outcome: "invalid", detail: "", provider: "scripted" };
      return { outcome: "ok", value: read.data, provider: "scripted", model: "small" };
    },
  };
}

export interface GivenFact {
  readonly subject: string;
  readonly predicate: string;
  readonly object_value: string;
  readonly confidence?: unknown;
  readonly action?: string;
}

export const fact = (...[subject, predicate, value, more]: readonly [string, string, string, object?]): GivenFact => ({
  subject,
  predicate,
  object_value: value,
  confidence: 0.8,
  action: "confirm",
  ...more,
});

export const facts = (...given: readonly GivenFact[]): { readonly facts: readonly GivenFact[] } => ({ facts: given });

/** Of the form of a provider's key, and no key. */
export const FAKE_KEY: string = ["sk", "ant", "api03", "Zq7RtY3vN8bKx1LmPw5Jc2Hd9Gf4Ts6U"].join("-");
