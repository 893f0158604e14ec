import fc from "fast-check";
import { expect, test } from "vitest";

import { splitLines } from "../../src/transfer/split-lines.ts";

async function* inPieces(text: string, sizes: readonly number[]): AsyncGenerator<string | Uint8Array, void, undefined> {
  const bytes = Buffer.from(text);
  let start = 0;
  for (const size of sizes) {
    yield new Uint8Array(bytes.subarray(start, start + size));
    start += size;
  }
  yield bytes.subarray(start);
}

async function split(pieces: AsyncIterable<string | Uint8Array>): Promise<readonly (readonly [number, string])[]> {
  const lines: (readonly [number, string])[] = [];
  for await (const { line, bytes } of splitLines(pieces)) lines.push([line, bytes.toString("utf8")]);
  return lines;
}

test("lines are the same whatever pieces they come in, and nothing is lost", async () => {
  const text = fc.array(fc.constantFrom("a", "é", "🦀", "\n", "\r"), { maxLength: 30 }).map((signs) => signs.join(""));
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(6), { maxLength: 10 }), async (content, sizes) => {
      const lines = content.match(/[^\n]*\n|[^\n]+$/g) ?? [];

      expect(await split(inPieces(content, sizes))).toEqual(lines.map((line, at) => [at + 1, line]));
    }),
  );
});

test("pieces may be texts", async () => {
  async function* texts(): AsyncGenerator<string, void, undefined> {
    yield "one\ntw";
    yield "o\n";
  }

  expect(await split(texts())).toEqual([
    [1, "one\n"],
    [2, "two\n"],
  ]);
});

test("a line without end is given up before it fills the memory", async () => {
  const piece = Buffer.alloc(1024 * 1024, "x");
  let given = 0;
  async function* endless(): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      given += 1;
      yield piece;
    }
  }

  await expect(split(endless())).rejects.toMatchObject({
    code: "input.invalid",
    details: { line: 1, reason: "the line is longer than 64 MiB" },
  });
  expect(given).toBe(65);
});
