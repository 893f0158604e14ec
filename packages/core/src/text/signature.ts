import { sha256Hex } from "../claims/identity.ts";
import { fold, normalizeText } from "./fold.ts";
import { chunkReading } from "./known-chunks.ts";
import { type ChunkReading, linesOf, readRun } from "./read-chunk.ts";
import { hangulTerms, runTerms, splitChunks } from "./segment.ts";
import { type TextChunk, textChunks } from "./text-chunks.ts";

/**
 * What two texts are compared by to tell the same statement, and the same statement with another value. All words are
 * folded; terms are the first alternative of the analyzer's groups, never dictionary words.
 */
export interface TextSignature {
  /** 16 hex digits over terms, values and names in the order of the text; equal = the same statement. */
  readonly nearHash: string;
  /**
   * 16 hex digits over `rest` and `names`. Two texts with the same one whose `values` differ, and that have two or more
   * terms in `rest`, say the same thing with another value.
   */
  readonly twinHash: string;
  /** Numbers, dates, times, versions, addresses (anything with a digit), months, weekdays, negations; in order. */
  readonly values: readonly string[];
  /** Identifiers, all-caps words, capitalised words within a sentence, several in a row as one; sorted, each once. */
  readonly names: readonly string[];
  /** Terms that belong to no value, those of names included; sorted, each once. */
  readonly rest: readonly string[];
}

const SHOWN_VALUES = 8;
/** Up to so many texts are sorted by insertion, in half the time that a set and a sort take. */
const FEW = 48;

/** A text as read so far. */
interface Draft {
  /** Of values, names and terms in the order of the text. */
  lines: string;
  readonly values: string[];
  readonly names: string[];
  readonly terms: string[];
  /** Capitalised words in a row, not yet known to be complete. */
  capitals: string;
  startsSentence: boolean;
}

/**
 * Reads from a text what decides whether another one says the same. A number with its unit or comparison, a negation
 * and the words of analysis stand in one order, so that "with A, without B" and "without A, with B" differ.
 */
export function textSignature(text: string): TextSignature {
  const draft = readText(text);
  const names = sortedOnce(draft.names);
  const rest = sortedOnce(draft.terms);
  return {
    nearHash: hashLines(draft.lines === "" ? wholeText(text) : draft.lines),
    twinHash: hashLines(linesOf("term", rest) + linesOf("name", names)),
    values: draft.values,
    names,
    rest,
  };
}

/** |A ∩ B| / |A ∪ B| (Jaccard) of two sets of terms, 0..1; 0 when both are empty. */
export function restOverlap(a: Iterable<string>, b: Iterable<string>): number {
  const left = new Set(a);
  const right = new Set(b);
  const shared = [...left].filter((term) => right.has(term)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** The values that differ, `15 → 16`; `(none)` where one side has nothing in their place. */
export function describeValueChange(a: TextSignature, b: TextSignature): string {
  const before = valuesMissingIn(a.values, b.values);
  const after = valuesMissingIn(b.values, a.values);
  const reordered = before.length === 0 && after.length === 0;
  return reordered ? `${shown(a.values)} → ${shown(b.values)}` : `${shown(before)} → ${shown(after)}`;
}

/** Texts of which analysis leaves nothing ("it is what it is", an emoji) are the same only when they read the same. */
function wholeText(text: string): string {
  return `\ntext ${splitChunks(fold(normalizeText(text))).join(" ")}`;
}

function valuesMissingIn(values: readonly string[], other: readonly string[]): readonly string[] {
  const left = [...other];
  return values.filter((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function shown(values: readonly string[]): string {
  if (values.length === 0) return "(none)";
  return values.length <= SHOWN_VALUES ? values.join(" ") : `${values.slice(0, SHOWN_VALUES).join(" ")} …`;
}

function readText(text: string): Draft {
  const draft: Draft = { lines: "", values: [], names: [], terms: [], capitals: "", startsSentence: true };
  for (const chunk of textChunks(text)) addReading(draft, readingOf(chunk));
  endName(draft);
  return draft;
}

function readingOf(chunk: TextChunk): ChunkReading {
  if (chunk.kind === "plain") return chunkReading(chunk.known);
  return readRun(
    chunk.kind === "run" ? runTerms(chunk.chunk, false).map(({ term }) => term) : hangulTerms(chunk.chunk),
  );
}

function addReading(draft: Draft, reading: ChunkReading): void {
  if (reading.leading.length > 0) {
    addAll(draft.values, reading.leading);
    draft.lines += linesOf("value", reading.leading);
  }
  if (isName(reading, draft.startsSentence)) {
    draft.capitals = draft.capitals === "" ? reading.capitalised : `${draft.capitals} ${reading.capitalised}`;
  } else endName(draft);
  if (reading.identifier !== "") draft.names.push(reading.identifier);
  addAll(draft.terms, reading.terms);
  addAll(draft.values, reading.values);
  draft.lines += reading.lines;
  if (reading.endsClause) endName(draft);
  draft.startsSentence = reading.endsSentence;
}

function isName(reading: ChunkReading, startsSentence: boolean): boolean {
  return reading.capitalised !== "" && (reading.nameAnywhere || !startsSentence);
}

function endName(draft: Draft): void {
  if (draft.capitals === "") return;
  draft.names.push(draft.capitals);
  draft.lines += `\nname ${draft.capitals}`;
  draft.capitals = "";
}

function addAll(list: string[], more: readonly string[]): void {
  for (const text of more) list.push(text);
}

function sortedOnce(texts: readonly string[]): readonly string[] {
  if (texts.length > FEW) return [...new Set(texts)].sort();
  const sorted: string[] = [];
  for (const text of texts) insertOnce(sorted, text);
  return sorted;
}

function insertOnce(sorted: string[], text: string): void {
  const place = placeIn(sorted, text);
  if (sorted[place] === text) return;
  sorted.push(text);
  for (let at = sorted.length - 1; at > place; at -= 1) sorted[at] = sorted[at - 1] ?? "";
  sorted[place] = text;
}

/** The first place whose text is not smaller. */
function placeIn(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? "") < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param lines without the break in front of the first. */
function hashLines(lines: string): string {
  return sha256Hex(lines.slice(1)).slice(0, 16);
}
