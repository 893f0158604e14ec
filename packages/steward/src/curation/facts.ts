import { isSensitiveClaim, LIMITS } from "@memorymaster/core";
import { foldedValue } from "@memorymaster/core/jobs";
import * as z from "zod";
import { clamped, given } from "./asking.ts";

const WORDS = z.string().nullish();

interface FactAnswer {
  readonly subject?: string | null | undefined;
  readonly predicate?: string | null | undefined;
  readonly object_value?: string | number | boolean | null | undefined;
  readonly confidence?: number | string | null | undefined;
  readonly action?: string | null | undefined;
}

interface Answer {
  readonly facts: readonly FactAnswer[];
}

export const FACTS_ANSWER: z.ZodType<Answer> = z.object({
  facts: z.array(
    z.object({
      subject: WORDS,
      predicate: WORDS,
      object_value: z.union([z.string(), z.number(), z.boolean()]).nullish(),
      confidence: z.union([z.number(), z.string()]).nullish(),
      action: WORDS,
    }),
  ),
});

const MAX_FACTS = 5;
/** However sure a model is. */
const MAX_CONFIDENCE = 0.9;
const UNSAID_CONFIDENCE = 0.7;

/** What a note states, with all three parts. */
export interface Fact {
  readonly subject: string;
  readonly predicate: string;
  readonly objectValue: string;
  /** 0..0.9. */
  readonly confidence: number;
}

export interface FactReading {
  /** `useless` = nothing worth keeping; `unusable` = facts of which none is whole. */
  readonly kind: "facts" | "useless" | "unusable";
  /** Without secrets, each once. */
  readonly facts: readonly Fact[];
  /** Facts that hold a secret. */
  readonly filtered: number;
}

/** A fact in words. */
export const factText = ({ subject, predicate, objectValue }: Fact): string =>
  [subject, predicate.replaceAll("_", " "), objectValue].join(" ");

function wholeFact(one: Answer["facts"][number]): Fact | undefined {
  const [subject, predicate, objectValue] = [given(one.subject), given(one.predicate), given(one.object_value)];
  if (subject === undefined || predicate === undefined || objectValue === undefined) return undefined;
  if ([subject, predicate, objectValue].some((part) => [...part].length > LIMITS.tuplePart)) return undefined;
  const confidence =
    typeof one.confidence === "number" ? clamped(one.confidence, 0, MAX_CONFIDENCE) : UNSAID_CONFIDENCE;
  return { subject, predicate, objectValue, confidence };
}

/** What an answer says of a note. Its fields beside those asked for count for nothing. */
export function readFacts({ facts }: Answer): FactReading {
  const useful = facts.slice(0, MAX_FACTS).filter(({ action }) => given(action)?.toLowerCase() !== "archive");
  if (useful.length === 0) return { kind: "useless", facts: [], filtered: 0 };
  const whole = new Map(
    useful.flatMap((one) => {
      const fact = wholeFact(one);
      return fact === undefined ? [] : [[foldedValue(factText(fact)), fact] as const];
    }),
  );
  const clean = [...whole.values()].filter((fact) => !isSensitiveClaim({ ...fact, text: factText(fact) }));
  return { kind: whole.size === 0 ? "unusable" : "facts", facts: clean, filtered: whole.size - clean.length };
}
