import { isPlaceholder } from "./is-placeholder.ts";
import { wholeValueEnd } from "./read-assigned-value.ts";
import type { PatternHit, SecretPattern } from "./secret-pattern.ts";

/**
 * A secret in a text. Spans that meet have been joined; `findings` names all kinds that hit there, the main one first.
 */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly findings: readonly string[];
}

interface RankedHit {
  readonly start: number;
  readonly end: number;
  readonly finding: string;
  readonly rank: number;
}

/** Long texts are searched in pieces of this many UTF-16 code units, so that no pattern sees more at once. */
const WINDOW = 256 * 1024;
const OVERLAP = 4 * 1024;

/**
 * Where the given patterns hit, in order of position.
 *
 * @param patterns in order of rank: where several hit, the first names the span
 */
export function findSecrets(text: string, patterns: readonly SecretPattern[]): readonly SecretSpan[] {
  const hits: RankedHit[] = [];
  patterns.forEach((pattern, rank) => {
    if (pattern.spansWindows === true || text.length <= WINDOW) collect(pattern, { text, rank, offset: 0, hits });
    else forEachWindow(text, (piece, offset) => collect(pattern, { text: piece, rank, offset, hits }));
  });
  return joined(grownToTokenEnd(text, hits));
}

function forEachWindow(text: string, visit: (piece: string, offset: number) => void): void {
  for (let offset = 0; offset < text.length; offset += WINDOW - OVERLAP) {
    visit(text.slice(offset, offset + WINDOW), offset);
    if (offset + WINDOW >= text.length) return;
  }
}

interface Search {
  readonly text: string;
  readonly rank: number;
  readonly offset: number;
  readonly hits: RankedHit[];
}

function collect(pattern: SecretPattern, { text, rank, offset, hits }: Search): void {
  const { regex } = pattern;
  regex.lastIndex = 0;
  for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
    const hit = pattern.readValue === undefined ? hitOf(pattern, match) : hitAfter(pattern, match);
    const finding = hit === undefined ? undefined : judged(pattern, hit);
    if (hit === undefined || finding === undefined) continue;
    const end = pattern.readValue === undefined ? hit.end : wholeValueEnd(text, hit);
    hits.push({ start: hit.start + offset, end: end + offset, finding, rank });
    regex.lastIndex = Math.max(end, match.index + 1);
  }
}

function hitOf({ group = 0 }: SecretPattern, match: RegExpExecArray): PatternHit {
  const [start, end] = match.indices?.[group] ?? [match.index, match.index + match[0].length];
  return { text: match.input, match, start, end, value: match.input.slice(start, end), quoted: false };
}

function hitAfter({ readValue }: SecretPattern, match: RegExpExecArray): PatternHit | undefined {
  const following = readValue?.(match.input, match.index + match[0].length);
  return (
    following && { text: match.input, match, ...following, value: match.input.slice(following.start, following.end) }
  );
}

function judged({ finding, judge }: SecretPattern, hit: PatternHit): string | undefined {
  if (judge !== undefined) return judge(hit);
  return isPlaceholder(hit.value) ? undefined : finding;
}

/** A hit that stops where a window was cut goes on to the end of its token. */
function grownToTokenEnd(text: string, hits: readonly RankedHit[]): readonly RankedHit[] {
  if (text.length <= WINDOW) return hits;
  const isCut = (end: number): boolean => (end - WINDOW) % (WINDOW - OVERLAP) === 0;
  return hits.map((hit) => (isCut(hit.end) ? { ...hit, end: tokenEnd(text, hit.end) } : hit));
}

function tokenEnd(text: string, from: number): number {
  const blank = /[\s"'`<>]/g;
  blank.lastIndex = from;
  return blank.exec(text)?.index ?? text.length;
}

function joined(hits: readonly RankedHit[]): readonly SecretSpan[] {
  const sorted = [...hits].sort((a, b) => a.start - b.start || b.end - a.end || a.rank - b.rank);
  const groups: RankedHit[][] = [];
  let reach = -1;
  for (const hit of sorted) {
    if (hit.start < reach) groups.at(-1)?.push(hit);
    else groups.push([hit]);
    reach = Math.max(hit.end, hit.start < reach ? reach : hit.end);
  }
  return groups.map(spanOf);
}

/** @param group hits that overlap, by start */
function spanOf(group: readonly RankedHit[]): SecretSpan {
  const ranked = [...group].sort((a, b) => a.rank - b.rank);
  return {
    start: group[0]?.start ?? 0,
    end: group.reduce((end, hit) => Math.max(end, hit.end), 0),
    findings: [...new Set(ranked.map((hit) => hit.finding))],
  };
}
