import { invalidField } from "./check-text.ts";
import type { CitationInput } from "./citation.ts";

/**
 * Reads `source|locator|excerpt`; locator and excerpt may be blank or left out, the excerpt may hold further bars.
 *
 * @param field names the source in the error
 * @throws InvalidInputError `input.missing` without a source
 */
export function citationFromText(text: string, field = "source"): CitationInput {
  const [source = "", locator = "", ...words] = text.split("|");
  const parts = { source: source.trim(), locator: locator.trim(), excerpt: words.join("|").trim() };
  if (parts.source === "") {
    throw invalidField("input.missing", field, "is missing: a citation reads source|locator|excerpt");
  }
  return {
    source: parts.source,
    ...(parts.locator === "" ? undefined : { locator: parts.locator }),
    ...(parts.excerpt === "" ? undefined : { excerpt: parts.excerpt }),
  };
}
