import { sha256Hex } from "./identity.ts";

const isBlank = (char: string | undefined): boolean => char === " " || char === "\t";

/** Not by a pattern: `[ \t]+$` takes quadratic time on a long run of blanks that does not end the line. */
function withoutTrailingBlanks(line: string): string {
  let end = line.length;
  while (isBlank(line[end - 1])) end -= 1;
  return end === line.length ? line : line.slice(0, end);
}

/** Lines of a text in the form that evidence is compared in: LF or CRLF alike, blanks at their end cut. */
export function comparableLines(text: string): readonly string[] {
  const lines = text.replace(/\r\n?/g, "\n").split("\n").map(withoutTrailingBlanks);
  // The line break that ends a file starts no further line.
  return lines.length > 1 && lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** The lines as one text, blank ones at both ends cut; empty when there is nothing else. */
export function checkedText(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line !== "");
  const last = lines.findLastIndex((line) => line !== "");
  return first < 0 ? "" : lines.slice(first, last + 1).join("\n");
}

/** sha256 of a text that `checkedText` gave: equal for two copies that differ in line ends or blank edges alone. */
export function excerptHash(checked: string): string {
  return sha256Hex(checked);
}
