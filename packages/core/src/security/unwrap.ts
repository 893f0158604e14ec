/** A text freed of what wraps it, with the place in the original that each of its code units came from. */
export interface Unwrapped {
  readonly text: string;
  /** Start in the original of the code unit at this index. */
  readonly starts: Uint32Array;
  /** End in the original of the code unit at this index. */
  readonly ends: Uint32Array;
}

/** A colour sequence, a line that goes on after a backslash, or an escape of JSON. */
const WRAPPING = /\u001b\[[0-9;:?]*[A-Za-z]|\\\r?\n|\\u[0-9a-fA-F]{4}|\\["'\\/bfnrt]/g;
const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/**
 * Resolves JSON escapes, removes terminal colours and joins lines that end in a backslash.
 *
 * @returns undefined when the text has none of them
 */
export function unwrap(original: string): Unwrapped | undefined {
  const parts: string[] = [];
  const starts = new Uint32Array(original.length);
  const ends = new Uint32Array(original.length);
  let length = 0;
  let from = 0;
  const copy = (to: number): void => {
    parts.push(original.slice(from, to));
    for (let at = from; at < to; at += 1) {
      starts[length] = at;
      ends[length] = at + 1;
      length += 1;
    }
  };
  for (const match of original.matchAll(WRAPPING)) {
    copy(match.index);
    from = match.index + match[0].length;
    const resolved = resolve(match[0]);
    if (resolved === "") continue;
    parts.push(resolved);
    starts[length] = match.index;
    ends[length] = from;
    length += 1;
  }
  if (from === 0) return undefined;
  copy(original.length);
  return { text: parts.join(""), starts: starts.subarray(0, length), ends: ends.subarray(0, length) };
}

/** One code unit, or nothing. */
function resolve(wrapping: string): string {
  const sign = wrapping.charAt(1);
  if (wrapping.charAt(0) === "\u001b" || sign === "\n" || sign === "\r") return "";
  if (sign === "u") return String.fromCharCode(Number.parseInt(wrapping.slice(2), 16));
  return ESCAPES[sign] ?? sign;
}
