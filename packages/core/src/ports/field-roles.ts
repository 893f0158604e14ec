import type { NewEvent } from "../events/event.ts";
import type { FieldRoles, RelatedFields } from "../security/clean.ts";
import type { NewCitation, NewClaim } from "./claim-store.ts";

/**
 * What the sensitivity filter does with each text of a record: content may be redacted, metadata is refused, json is
 * walked. Fields that are not named hold numbers, fixed words or hashes that ingest has checked by form.
 */
export const CITATION_ROLES: FieldRoles<NewCitation> = {
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
