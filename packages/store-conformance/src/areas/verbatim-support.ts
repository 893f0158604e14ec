import type { NewTurn, Store, Turn, TurnFilter } from "@memorymaster/core";
import { turnTerms } from "@memorymaster/core";
import { cleanTurn } from "@memorymaster/core/testing";
import { idsOf } from "../records.ts";

/** What the text index holds of contents. */
export const indexed = (...contents: readonly string[]): { readonly turns: number; readonly terms: number } => ({
  turns: contents.length,
  terms: contents.flatMap(turnTerms).length,
});

export const LATER = "2026-03-01T00:00:00+00:00";

export const addTurns = (
  store: Store,
  ...turns: readonly Partial<NewTurn>[]
): Promise<readonly (number | undefined)[]> => store.verbatim.insert(turns.map(cleanTurn));

export const said = (store: Store, ...contents: readonly string[]): Promise<readonly (number | undefined)[]> =>
  addTurns(store, ...contents.map((content) => ({ content })));

/** By rank. */
export const findTurns = (
  { verbatim }: Store,
  terms: readonly string[],
  { limit = 50, ...filter }: TurnFilter & { readonly limit?: number } = {},
): Promise<readonly Turn[]> => verbatim.candidates({ terms, filter, limit });

export const findIds = async (...given: Parameters<typeof findTurns>): Promise<readonly number[]> =>
  idsOf(await findTurns(...given));
