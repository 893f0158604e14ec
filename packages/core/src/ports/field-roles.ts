import type { NewEvent } from "../events/event.ts";
import type { FieldRoles, RelatedFields } from "../security/clean.ts";
import type { ClaimWords, NewClaim } from "./claim-store.ts";
import type { StoredContent } from "./event-store.ts";
import type { NewTurn } from "./verbatim-store.ts";

/**
 * What the sensitivity filter does with each text of a record: content may be redacted, metadata is refused, json is
 * walked. Fields that are not named hold numbers, fixed words or hashes that ingest has checked by form.
 */
export const CITATION_ROLES: Readonly<Record<"source" | "locator" | "path", "metadata"> & { excerpt: "content" }> = {
  source: "metadata",
  locator: "metadata",
  excerpt: "content",
  path: "metadata",
};

export const CLAIM_ROLES: FieldRoles<NewClaim> = {
  text: "content",
  subject: "content",
  predicate: "content",
  objectValue: "content",
  idempotencyKey: "metadata",
  claimType: "metadata",
  scope: "metadata",
  sourceAgent: "metadata",
  holder: "metadata",
  tenantId: "metadata",
  citations: { each: CITATION_ROLES },
};

export const CLAIM_WORDS_ROLES: FieldRoles<ClaimWords> = {
  text: "content",
  subject: "content",
  predicate: "content",
  objectValue: "content",
  normalizedText: "content",
  idempotencyKey: "metadata",
};

/** Subject and predicate say what the object is: `password`, then `x9Kq…`. */
export const CLAIM_RELATED_FIELDS: RelatedFields = [
  ["subject", "objectValue"],
  ["predicate", "objectValue"],
];

export const EVENT_ROLES: FieldRoles<NewEvent> = {
  details: "content",
  payload: "json",
  content: "json",
  tenantId: "metadata",
};

export const CONTENT_ROLES: FieldRoles<StoredContent> = { content: "content" };

export const TURN_FIELD_ROLES: FieldRoles<NewTurn> = {
  content: "content",
  sessionId: "metadata",
  speaker: "metadata",
  scope: "metadata",
  sourceAgent: "metadata",
};
