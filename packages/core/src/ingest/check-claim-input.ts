import { checkCitationInput } from "../claims/check-citation-input.ts";
import { checkTrimmedText, invalidField, refuseUnknownKeys } from "../claims/check-text.ts";
import type { CitationInput } from "../claims/citation.ts";
import { VISIBILITIES, VOLATILITIES } from "../claims/claim.ts";
import type { Visibility, Volatility } from "../claims/claim.ts";
import { LIMITS } from "../claims/limits.ts";
import { normalizeTime } from "../claims/time.ts";
import { refuseSecretBeforeFolding } from "./refuse-secret-before-folding.ts";
import type { ClaimInput } from "./types.ts";

/** What a caller gave, in checked form: trimmed, blank fields left out, times as stored, claim type in lower case. */
export interface CheckedClaim {
  readonly text: string;
  readonly idempotencyKey: string | undefined;
  readonly claimType: string | undefined;
  readonly subject: string | undefined;
  readonly predicate: string | undefined;
  readonly objectValue: string | undefined;
  readonly scope: string | undefined;
  readonly volatility: Volatility | undefined;
  readonly confidence: number | undefined;
  readonly eventTime: string | undefined;
  readonly validFrom: string | undefined;
  readonly validUntil: string | undefined;
  readonly supersedes: number | string | undefined;
  readonly sourceAgent: string | undefined;
  readonly visibility: Visibility | undefined;
  readonly holder: string | undefined;
  readonly citations: readonly CitationInput[];
}

const TEXT = { field: "text", max: LIMITS.text };
const KEY = { field: "idempotency_key", max: LIMITS.idempotencyKey };
const CLAIM_TYPE = { field: "claim_type", max: LIMITS.label };
const SUBJECT = { field: "subject", max: LIMITS.tuplePart };
const PREDICATE = { field: "predicate", max: LIMITS.tuplePart };
const OBJECT_VALUE = { field: "object_value", max: LIMITS.tuplePart };
const SCOPE = { field: "scope", max: LIMITS.label };
const SOURCE_AGENT = { field: "source_agent", max: LIMITS.label };
const HOLDER = { field: "holder", max: LIMITS.label };
const SUPERSEDES = { field: "supersedes_claim_id", max: LIMITS.label };

/** Every key of `ClaimInput`, so that a new one cannot be forgotten here. */
const KEYS: Readonly<Record<keyof ClaimInput, true>> = {
  text: true,
  citations: true,
  idempotencyKey: true,
  claimType: true,
  subject: true,
  predicate: true,
  objectValue: true,
  scope: true,
  volatility: true,
  confidence: true,
  eventTime: true,
  validFrom: true,
  validUntil: true,
  supersedes: true,
  sourceAgent: true,
  visibility: true,
  holder: true,
};
const KNOWN_KEYS: ReadonlySet<string> = new Set(Object.keys(KEYS));

function oneOf<Word extends string>(value: unknown, field: string, words: readonly Word[]): Word | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const word = words.find((known) => known === value);
  if (word === undefined) throw invalidField("input.invalid", field, `is none of ${words.join(", ")}`);
  return word;
}

function checkConfidence(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  // NaN fails every comparison.
  if (typeof value === "number" && value >= 0 && value <= 1) return value;
  throw invalidField("input.invalid", "confidence", "is no number from 0 to 1");
}

function checkTime(value: unknown, field: string): string | undefined {
  if (value === undefined) return undefined;
  const text = checkTrimmedText(value, { field, max: LIMITS.label });
  return text === undefined ? undefined : normalizeTime(text, field);
}

function checkSupersedes(value: unknown): number | string | undefined {
  if (typeof value !== "number") return checkTrimmedText(value, SUPERSEDES);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw invalidField("input.invalid", SUPERSEDES.field, "names no claim");
}

function checkCitations(value: unknown): readonly CitationInput[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalidField("input.invalid", "citations", "is no list");
  if (value.length > LIMITS.citationsPerClaim) {
    throw invalidField("input.too_long", "citations", `holds more than ${LIMITS.citationsPerClaim} entries`);
  }
  return value.map((citation: unknown, index) => checkCitationInput(citation, `citations[${index}]`));
}

function foldedType(claimType: string | undefined): string | undefined {
  const folded = claimType?.toLowerCase();
  if (claimType !== undefined && folded !== undefined) refuseSecretBeforeFolding("claim_type", claimType, folded);
  return folded;
}

/**
 * Checks form and size of every field, in a fixed order; the first fault decides.
 *
 * @throws InvalidInputError `input.unknown_field`, `.missing`, `.invalid`, `.too_long`, `.unstorable` naming the field
 * @throws SensitiveContentError `sensitive.metadata` for a claim type that hides a secret in its capitals
 */
export function checkClaimInput(input: ClaimInput): CheckedClaim {
  if (typeof input !== "object" || (input as unknown) === null || Array.isArray(input)) {
    throw invalidField("input.invalid", "claim", "is no object");
  }
  refuseUnknownKeys(input, KNOWN_KEYS, "");
  const text = checkTrimmedText(input.text, TEXT);
  if (text === undefined) throw invalidField("input.missing", "text", "is missing or empty");
  return {
    text,
    idempotencyKey: checkTrimmedText(input.idempotencyKey, KEY),
    claimType: foldedType(checkTrimmedText(input.claimType, CLAIM_TYPE)),
    subject: checkTrimmedText(input.subject, SUBJECT),
    predicate: checkTrimmedText(input.predicate, PREDICATE),
    objectValue: checkTrimmedText(input.objectValue, OBJECT_VALUE),
    scope: checkTrimmedText(input.scope, SCOPE),
    volatility: oneOf(input.volatility, "volatility", VOLATILITIES),
    confidence: checkConfidence(input.confidence),
    eventTime: checkTime(input.eventTime, "event_time"),
    validFrom: checkTime(input.validFrom, "valid_from"),
    validUntil: checkTime(input.validUntil, "valid_until"),
    supersedes: checkSupersedes(input.supersedes),
    sourceAgent: checkTrimmedText(input.sourceAgent, SOURCE_AGENT),
    visibility: oneOf(input.visibility, "visibility", VISIBILITIES),
    holder: checkTrimmedText(input.holder, HOLDER),
    citations: checkCitations(input.citations),
  };
}
