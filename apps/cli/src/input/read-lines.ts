/** Longest accepted line. */
export const MAX_LINE_BYTES: number = 1024 * 1024;

/** A line of a stream without its line break; `line` counts from 1. */
export type StreamLine =
  | { readonly line: number; readonly bytes: Buffer; /** Whether a line break follows. */ readonly ended: boolean }
  | { readonly line: number; readonly tooLong: true };

const LINE_FEED = 0x0a;

/** Collects one line; beyond the limit it only remembers that there was more. */
class LineBuffer {
  private parts: Buffer[] = [];
  private bytes = 0;
  private line = 1;

  add(part: Buffer): void {
    this.bytes += part.length;
    if (this.bytes <= MAX_LINE_BYTES) this.parts.push(part);
    else this.parts = [];
  }

  take(ended: boolean): StreamLine {
    const { line } = this;
    const taken: StreamLine =
      this.bytes > MAX_LINE_BYTES ? { line, tooLong: true } : { line, bytes: Buffer.concat(this.parts), ended };
    this.parts = [];
    this.bytes = 0;
    this.line += 1;
    return taken;
  }

  get isEmpty(): boolean {
    return this.bytes === 0;
  }
}

/** Splits a stream of bytes into lines, holding never more than one line and one chunk. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<StreamLine, void, undefined> {
  const buffer = new LineBuffer();
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      buffer.add(chunk.subarray(start, end));
      yield buffer.take(true);
      start = end + 1;
    }
    if (start < chunk.length) buffer.add(chunk.subarray(start));
  }
  if (!buffer.isEmpty) yield buffer.take(false);
}
