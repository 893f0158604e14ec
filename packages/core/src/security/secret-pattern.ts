/**
 * Shapes of text that call for a pattern which has no literal to look for, and for the decoders; bits of one number.
 */
export const TRAITS = {
  /** 20 or more of `A-Za-z0-9+/_-` in a row, a digit among them. */
  longToken: 1,
  /** The same with a capital letter among them: may be base64. */
  encodedRun: 2,
  /** 13 or more digits with nothing but blanks and dashes between. */
  digits: 4,
  /** 12 lower-case words of 3 to 8 letters, single blanks between. */
  words: 8,
  nonAscii: 16,
  backslash: 32,
  percent: 64,
  escape: 128,
  brace: 256,
} as const;

/** A value that stands after a match. */
export interface FollowingValue {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

/** A place where a pattern matched. `start` and `end` bound the value, which is what gets replaced. */
export interface PatternHit {
  readonly text: string;
  readonly match: RegExpExecArray;
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** Of a value that follows its name: it stands in quotes. */
  readonly quoted: boolean;
}

/** One kind of secret, as data. */
export interface SecretPattern {
  /** What a hit is called: `[a-z0-9_]{1,64}`. */
  readonly finding: string;
  /** Lower-case literals; the pattern is tried only where one of them occurs. Empty: wherever `traits` allow. */
  readonly hints: readonly string[];
  /** `TRAITS`; the pattern is tried only where the text has one of them. */
  readonly traits?: number;
  /** Global, and linear in the length of the text. With `group` it has the flag `d`. */
  readonly regex: RegExp;
  /** The group that holds the value; 0, the whole match, unless given. */
  readonly group?: number;
  /** Finds the value, which is then not part of the match, from where the match ends. */
  readonly readValue?: (text: string, at: number) => FollowingValue | undefined;
  /** Looks past what can be cut into windows: the whole text is searched at once. */
  readonly spansWindows?: boolean;
  /** The finding of a hit, or undefined for a look-alike. Any value that is no placeholder counts unless given. */
  readonly judge?: (hit: PatternHit) => string | undefined;
}
