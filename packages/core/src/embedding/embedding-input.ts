import type { Claim } from "../claims/claim.ts";
import { sha256Hex } from "../claims/identity.ts";
import { canonicalJson } from "../events/canonical-json.ts";

/** Version of the text that a claim is embedded as; a change of it makes every stored vector stale. */
export const INPUT_FORMAT = 1;

const MAX_CHARACTERS = 8_000;

export type EmbeddedFields = Pick<Claim, "text"> & Partial<Pick<Claim, "subject" | "predicate" | "objectValue">>;

/** What a claim is embedded as (format 1): subject, predicate, object value and text, cut at 8,000 characters. */
export function embeddingInput({ subject, predicate, objectValue, text }: EmbeddedFields): string {
  const joined = [subject, predicate, objectValue, text].filter((part) => part?.trim()).join(" ");
  return joined.length <= MAX_CHARACTERS ? joined : [...joined].slice(0, MAX_CHARACTERS).join("");
}

/** 64 hex digits that change exactly when a claim must be embedded anew; status, scope and owner have no part in it. */
export function embeddingContentHash({ text, subject, predicate, objectValue }: EmbeddedFields): string {
  const fields = { text, subject: subject ?? null, predicate: predicate ?? null, object_value: objectValue ?? null };
  return sha256Hex(canonicalJson({ ...fields, inputFormat: INPUT_FORMAT }));
}
