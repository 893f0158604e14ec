import { SensitiveContentError } from "../errors/errors.ts";
import type { NewEvent } from "../events/event.ts";
import type { NewCitation, NewClaim } from "../ports/claim-store.ts";
import { CITATION_ROLES, CLAIM_RELATED_FIELDS, CLAIM_ROLES, EVENT_ROLES } from "../ports/field-roles.ts";
import { cleanRecord, requireClean } from "../security/clean.ts";
import type { Clean, CleanedRecord, FieldRoles, FilterOptions } from "../security/clean.ts";

/** Fields of a claim that ingest makes itself out of filtered ones: hashes, ids and fixed words, nothing to look into. */
export type OwnFields = Pick<
  NewClaim,
  "humanId" | "idempotencyKey" | "contentHash" | "nearHash" | "twinHash" | "volatility"
>;

const NOTHING_TO_FILTER: FieldRoles<NewClaim> = {};
const NO_EVENT_WORDS: FieldRoles<NewEvent> = {};

const wireName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The refusal with the field as callers of every surface name it. */
function withWireName(error: unknown): unknown {
  if (!(error instanceof SensitiveContentError)) return error;
  const { field, findings } = error.details;
  if (typeof field !== "string" || !Array.isArray(findings)) return error;
  const name = wireName(field);
  return new SensitiveContentError(error.code, `${name} holds a secret (${findings.join(", ")})`, {
    details: { field: name, findings },
  });
}

/**
 * A claim as the filter lets it pass.
 *
 * @throws SensitiveContentError `sensitive.content`, `sensitive.metadata` with the wire name of the field
 */
export function filterClaim(claim: NewClaim, options: Omit<FilterOptions, "relatedFields">): CleanedRecord<NewClaim> {
  try {
    return cleanRecord(claim, CLAIM_ROLES, { ...options, relatedFields: CLAIM_RELATED_FIELDS });
  } catch (error) {
    throw withWireName(error);
  }
}

/**
 * A filtered claim with its own fields. They are not looked into: they hold no words of anyone, and 16 hex digits may
 * read as the number of a card.
 */
export function finishedClaim(filtered: Clean<NewClaim>, own: OwnFields): Clean<NewClaim> {
  const claim = requireClean(filtered, CLAIM_ROLES, CLAIM_RELATED_FIELDS);
  return cleanRecord({ ...claim, ...own }, NOTHING_TO_FILTER, { onSecret: "reject" }).record;
}

/** Evidence of a claim that passed the filter, as records of their own. */
export function cleanCitations(citations: readonly NewCitation[]): readonly Clean<NewCitation>[] {
  return citations.map((citation) => cleanRecord(citation, CITATION_ROLES, { onSecret: "redact" }).record);
}

/** Events of which no field holds a word of anyone: fixed details, numbers, the tenant of a filtered claim. */
export function wordlessEvent(event: NewEvent): Clean<NewEvent> {
  return cleanRecord(event, NO_EVENT_WORDS, { onSecret: "reject" }).record;
}

export function cleanEvents(events: readonly NewEvent[]): readonly Clean<NewEvent>[] {
  return events.map((event) => cleanRecord(event, EVENT_ROLES, { onSecret: "redact" }).record);
}
