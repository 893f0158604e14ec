import type { AskFailure } from "@memorymaster/core";

/** Why nothing further need be asked: nobody is there to answer. */
export const ENDS: ReadonlySet<AskFailure> = new Set<AskFailure>(["no_provider", "budget_exhausted"]);

/** Answers that are of no use for what was asked about; asking again would bring the same. All others are outages. */
export const IS_ANSWER: ReadonlySet<AskFailure> = new Set<AskFailure>(["invalid", "refused"]);

/** The first so many code points. */
export const cut = (text: string, characters: number): string => [...text].slice(0, characters).join("");

/** What a model gave for a field, without blanks around it; `undefined` = nothing. */
export const given = (value: string | number | boolean | null | undefined): string | undefined =>
  String(value ?? "").trim() || undefined;

export const clamped = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
