export interface ChunkOptions {
  /** Longest chunk in UTF-16 units, at least 2. Default 1200: about 300 tokens of English, 500 of denser scripts. */
  readonly maxChars?: number;
  /** How much of its predecessor a chunk repeats at most, below half of `maxChars`. Default 150. */
  readonly overlapChars?: number;
}

const CHUNK_DEFAULTS: Readonly<Required<ChunkOptions>> = { maxChars: 1_200, overlapChars: 150 };

/** Where a text is cut best: after a paragraph, a line, a sentence, a word. */
const BOUNDARIES: readonly RegExp[] = [/\n\s*\n/gu, /\n/gu, /[.!?]\s|[。！？]/gu, /\s/gu];

const splitsPair = (text: string, at: number): boolean => /^[\udc00-\udfff]/.test(text.slice(at, at + 1));

/** End of the last match between `from` and `to` of the coarsest boundary that has one; else `to`. */
function cutBetween(text: string, from: number, to: number): number {
  const window = text.slice(from, to);
  for (const boundary of BOUNDARIES) {
    const last = [...window.matchAll(boundary)].at(-1);
    if (last !== undefined) return from + last.index + last[0].length;
  }
  return splitsPair(text, to) ? to - 1 : to;
}

/** Start of the first word between `from` and `to`; else `from`. */
function startBetween(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s\S/u);
  if (space >= 0) return from + space + 1;
  return splitsPair(text, from) ? from + 1 : from;
}

/** A text in overlapping pieces that a model reads whole, in order; together they hold every character of it. */
export function chunkText(text: string, options: ChunkOptions = {}): string[] {
  const { maxChars, overlapChars } = { ...CHUNK_DEFAULTS, ...options };
  const chunks: string[] = [];
  let start = 0;
  while (text.length - start > maxChars) {
    const cut = cutBetween(text, start + Math.ceil(maxChars / 2), start + maxChars);
    chunks.push(text.slice(start, cut));
    start = startBetween(text, cut - overlapChars, cut);
  }
  return [...chunks, text.slice(start)];
}
