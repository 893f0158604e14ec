import type { IndexDocument } from "@memorymaster/store-sql";

/** The server keeps no greater position, and of a lexeme no more than 256 of them. */
const LAST_POSITION = 16_383;

/** A lexeme as it stands between quotes, so that nothing in it is syntax. */
const literal = (term: string): string => `'${term.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

type Field = Exclude<keyof IndexDocument, "claimId">;

/** Weights by field; those of the text are left away, as the server does. */
const WEIGHTS: readonly (readonly [Field, string])[] = [
  ["subject", "A"],
  ["objectValue", "B"],
  ["predicate", "C"],
  ["text", ""],
];

/** A document as the input form of a `tsvector`: `'term':1A 'other':2`. */
export function vectorText(document: IndexDocument): string {
  let position = 0;
  return WEIGHTS.flatMap(([field, weight]) =>
    document[field].map((term) => {
      position = Math.min(position + 1, LAST_POSITION);
      return `${literal(term)}:${position}${weight}`;
    }),
  ).join(" ");
}

/** Terms as the input form of a `tsquery` that any of them meets. */
export const queryText = (terms: readonly string[]): string => terms.map(literal).join(" | ");
