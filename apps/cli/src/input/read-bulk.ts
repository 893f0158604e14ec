import { claimInputFromJson, fromUnknown, InvalidInputError } from "@memorymaster/core";
import type { BulkItem } from "@memorymaster/core";

import { readLines } from "./read-lines.ts";
import type { StreamLine } from "./read-lines.ts";

const BYTE_ORDER_MARK = "\uFEFF";

function reject(message: string): never {
  throw new InvalidInputError("input.invalid", message);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return reject("The line is not valid UTF-8");
  }
}

/** The message of `JSON.parse` repeats the text, which may hold a secret: it is not passed on. */
function parse(text: string, ended: boolean): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return reject(
      ended ? "The line is not valid JSON" : "The line is not valid JSON: the file ends in the middle of it",
    );
  }
}

function textOf(line: StreamLine): string {
  if ("tooLong" in line) throw new InvalidInputError("input.too_long", "The line is longer than 1 MiB");
  const text = decode(line.bytes);
  return line.line === 1 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

function itemOf(line: StreamLine): BulkItem | undefined {
  try {
    const text = textOf(line);
    if (text.trim() === "") return undefined;
    const value = parse(text, "ended" in line && line.ended);
    if (typeof value !== "object" || value === null || Array.isArray(value)) reject("The line is not a JSON object");
    return { line: line.line, input: claimInputFromJson(value) };
  } catch (error) {
    return { line: line.line, error: fromUnknown(error) };
  }
}

/**
 * Claims of a file with one JSON object per line. A line that is none becomes an item with the reason, and the rest
 * goes on; blank lines are skipped.
 */
export async function* readBulk(chunks: AsyncIterable<Buffer>): AsyncGenerator<BulkItem, void, undefined> {
  for await (const line of readLines(chunks)) {
    const item = itemOf(line);
    if (item !== undefined) yield item;
  }
}
