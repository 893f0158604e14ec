import { cutTerm, normalizeText } from "./fold.ts";
import { knownChunk } from "./known-chunks.ts";
import type { ChunkTerms } from "./read-terms.ts";
import { hangulTerms, kindOfChunk, runTerms, splitChunks } from "./segment.ts";
import { type TextChunk, textChunks } from "./text-chunks.ts";

/** Terms that stand for one word of the text: any of them matches it. */
export interface TermGroup {
  /** Place in the text from 0; groups of one word or identifier share it. */
  readonly position: number;
  /** Never empty; each 1..64 code points without white space, in canonical form (NFC). */
  readonly terms: readonly string[];
}

export type AnalysisPurpose = "index" | "query";

/** Changes with every change of the terms: a store built with another version must be indexed anew. */
export const ANALYZER_VERSION = 1;

/**
 * The terms of a text in order, the same for every store. Every piece between white space takes the next position,
 * also when it yields nothing; a run of a script without spaces takes one position for each of its terms' places.
 * Texts of such scripts get dictionary words when they are indexed and none when they are asked for; all else is the
 * same for both.
 */
export function analyze(text: string, purpose: AnalysisPurpose): TermGroup[] {
  const groups: TermGroup[] = [];
  let position = 0;
  for (const chunk of textChunks(text)) {
    if (chunk.kind === "run") {
      const placed = runTerms(chunk.chunk, purpose === "index");
      for (const { at, term } of placed) groups.push({ position: position + at, terms: [cutTerm(term)] });
      position += placed.at(-1)?.at ?? 0;
    } else {
      for (const terms of termsOf(chunk)) groups.push({ position, terms });
    }
    position += 1;
  }
  return groups;
}

function termsOf(chunk: TextChunk): ChunkTerms {
  return chunk.kind === "plain" ? chunk.known.terms : hangulTerms(chunk.chunk).map((term) => [cutTerm(term)]);
}

/** The pieces of a text between white space, and its runs of scripts without spaces, in order. */
export function textPieces(text: string): readonly string[] {
  return splitChunks(normalizeText(text));
}

/** The groups that `analyze` for the index makes of a piece of {@link textPieces}, without their places. */
export function pieceTerms(piece: string): ChunkTerms {
  const kind = kindOfChunk(piece);
  if (kind === "plain") return knownChunk(piece).terms;
  const terms = kind === "run" ? runTerms(piece, true).map(({ term }) => term) : hangulTerms(piece);
  return terms.map((term) => [cutTerm(term)]);
}

/** All terms of all groups in order: what one field of a document is indexed by. */
export function documentTerms(groups: readonly TermGroup[]): string[] {
  const terms: string[] = [];
  for (const group of groups) for (const term of group.terms) terms.push(term);
  return terms;
}
