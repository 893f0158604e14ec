import { LIMITS } from "../claims/limits.ts";
import type { TermGroup } from "../text/analyze.ts";
import { analyze } from "../text/analyze.ts";
import { fold } from "../text/fold.ts";

/** One word of the query. */
export interface QueryGroup extends TermGroup {
  /** How it is named to the caller: as it was typed, without case and accents. */
  readonly label: string;
  /** Written with a capital inside a sentence. */
  readonly isName: boolean;
}

const WORD = /[\p{L}\p{N}]+/gu;
/** A capital after a word of the same sentence. */
const NAME = /(?<=[\p{L}\p{N},;:)]\s+["'“‘«(¿¡]{0,2})\p{Lu}[\p{L}\p{N}]*/gu;
const MIN_STEM_LENGTH = 3;

/** The first 64 different words of a query, in order; stop words are none. */
export function queryGroups(text: string): readonly QueryGroup[] {
  const found = new Map<string, TermGroup>();
  for (const group of analyze(text, "query")) {
    const key = group.terms.join(" ");
    if (!found.has(key)) found.set(key, group);
    if (found.size === LIMITS.queryTerms) break;
  }
  const words = fold(text).match(WORD) ?? [];
  const names = new Set(text.match(NAME)?.map(fold));
  return Array.from(found.values(), (group) => {
    const label = labelOf(group, words);
    return { ...group, label, isName: names.has(label) };
  });
}

/** The longest term, or the word it is the stem of: a stem differs from its word in the last letter and what follows. */
function labelOf({ terms }: TermGroup, words: readonly string[]): string {
  const term = terms.reduce((longest, other) => (other.length > longest.length ? other : longest));
  if (term.length < MIN_STEM_LENGTH || words.includes(term)) return term;
  const beginning = term.slice(0, -1);
  return words.find((word) => word.length >= term.length && word.startsWith(beginning)) ?? term;
}
