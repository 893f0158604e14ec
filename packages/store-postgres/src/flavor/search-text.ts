import type { IndexDocument } from "@memorymaster/store-sql";

/** The server keeps no greater position, and of a lexeme no more than 256 of them. */
const LAST_POSITION = 16_383;

/** A lexeme as it stands between quotes, so that nothing in it is syntax. */
const literal = (term: string): string => `'${term.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** Weights by field, in the order of their positions; none is the least, as the server leaves it away. */
const WEIGHTS: readonly (readonly [field: string, weight: string])[] = [
  ["subject", "A"],
  ["object_value", "B"],
  ["predicate", "C"],
  ["text", ""],
  ["content", ""],
];

/** A document as the input form of a `tsvector`: `'term':1A 'other':2`. */
export function vectorText({ terms }: IndexDocument): string {
  let position = 0;
  return WEIGHTS.flatMap(([field, weight]) =>
    (terms[field] ?? []).map((term) => {
      position = Math.min(position + 1, LAST_POSITION);
      return `${literal(term)}:${position}${weight}`;
    }),
  ).join(" ");
}

/** Terms as the input form of a `tsquery` that any of them meets. */
export const queryText = (terms: readonly string[]): string => terms.map(literal).join(" | ");
