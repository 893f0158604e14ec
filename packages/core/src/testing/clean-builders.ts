import type { NewEvent } from "../events/event.ts";
import type { NewCitation, NewClaim } from "../ports/claim-store.ts";
import { CITATION_ROLES, CLAIM_RELATED_FIELDS, CLAIM_ROLES, EVENT_ROLES } from "../ports/field-roles.ts";
import { cleanRecord } from "../security/clean.ts";
import type { Clean } from "../security/clean.ts";
import { newClaim } from "./new-claim.ts";

/** A claim in the form that a store takes; a secret in it is refused. */
export function cleanClaim(overrides: Partial<NewClaim> = {}): Clean<NewClaim> {
  return cleanRecord(newClaim(overrides), CLAIM_ROLES, { onSecret: "reject", relatedFields: CLAIM_RELATED_FIELDS })
    .record;
}

export function cleanCitation(citation: NewCitation): Clean<NewCitation> {
  return cleanRecord(citation, CITATION_ROLES, { onSecret: "reject" }).record;
}

export function cleanEvent(event: NewEvent): Clean<NewEvent> {
  return cleanRecord(event, EVENT_ROLES, { onSecret: "reject" }).record;
}
