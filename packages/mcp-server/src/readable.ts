import type { Claim, RecallRow } from "@memorymaster/core";

const PREVIEW_CHARACTERS = 240;

/** Text on one line, without characters that a terminal or a reader could take for anything else. */
function flattened(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .replaceAll(/ {2,}/g, " ")
    .trim();
}

export function preview(text: string): string {
  const flat = flattened(text);
  const characters = [...flat];
  return characters.length <= PREVIEW_CHARACTERS ? flat : `${characters.slice(0, PREVIEW_CHARACTERS).join("")}…`;
}

/** `[mm-1a2b] candidate: The staging API …` */
export function claimLine(claim: Claim): string {
  return `[${claim.humanId}] ${claim.status}: ${preview(claim.text)}`;
}

/** The claim with its whole text, and where it comes from. */
export function claimBlock(claim: Claim): string {
  const sources = claim.citations.map(
    ({ source, locator }) => `  cite: ${flattened(source)}${locator === undefined ? "" : ` | ${flattened(locator)}`}`,
  );
  return lines(`[${claim.humanId}] ${claim.status}: ${flattened(claim.text)}`, sources);
}

export function recallLine(row: RecallRow): string {
  const marks = [
    row.annotation.unverified ? "unverified" : "",
    row.annotation.correctionPending ? "correction pending" : "",
    row.annotation.pinned ? "pinned" : "",
  ].filter((mark) => mark !== "");
  return `${claimLine(row.claim)}${marks.length === 0 ? "" : ` (${marks.join(", ")})`}`;
}

/** Where the next page of a list begins, for readers of the text alone. */
export function pageLine(cursor: string | undefined): readonly string[] {
  return cursor === undefined ? [] : [`next_cursor: ${cursor}`];
}

export function lines(head: string, rows: readonly string[]): string {
  return [head, ...rows].join("\n");
}
