/** Longest line that is read, in bytes: far above the largest argument that any tool takes. */
export const MAX_LINE_BYTES: number = 16 * 1024 * 1024;

const LINE_FEED = 0x0a;

/** A line without its line feed; of one beyond the limit only that it was there. */
export type Line = Buffer | "too long";

export interface LineSplitter {
  /** The lines that end in this chunk. */
  push(chunk: Buffer): readonly Line[];
  /** What stands after the last line feed. */
  end(): readonly Line[];
}

/** Cuts a stream of bytes into lines and never holds more than one of them. */
export function createLineSplitter(maxBytes: number = MAX_LINE_BYTES): LineSplitter {
  let parts: Buffer[] = [];
  let bytes = 0;

  const add = (part: Buffer): void => {
    bytes += part.length;
    if (bytes > maxBytes) parts = [];
    else parts.push(part);
  };
  const take = (): Line => {
    const line = bytes > maxBytes ? "too long" : Buffer.concat(parts);
    parts = [];
    bytes = 0;
    return line;
  };

  return {
    push(chunk) {
      const lines: Line[] = [];
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
        add(chunk.subarray(start, end));
        lines.push(take());
        start = end + 1;
      }
      if (start < chunk.length) add(chunk.subarray(start));
      return lines;
    },
    end: () => (bytes === 0 ? [] : [take()]),
  };
}
