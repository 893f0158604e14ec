import { analyze, ANALYZER_VERSION, documentTerms, sha256Hex, UNIT_SEPARATOR } from "@memorymaster/core";
import type { Claim } from "@memorymaster/core";
import type { FieldTerms } from "../flavor.ts";

/** The terms of a claim, and the digest that its row keeps of them. */
export interface IndexedTerms {
  readonly terms: FieldTerms;
  readonly termsHash: string;
}

/** Begins every `terms_hash` of a claim that stands in an index of this analyzer's terms. */
export const HASH_PREFIX: string = `${ANALYZER_VERSION}:`;

const termsOf = (field: string | undefined): readonly string[] =>
  field === undefined ? [] : documentTerms(analyze(field, "index"));

export function indexedTerms(claim: Pick<Claim, "text" | "subject" | "predicate" | "objectValue">): IndexedTerms {
  const terms = {
    text: termsOf(claim.text),
    subject: termsOf(claim.subject),
    predicate: termsOf(claim.predicate),
    object_value: termsOf(claim.objectValue),
  };
  const joined = Object.values(terms).map((own) => own.join(" "));
  return { terms, termsHash: HASH_PREFIX + sha256Hex(joined.join(UNIT_SEPARATOR)).slice(0, 16) };
}
