import { createBoundedCache, detached } from "./bounded-cache.ts";
import { fold, isAscii } from "./fold.ts";

/**
 * Scripts written without spaces between words, and Hangul, whose words carry particles at their end. Only letters,
 * marks and digits: their punctuation parts sentences as any other does. `ー` and the sound marks belong to kana but
 * are in no single script by the Unicode tables.
 */
const SCRIPTS = [
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc\\u3099\\u309a]",
  "\\p{Script=Thai}",
  "\\p{Script=Lao}",
  "\\p{Script=Khmer}",
  "\\p{Script=Myanmar}",
  "\\p{Script=Hangul}",
];
const RUNS = new RegExp(`(${SCRIPTS.map((script) => `(?:(?=[\\p{L}\\p{M}\\p{N}])${script})+`).join("|")})`, "u");
const FIRST_RUN_UNIT = 0x0e00;
/** Matches every text with a run, and some without (an emoji); far quicker than `RUNS`. */
const MAY_HOLD_RUN = /[\u0e00-\u1fff\u2e00-\uffff]/;
const HANGUL = /^\p{Script=Hangul}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN_ONLY = /^\p{Script=Han}+$/u;
const THAI = /^\p{Script=Thai}/u;

/** Lone surrogates cannot be stored as UTF-8, control characters part words: both separate, as white space does. */
const SPACE = /[\s\p{Cc}\p{Cs}]+/u;
const ASCII_SPACE = /[\s\p{Cc}]+/u;

/** Segmenting takes more than linear time on long runs: words are looked for in windows of this many characters. */
const WINDOW = 256;
const MIN_SEGMENT_LENGTH = 3;

/** A term of a run and the place of its first character in it. */
interface PlacedTerm {
  readonly at: number;
  readonly term: string;
}

/** Longer runs are seldom met again and take memory for each of their places. */
const MAX_CACHED_LENGTH = 24;

const runs = createBoundedCache<readonly PlacedTerm[]>(2_048);
const runsWithWords = createBoundedCache<readonly PlacedTerm[]>(2_048);

/**
 * Cuts normalised text at white space and where a run of Han, kana, Thai, Lao, Khmer, Myanmar or Hangul begins or ends.
 * @returns the pieces in order, none empty.
 */
export function splitChunks(text: string): readonly string[] {
  const chunks = text.split(isAscii(text) ? ASCII_SPACE : SPACE);
  const pieces = MAY_HOLD_RUN.test(text) ? chunks.flatMap((chunk) => chunk.split(RUNS)) : chunks;
  return pieces.filter(Boolean);
}

/** What kind of piece {@link splitChunks} made. */
export function kindOfChunk(chunk: string): "plain" | "run" | "hangul" {
  if (chunk.charCodeAt(0) < FIRST_RUN_UNIT || chunk.search(RUNS) !== 0) return "plain";
  return HANGUL.test(chunk) ? "hangul" : "run";
}

/**
 * One or two characters as they are, longer runs as overlapping pairs; with `words` also each dictionary word of three
 * or more characters, after the pair at the same place. Pairs alone decide whether a query finds a text, since the
 * dictionary differs between versions of ICU.
 */
export function runTerms(run: string, words: boolean): readonly PlacedTerm[] {
  if (run.length > MAX_CACHED_LENGTH) return placedTerms(run, words);
  const cache = words ? runsWithWords : runs;
  const known = cache.get(run);
  if (known !== undefined) return known;
  const key = detached(run);
  const found = placedTerms(key, words);
  cache.set(key, found);
  return found;
}

function placedTerms(run: string, words: boolean): readonly PlacedTerm[] {
  const characters = Array.from(fold(run));
  if (characters.length <= 2) return [{ at: 0, term: characters.join("") }];
  const wordAt = words ? findWords(characters) : undefined;
  return pairsOf(characters).flatMap((pair, at) => {
    const word = wordAt?.get(at);
    return word === undefined
      ? [{ at, term: pair }]
      : [
          { at, term: pair },
          { at, term: word },
        ];
  });
}

/** A Korean word whole and, above two syllables, its pairs, so that it is found without its particle. */
export function hangulTerms(word: string): readonly string[] {
  const folded = fold(word);
  const syllables = Array.from(folded);
  return syllables.length > 2 ? [...new Set([folded, ...pairsOf(syllables)])] : [folded];
}

function pairsOf(characters: readonly string[]): readonly string[] {
  return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}

function findWords(characters: readonly string[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const segmenter = segmenterFor(localeOf(characters));
  for (let start = 0; start < characters.length; start += WINDOW) {
    let at = start;
    for (const { segment } of segmenter.segment(characters.slice(start, start + WINDOW).join(""))) {
      const length = Array.from(segment).length;
      if (length >= MIN_SEGMENT_LENGTH) found.set(at, segment);
      at += length;
    }
  }
  return found;
}

function localeOf(characters: readonly string[]): string {
  const run = characters.join("");
  if (KANA.test(run)) return "ja";
  if (HAN_ONLY.test(run)) return "zh";
  return THAI.test(run) ? "th" : "und";
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterFor(locale: string): Intl.Segmenter {
  const known = segmenters.get(locale);
  if (known !== undefined) return known;
  const made = new Intl.Segmenter(locale, { granularity: "word" });
  segmenters.set(locale, made);
  return made;
}
