import type { ModelRequest } from "@memorymaster/core";

const FENCE = /```[\w-]*\s*\n?([\s\S]*?)```/g;
const MAX_FENCES = 5;
const CLOSING: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

/** From the first bracket to the last one of its kind: what stands inside a list that is cut is not taken for the list. */
function bracketed(answer: string): string[] {
  const from = answer.search(/[[{]/);
  const to = answer.lastIndexOf(CLOSING[answer[from] ?? ""] ?? "\0");
  return to > from ? [answer.slice(from, to + 1)] : [];
}

/** The texts in an answer that may be its JSON, best first. */
function candidates(answer: string): string[] {
  const fenced = [...answer.matchAll(FENCE)].slice(0, MAX_FENCES).map(([, inner = ""]) => inner);
  return [answer, ...fenced, ...bracketed(answer)];
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

/** A value as it stands; one object for a list of one; a list without what is no object. */
function readings(value: unknown): unknown[] {
  if (isObject(value)) return [value, [value]];
  return Array.isArray(value) ? [value, value.filter(isObject)] : [value];
}

function parsed(text: string): unknown[] {
  try {
    return readings(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Everything that the words of a model can be read as, best first. Empty = no JSON in it. */
export function answerReadings(answer: string): readonly unknown[] {
  return candidates(answer.replace(/^\uFEFF/, "")).flatMap(parsed);
}

/**
 * The first reading of an answer that is what was asked for. The answer is data: nothing in it is followed.
 *
 * @returns `undefined` when none is
 */
export async function parseAnswer<Value>(
  answer: string,
  schema: ModelRequest<Value>["schema"],
): Promise<{ readonly value: Value } | undefined> {
  for (const reading of answerReadings(answer)) {
    const checked = await schema.safeParseAsync(reading);
    if (checked.success) return { value: checked.data };
  }
  return undefined;
}
