import type { Citation } from "../claims/citation.ts";
import type { Claim } from "../claims/claim.ts";
import { ERASED } from "../events/wire.ts";
import type { CitationWords, ClaimWords } from "../ports/claim-store.ts";

/** `redact` puts markers in the place of words, and may be undone; `erase` leaves nothing, for good. */
export const REDACTION_MODES = ["redact", "erase"] as const;
export type RedactionMode = (typeof REDACTION_MODES)[number];

const REDACTED_TEXT = "[REDACTED_CLAIM_TEXT]";
const REDACTED_SOURCE = "[REDACTED_CITATION_SOURCE]";
const UID_TAIL = 12;

const GONE = { normalizedText: undefined, contentHash: undefined, nearHash: undefined, twinHash: undefined };

const marked = (words: string | undefined, marker: string): string | undefined =>
  words === undefined ? undefined : marker;

/** How the words of a claim were taken away; `undefined` while they are there. */
export function redactionOf({ text, contentHash }: Pick<Claim, "text" | "contentHash">): RedactionMode | undefined {
  if (contentHash !== undefined) return undefined;
  return text === ERASED ? "erase" : text === REDACTED_TEXT ? "redact" : undefined;
}

/** How the words of any of the citations were taken away; an erasure counts more. */
export function citationRedactionOf(citations: readonly Pick<Citation, "source">[]): RedactionMode | undefined {
  const sources = new Set(citations.map(({ source }) => source));
  return sources.has(ERASED) ? "erase" : sources.has(REDACTED_SOURCE) ? "redact" : undefined;
}

/** Whether a claim shows the markers of a redaction, not of an erasure. */
export function isRedacted(claim: Pick<Claim, "text" | "contentHash">): boolean {
  return redactionOf(claim) === "redact";
}

/** A key that was made from the words would still tell whether they were these or those; one of the caller's stays. */
function keyWithout(claim: Claim, mode: RedactionMode): string | undefined {
  const { idempotencyKey: key, contentHash, uid } = claim;
  const isDerived = key === contentHash || key === `redacted:${uid}`;
  return isDerived ? `${mode === "erase" ? "erased" : "redacted"}:${uid}` : key;
}

/**
 * What takes the place of the words; `undefined` when they are gone already. The marker of the subject is another one
 * for each claim: of one tuple only one claim may be confirmed.
 */
export function wordsWithout(claim: Claim, mode: RedactionMode): ClaimWords | undefined {
  const isGone = claim.contentHash === undefined && (mode === "redact" || claim.text === ERASED);
  if (isGone) return undefined;
  const idempotencyKey = keyWithout(claim, mode);
  if (mode === "erase") {
    return { ...GONE, idempotencyKey, text: ERASED, subject: undefined, predicate: undefined, objectValue: undefined };
  }
  return {
    ...GONE,
    idempotencyKey,
    text: REDACTED_TEXT,
    subject: marked(claim.subject, `[REDACTED_CLAIM_SUBJECT:${claim.uid.slice(-UID_TAIL)}]`),
    predicate: marked(claim.predicate, "[REDACTED_CLAIM_PREDICATE]"),
    objectValue: marked(claim.objectValue, "[REDACTED_CLAIM_OBJECT]"),
  };
}

type Emptied = Exclude<keyof CitationWords, "id" | "createdAt" | "kind" | "source">;

const NO_EVIDENCE = {
  locator: undefined,
  excerpt: undefined,
  path: undefined,
  lineStart: undefined,
  lineEnd: undefined,
  excerptHash: undefined,
  gitBlob: undefined,
  commitId: undefined,
  contentHash: undefined,
  fetchedAt: undefined,
  checkStatus: undefined,
  checkedAt: undefined,
} as const satisfies Record<Emptied, undefined>;

function citationWithout(citation: Citation, mode: RedactionMode): CitationWords {
  const { id, createdAt } = citation;
  const emptied = { ...NO_EVIDENCE, id, createdAt, kind: "other" } as const;
  if (mode === "erase") return { ...emptied, source: ERASED };
  return {
    ...emptied,
    source: REDACTED_SOURCE,
    locator: marked(citation.locator, "[REDACTED_CITATION_LOCATOR]"),
    excerpt: marked(citation.excerpt, "[REDACTED_CITATION_EXCERPT]"),
  };
}

function saysTheSame(citation: Citation, words: CitationWords): boolean {
  return Object.entries(words).every(([field, value]) => citation[field as keyof CitationWords] === value);
}

/** The evidence without its words, and how much of it had any. What is erased does not come back as redacted. */
export function citationsWithout(
  citations: readonly Citation[],
  mode: RedactionMode,
): { readonly citations: readonly CitationWords[]; readonly changed: number } {
  const without = citations.map((citation): CitationWords => {
    const isErased = saysTheSame(citation, citationWithout(citation, "erase"));
    return citationWithout(citation, isErased ? "erase" : mode);
  });
  const changed = citations.filter((citation, place) => {
    const words = without[place];
    return words !== undefined && !saysTheSame(citation, words);
  });
  return { citations: without, changed: changed.length };
}
