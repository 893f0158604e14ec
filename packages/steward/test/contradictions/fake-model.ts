import type { AskFailure, LanguageModel, ModelRequest } from "@memorymaster/core";

export interface FakeModel extends LanguageModel {
  /** What it was asked, in order. */
  readonly asked: readonly ModelRequest<unknown>[];
}

/** A model that answers with what `answer` makes of the text: a value, or why there is none. */
export function fakeModel(answer: (text: string, call: number) => object | AskFailure): FakeModel {
  const asked: ModelRequest<unknown>[] = [];
  return {
    provider: "fake",
    model: "judge-1",
    asked,
    ask: async (request) => {
      asked.push(request);
      const given = answer(request.text, asked.length);
      if (typeof given === "string") return { outcome: given, detail: "", provider: "fake" };
      const read = request.schema.safeParse(given);
      if (!read.success) return { outcome: "invalid", detail: "", provider: "fake" };
      return { outcome: "ok", value: read.data, provider: "fake", model: "judge-1" };
    },
  };
}
