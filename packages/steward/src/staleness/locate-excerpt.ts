import { checkedText, comparableLines, excerptHash } from "@memorymaster/core";
import type { CitationCheck } from "@memorymaster/core";

/** What a citation says of the text that it stands on. */
export type Wanted = Pick<CitationCheck, "lineStart" | "lineEnd" | "excerptHash"> & {
  readonly excerpt?: string | undefined;
};

/** `unknown` = the text cannot be looked for: all there is of it is a hash or a redacted excerpt, or it is too much. */
export type Location =
  | { readonly is: "there" | "absent" | "unknown" }
  | { readonly is: "elsewhere"; readonly lineStart: number; readonly lineEnd: number };

/** Characters that one search may compare: about a second of hashing. */
const MAX_COMPARED = 256 * 1024 * 1024;
const REDACTED = "[REDACTED";

const singleSpaced = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Whether there is a text to look for at all. */
export function hasWords({ excerpt, excerptHash: hash }: Wanted): boolean {
  return hash !== undefined || (excerpt !== undefined && excerpt.trim() !== "");
}

/** The excerpt in the form that is compared, if it is the text that was hashed. */
function wholeText({ excerpt, excerptHash: hash }: Wanted): string | undefined {
  const text = checkedText(comparableLines(excerpt ?? ""));
  if (text === "" || text.includes(REDACTED)) return undefined;
  return hash === undefined || hash === excerptHash(text) ? text : undefined;
}

type Matches = (lines: readonly string[]) => boolean;

/** How a run of lines is told to be the cited one: by the hash, or, as at ingest, by the words in it. */
function matcherOf(wanted: Wanted): Matches | undefined {
  const { excerpt = "", excerptHash: hash } = wanted;
  const whole = wholeText(wanted);
  if (hash !== undefined) {
    return whole === undefined
      ? (lines) => excerptHash(checkedText(lines)) === hash
      : (lines) => checkedText(lines) === whole;
  }
  const words = singleSpaced(excerpt);
  return words.includes(REDACTED) ? undefined : (lines) => singleSpaced(lines.join("\n")).includes(words);
}

/** First lines, 0-based, the nearest to the cited one first. */
function* nearestFirst(cited: number, count: number): Generator<number> {
  for (let away = 1; away <= Math.max(cited, count - 1 - cited); away += 1) {
    if (cited + away < count) yield cited + away;
    if (cited - away >= 0 && cited - away < count) yield cited - away;
  }
}

function locateLines(lines: readonly string[], wanted: Wanted, size: number): Location {
  const matches = matcherOf(wanted);
  if (matches === undefined) return { is: "unknown" };
  const cited = (wanted.lineStart ?? 1) - 1;
  const runAt = (first: number): readonly string[] => lines.slice(first, first + size);
  if (matches(runAt(cited))) return { is: "there" };
  if (size * lines.reduce((sum, line) => sum + line.length, 0) > MAX_COMPARED) return { is: "unknown" };
  for (const first of nearestFirst(cited, lines.length)) {
    if (!matches(runAt(first))) continue;
    return { is: "elsewhere", lineStart: first + 1, lineEnd: Math.min(first + size, lines.length) };
  }
  return { is: "absent" };
}

/**
 * Where the cited text stands in a file: at the cited lines, elsewhere (several: the nearest), or nowhere. Without
 * lines, anywhere is where it belongs.
 *
 * @param lines of the file, as `comparableLines` gives them
 */
export function locateExcerpt(lines: readonly string[], wanted: Wanted): Location {
  const { lineStart, lineEnd = lineStart } = wanted;
  if (lineStart !== undefined && lineEnd !== undefined) return locateLines(lines, wanted, lineEnd - lineStart + 1);
  const text = wholeText(wanted);
  if (text === undefined) return { is: "unknown" };
  return { is: lines.join("\n").includes(text) ? "there" : "absent" };
}
