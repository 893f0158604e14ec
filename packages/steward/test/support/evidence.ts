import type { CitationInput, ClaimInput } from "@memorymaster/core";

export const evidence = (count: number): readonly CitationInput[] =>
  Array.from({ length: count }, (_, at) => ({ source: `docs/part-${at + 1}.md`, locator: `L${at + 1}` }));

/** A claim with a whole tuple whose score by one citation is 0.665, by four 0.875. */
export const portClaim = (value: string, citations = 1): Partial<ClaimInput> & { readonly text: string } => ({
  text: `The shop database listens on port ${value}`,
  subject: "database",
  predicate: "port",
  objectValue: value,
  citations: evidence(citations),
});

/** A claim whose evidence is worth 0.57: less than the threshold of 0.58. */
export const weakClaim = (name: string): Partial<ClaimInput> & { readonly text: string } => ({
  text: `Shop likes ${name}`.padEnd(24, ".").slice(0, 24),
});
