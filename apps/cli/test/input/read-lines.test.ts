import { expect, test } from "vitest";

import { MAX_LINE_BYTES, readLines } from "../../src/input/read-lines.ts";

async function* chunked(parts: readonly (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield Buffer.from(part);
}

/** Each line as `number:text`, `!` for one that is too long, `~` after one without line break. */
async function linesOf(parts: readonly (string | Buffer)[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(chunked(parts))) {
    lines.push("tooLong" in line ? `${line.line}!` : `${line.line}:${line.bytes.toString()}${line.ended ? "" : "~"}`);
  }
  return lines;
}

test("lines are put together again however the stream was cut", async () => {
  expect(await linesOf(["a\nb", "b", "\n", "\nc"])).toEqual(["1:a", "2:bb", "3:", "4:c~"]);
});

test("a stream without content has no line, and a last line break adds none", async () => {
  expect([await linesOf([]), await linesOf([""]), await linesOf(["a\n"])]).toEqual([[], [], ["1:a"]]);
});

test("a line over the limit is reported once, and the next one is read", async () => {
  const limit = "x".repeat(MAX_LINE_BYTES);

  const lines = await linesOf([limit, "\n", limit, "y\nz\n", limit, "yy"]);

  expect(lines.map((line) => line.slice(0, 3))).toEqual(["1:x", "2!", "3:z", "4!"]);
});

/** Every text of up to that many parts. */
function sequences(parts: readonly string[], length: number): string[][] {
  if (length === 0) return [[]];
  const shorter = sequences(parts, length - 1);
  return [
    ...shorter,
    ...shorter.filter((list) => list.length === length - 1).flatMap((list) => parts.map((part) => [...list, part])),
  ];
}

test("any text comes back line by line, whatever the chunks", async () => {
  for (const chunks of sequences(["a", "ñ", "\n", "\nb\n", ""], 4)) {
    const text = chunks.join("");
    const expected = text.split("\n").map((line, index) => `${index + 1}:${line}`);
    const open = expected.pop() ?? "";

    expect(await linesOf(chunks)).toEqual(text === "" || text.endsWith("\n") ? expected : [...expected, `${open}~`]);
  }
});
