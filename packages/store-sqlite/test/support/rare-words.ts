import { createHash } from "node:crypto";

const LETTERS = 16;
/** The text index leaves out what a term shares with the one before it, and its stem may end earlier. */
const KEPT = [5, 14] as const;
const RUNS = /[a-z]{9,}/g;

/** A word that nothing else holds. */
export function rareWord(owner: number, place: number): string {
  const bytes = createHash("sha256").update(`${owner} ${place}`).digest();
  return [...bytes.subarray(0, LETTERS)].map((byte) => String.fromCharCode(97 + (byte % 26))).join("");
}

/** Those of the words that stand in a text as wholes, or as terms of the index; each once. */
export function traces(text: string, words: readonly string[]): readonly string[] {
  const wanted = new Map(words.map((word) => [word.slice(...KEPT), word]));
  const found = new Set<string>();
  for (const [run] of text.matchAll(RUNS)) {
    for (let start = 0; start + 9 <= run.length; start += 1) {
      const word = wanted.get(run.slice(start, start + 9));
      if (word !== undefined) found.add(word);
    }
  }
  return [...found];
}
