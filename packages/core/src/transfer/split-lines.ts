import { damage } from "./damage.ts";

/** A line of a file with its line feed, if it has one; `line` counts from 1. */
export interface RawLine {
  readonly line: number;
  readonly bytes: Buffer;
}

const LINE_FEED = 0x0a;
/** No row that a store can hold makes a longer line. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/**
 * Splits pieces of any size into lines, holding never more than one line and one piece.
 *
 * @throws InvalidInputError `input.invalid` for a line longer than 64 MiB
 */
export async function* splitLines(
  pieces: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<RawLine, void, undefined> {
  let line = 1;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const hold = (part: Buffer): void => {
    held.push(part);
    heldBytes += part.length;
    if (heldBytes > MAX_LINE_BYTES) throw damage(line, "the line is longer than 64 MiB");
  };
  const take = (): RawLine => {
    const bytes = held.length === 1 && held[0] !== undefined ? held[0] : Buffer.concat(held);
    [held, heldBytes] = [[], 0];
    return { line: line++, bytes };
  };
  for await (const piece of pieces) {
    const bytes =
      typeof piece === "string" ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
      hold(bytes.subarray(start, end + 1));
      yield take();
      start = end + 1;
    }
    if (start < bytes.length) hold(bytes.subarray(start));
  }
  if (heldBytes > 0) yield take();
}
