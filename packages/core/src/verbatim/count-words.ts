import type { WeightedGroup } from "../recall/select-groups.ts";
import { pieceTerms, textPieces } from "../text/analyze.ts";
import { isAscii } from "../text/fold.ts";

/** What a turn holds of the words of a question. */
export interface WordCounts {
  /** For each word of the question how often the turn has it. */
  readonly frequencies: readonly number[];
  /** Terms of the turn, repeated ones counted. */
  readonly length: number;
}

/** What a piece of text between white space adds to the counts. */
interface PieceCounts {
  readonly terms: number;
  /** Of the words that the piece has, one for each time. */
  readonly places: readonly number[];
}

const SYNTAX = /[\\^$.*+?()[\]{}|/-]/g;

/**
 * Whether a text may hold any of the terms; most turns around a hit hold none, and reading them is what a search takes
 * longest for. A stem differs from its word in its last letter at most, and what analysis takes out of ASCII text lies in
 * it letter by letter, but for apostrophes.
 */
function createSieve(terms: readonly string[]): (content: string) => boolean {
  const beginnings = terms.filter(isAscii).map((term) => term.replaceAll("'", "").slice(0, -1));
  const any = new RegExp(beginnings.map((text) => text.replace(SYNTAX, String.raw`\$&`)).join("|"), "i");
  return (content) => !isAscii(content) || (beginnings.length > 0 && any.test(content.replaceAll("'", "")));
}

/**
 * Counts the words of one question in many turns; `undefined` where there is none. Turns share most of their words, so
 * each different piece of text is looked at once a question.
 */
export function createWordCounter(words: readonly WeightedGroup[]): (content: string) => WordCounts | undefined {
  const placesOf = new Map<string, number[]>();
  for (const [place, { terms }] of words.entries()) {
    for (const term of terms) placesOf.set(term, [...(placesOf.get(term) ?? []), place]);
  }
  const mayHold = createSieve([...placesOf.keys()]);
  // A word of the text counts once for each word of the question that any of its terms stands for.
  const countPiece = (groups: readonly (readonly string[])[]): PieceCounts => ({
    terms: groups.reduce((sum, { length }) => sum + length, 0),
    places: groups.flatMap((terms) => [...new Set(terms.flatMap((term) => placesOf.get(term) ?? []))]),
  });
  const known = new Map<string, PieceCounts>();
  return (content) => {
    if (!mayHold(content)) return undefined;
    const frequencies = words.map(() => 0);
    let [length, found] = [0, 0];
    for (const piece of textPieces(content)) {
      const counts = known.get(piece) ?? countPiece(pieceTerms(piece));
      known.set(piece, counts);
      length += counts.terms;
      found += counts.places.length;
      for (const place of counts.places) frequencies[place] = (frequencies[place] ?? 0) + 1;
    }
    return found === 0 ? undefined : { frequencies, length };
  };
}
