import { cutTerm, fold } from "./fold.ts";
import {
  dropApostrophes,
  hasLetterOrDigit,
  isWord,
  signedSegments,
  splitHumps,
  trimChunk,
  wordRuns,
} from "./identifiers.ts";
import { stemAlternatives } from "./stem.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** Groups of one chunk; the terms of a group are alternatives. */
export type ChunkTerms = readonly (readonly string[])[];

const VERSION_PREFIX = /^v\d/i;

/**
 * The term groups of a piece of text between white space: a word by its stems and camel-case parts, a compound whole,
 * by its parts that are compounds, and by its words. No term stands twice.
 */
export function readTerms(chunk: string): ChunkTerms {
  const body = dropApostrophes(trimChunk(chunk).body);
  if (!hasLetterOrDigit(body)) return [];
  return withoutRepeats(isWord(body) ? wordGroups(body) : compoundGroups(body));
}

function wordGroups(word: string): ChunkTerms {
  const parts = splitHumps(word);
  return parts.length === 0 ? [wordGroup(word)] : [wordGroup(word), ...parts.map(wordGroup)];
}

function wordGroup(word: string): readonly string[] {
  const folded = fold(word);
  return STOP_WORDS.has(folded) ? [] : stemAlternatives(cutTerm(folded));
}

function compoundGroups(compound: string): ChunkTerms {
  const wholes = VERSION_PREFIX.test(compound) ? [compound, compound.slice(1)] : [compound];
  return [
    ...[...wholes, ...signedSegments(compound)].map((part) => [cutTerm(fold(part))]),
    ...wordRuns(compound).flatMap(wordGroups),
  ];
}

function withoutRepeats(groups: ChunkTerms): ChunkTerms {
  if (groups.length < 2) return groups[0]?.length === 0 ? [] : groups;
  const seen = new Set<string>();
  const isNew = (term: string): boolean => {
    if (seen.has(term)) return false;
    seen.add(term);
    return true;
  };
  return groups.map((terms) => terms.filter(isNew)).filter((terms) => terms.length > 0);
}
