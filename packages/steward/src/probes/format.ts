import type { Claim } from "@memorymaster/core";
import { reasonOf } from "./reasons.ts";
import type { Probe } from "./types.ts";

const SHORT_TEXT = 8;

const isSaid = (text: string | undefined): boolean => text !== undefined && text.trim() !== "";

function shapeOf({ subject, predicate, objectValue, citations, text }: Claim) {
  return {
    has_tuple: [subject, predicate, objectValue].every(isSaid),
    citation_count: citations.length,
    has_source: citations.every(({ source }) => isSaid(source)),
    has_locator_or_excerpt: citations.some(({ locator, excerpt }) => isSaid(locator) || isSaid(excerpt)),
    text_length: [...text.trim()].length,
  };
}

const FAULTS: readonly (readonly [name: string, applies: (shape: ReturnType<typeof shapeOf>) => boolean])[] = [
  ["missing_tuple", (shape) => !shape.has_tuple],
  ["no_citations", (shape) => shape.citation_count === 0],
  ["citation_missing_source", (shape) => !shape.has_source],
  ["weak_citation_context", (shape) => shape.citation_count > 0 && !shape.has_locator_or_excerpt],
  ["short_text", (shape) => shape.text_length < SHORT_TEXT],
];

/** Whether tuple, citations and text of a claim are there. */
export const formatProbe: Probe = async (claim) => {
  const metrics = shapeOf(claim);
  const reasons = FAULTS.filter(([, applies]) => applies(metrics)).map(([name]) =>
    reasonOf(`deterministic_format.${name}`),
  );
  return { passed: reasons.every(({ severity }) => severity === "low"), metrics, reasons };
};
