import { createHintMatcher } from "./hint-matcher.ts";
import type { HintMatcher } from "./hint-matcher.ts";
import { SECRET_PATTERNS } from "./patterns/secret-patterns.ts";
import { TRAITS } from "./secret-pattern.ts";
import type { SecretPattern } from "./secret-pattern.ts";

/** What a text may hold, found in one cheap look: the patterns worth trying, and the shapes it has (`TRAITS`). */
export interface Survey {
  /** In the order of `SECRET_PATTERNS`. */
  readonly patterns: readonly SecretPattern[];
  readonly traits: number;
}

const LONG_RUN = 20;
const PAN_DIGITS = 13;
const PHRASE_WORDS = 12;

// What is known of a character: its symbol for the matcher in the lowest byte, its kinds and its trait above.
const RUN = 1 << 8;
const DIGIT = 1 << 9;
const UPPER = 1 << 10;
const LOWER = 1 << 11;
const BLANK = 1 << 12;
/** A digit, or what may stand between the digits of a card number. */
const NUMERIC = 1 << 13;
const TRAIT_SHIFT = 16;
const SPECIAL: Readonly<Record<string, number>> = {
  "\\": TRAITS.backslash,
  "%": TRAITS.percent,
  "\u001b": TRAITS.escape,
  "{": TRAITS.brace,
};
const NON_ASCII = TRAITS.nonAscii << TRAIT_SHIFT;

/** Whether a run of so many letters can be a word of a phrase; longer runs count as 9. */
const IS_WORD = [0, 0, 0, 1, 1, 1, 1, 1, 1, 0];
/** Patterns that have no literal to look for. */
const UNHINTED = SECRET_PATTERNS.flatMap((pattern, index) => (pattern.hints.length === 0 ? [index] : []));
const NOTHING: Survey = { patterns: [], traits: 0 };

interface Tables {
  readonly characters: Uint32Array;
  readonly matcher: HintMatcher;
  /** For each literal the patterns, by index, that ask for it. */
  readonly patternsOf: readonly (readonly number[])[];
}

/** What one pass over a text collects. */
interface Pass {
  traits: number;
  /** Indexes of patterns whose literal was seen. */
  hinted: Set<number> | undefined;
}

let tables: Tables | undefined;

/** Surveys a text: linear, and cheap enough for every stored text. */
export function surveyText(text: string): Survey {
  tables ??= buildTables();
  const { traits, hinted } = passOver(text, tables);
  if (traits === 0 && hinted === undefined) return NOTHING;
  const indexes = [...(hinted ?? []), ...UNHINTED].sort((a, b) => a - b);
  const patterns = indexes.map((index) => SECRET_PATTERNS[index] as SecretPattern);
  return {
    patterns: patterns.filter((pattern) => pattern.traits === undefined || (pattern.traits & traits) !== 0),
    traits,
  };
}

/** One loop for everything: this runs on every text that is stored. */
function passOver(text: string, { characters, matcher, patternsOf }: Tables): Pass {
  const { next, ends } = matcher;
  const pass: Pass = { traits: 0, hinted: undefined };
  let seen = 0;
  let state = 0;
  let run = 0;
  let inRun = 0;
  let inLongRun = 0;
  let digits = 0;
  let letters = 0;
  let words = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const known = code < 128 ? (characters[code] as number) : NON_ASCII;
    seen |= known;

    state = next[(state >>> 1) + (known & 0xff)] as number;
    if ((state & 1) === 1) note(ends.get(state), patternsOf, pass);

    const isRun = (known >> 8) & 1;
    run = (run + 1) * isRun;
    inRun = (inRun | known) * isRun;
    if (run >= LONG_RUN) inLongRun |= inRun;

    digits = (digits + ((known >> 9) & 1)) * ((known >> 13) & 1);
    if (digits >= PAN_DIGITS) pass.traits |= TRAITS.digits;

    const isLower = (known >> 11) & 1;
    words = isLower * words + ((known >> 12) & 1) * (IS_WORD[letters] as number) * (words + 1);
    letters = isLower * Math.min(letters + 1, 9);
    if (words + letters >= PHRASE_WORDS + 2) noteWords(words, pass);
  }
  pass.traits |= seen >> TRAIT_SHIFT;
  if ((inLongRun & DIGIT) !== 0) pass.traits |= TRAITS.longToken;
  if ((inLongRun & UPPER) !== 0) pass.traits |= TRAITS.encodedRun;
  return pass;
}

/** Eleven words have passed and the twelfth has begun. */
function noteWords(words: number, pass: Pass): void {
  if (words >= PHRASE_WORDS - 1) pass.traits |= TRAITS.words;
}

function note(hints: readonly number[] | undefined, patternsOf: readonly (readonly number[])[], pass: Pass): void {
  pass.hinted ??= new Set();
  for (const hint of hints ?? []) for (const pattern of patternsOf[hint] ?? []) pass.hinted.add(pattern);
}

function buildTables(): Tables {
  const users = new Map<string, number[]>();
  SECRET_PATTERNS.forEach((pattern, index) => {
    for (const hint of pattern.hints) users.set(hint, [...(users.get(hint) ?? []), index]);
  });
  const matcher = createHintMatcher([...users.keys()]);
  const characters = Uint32Array.from({ length: 128 }, (_, code) => {
    const character = String.fromCharCode(code);
    return kindsOf(character) | (matcher.symbols[code] ?? 0) | ((SPECIAL[character] ?? 0) << TRAIT_SHIFT);
  });
  return { characters, matcher, patternsOf: [...users.values()] };
}

function kindsOf(character: string): number {
  if (/[0-9]/.test(character)) return RUN | DIGIT | NUMERIC;
  if (/[A-Z]/.test(character)) return RUN | UPPER;
  if (/[a-z]/.test(character)) return RUN | LOWER;
  if (character === "-") return RUN | NUMERIC;
  if (/[+/_]/.test(character)) return RUN;
  return character === " " ? BLANK | NUMERIC : 0;
}
