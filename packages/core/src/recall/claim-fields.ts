import type { Candidate } from "../ports/search-store.ts";
import type { TermGroup } from "../text/analyze.ts";
import { analyze } from "../text/analyze.ts";

/** The four searched fields of a claim as its store indexes them. */
export interface ClaimFields {
  /** Text, subject, predicate, object value; an absent one has no groups. */
  readonly fields: readonly (readonly TermGroup[])[];
  /** Terms of all fields, repeated ones counted. */
  readonly length: number;
}

/** Not kept: of a large store few claims come again, and to hold many costs more than to analyse some hundred anew. */
export function claimFields({ text, subject, predicate, objectValue }: Candidate): ClaimFields {
  const fields = [text, subject, predicate, objectValue].map((field) =>
    field === undefined ? [] : analyze(field, "index"),
  );
  return { fields, length: fields.reduce((sum, groups) => sum + termCount(groups), 0) };
}

function termCount(groups: readonly TermGroup[]): number {
  return groups.reduce((sum, { terms }) => sum + terms.length, 0);
}
