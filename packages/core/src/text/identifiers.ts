const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const SEPARATORS = /[/\\:=,@?&|;()[\]{}<>"']/;
const RUN = /[\p{L}\p{N}][\p{L}\p{N}\p{Mn}\p{Mc}]*/gu;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const WORD = /^[\p{L}\p{N}\p{Mn}\p{Mc}]+$/u;
const ASCII_WORD = /^[A-Za-z0-9]+$/;

const KEPT_IN_FRONT: ReadonlySet<number> = codesOf("-./#@$_~");
const KEPT_AT_END: ReadonlySet<number> = codesOf("+#_");

/** A piece of text between white space, and what was taken off its ends. */
export interface TrimmedChunk {
  /** Empty when the chunk holds no letter and no digit. */
  readonly body: string;
  readonly before: string;
  readonly after: string;
}

/** Nothing but letters and digits, of any script. */
export function isWord(chunk: string): boolean {
  return ASCII_WORD.test(chunk) || WORD.test(chunk);
}

/** Without the punctuation around it; signs that belong to identifiers stay (`.env`, `--force`, `C++`, `#12`). */
export function trimChunk(chunk: string): TrimmedChunk {
  if (ASCII_WORD.test(chunk)) return { body: chunk, before: "", after: "" };
  if (!hasLetterOrDigit(chunk)) return { body: "", before: chunk, after: "" };
  const start = skipFront(chunk);
  const end = skipEnd(chunk, start);
  return { body: chunk.slice(start, end), before: chunk.slice(0, start), after: chunk.slice(end) };
}

export function hasLetterOrDigit(text: string): boolean {
  return LETTER_OR_DIGIT.test(text);
}

/** Without a final `'s` and without apostrophes between letters: `user's` → `user`, `don't` → `dont`. */
export function dropApostrophes(body: string): string {
  if (!body.includes("'")) return body;
  return body.replace(/'s$/i, "").replace(/(?<=[\p{L}\p{Mn}\p{Mc}])'(?=\p{L})/gu, "");
}

/** Whether a word changes case inside, as `getUserById`, `HTTPServer` and `iPhone` do. */
export function hasHumps(word: string): boolean {
  return HUMP.test(word);
}

/** The parts of a camel-case word; none when it has no humps or one of its parts is a single letter (`iPhone`). */
export function splitHumps(word: string): readonly string[] {
  if (!HUMP.test(word)) return [];
  const parts = word.split(HUMP);
  return parts.some((part) => cannotStandAlone(part)) ? [] : parts;
}

/**
 * The parts of a compound that are compounds themselves: `src/app.ts` → `app.ts`, `ana@example.com` → `example.com`.
 */
export function signedSegments(compound: string): readonly string[] {
  return compound
    .split(SEPARATORS)
    .map((segment) => trimChunk(segment).body)
    .filter((segment) => segment !== "" && !isWord(segment));
}

/** Every run of two or more letters and digits. */
export function wordRuns(compound: string): readonly string[] {
  return (compound.match(RUN) ?? []).filter((run) => !cannotStandAlone(run));
}

/** Fewer than two characters; only the start is looked at, a part may be a whole document. */
function cannotStandAlone(part: string): boolean {
  return Array.from(part.slice(0, 3)).length < 2;
}

function skipFront(chunk: string): number {
  let at = 0;
  while (at < chunk.length) {
    const code = chunk.codePointAt(at) ?? 0;
    if (KEPT_IN_FRONT.has(code) || isWordCode(code)) break;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

function skipEnd(chunk: string, start: number): number {
  let end = chunk.length;
  while (end > start) {
    const width = isLowSurrogate(chunk.charCodeAt(end - 1)) ? 2 : 1;
    const code = chunk.codePointAt(end - width) ?? 0;
    if (KEPT_AT_END.has(code) || isWordCode(code)) break;
    end -= width;
  }
  return end;
}

function isWordCode(code: number): boolean {
  return WORD.test(String.fromCodePoint(code));
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function codesOf(signs: string): ReadonlySet<number> {
  return new Set(Array.from(signs, (sign) => sign.charCodeAt(0)));
}
