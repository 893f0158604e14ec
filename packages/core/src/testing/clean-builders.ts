import type { NewEvent } from "../events/event.ts";
import type { NewCitation, NewClaim } from "../ports/claim-store.ts";
import {
  CITATION_ROLES,
  CLAIM_RELATED_FIELDS,
  CLAIM_ROLES,
  EVENT_ROLES,
  TURN_FIELD_ROLES,
} from "../ports/field-roles.ts";
import type { NewTurn } from "../ports/verbatim-store.ts";
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

/** A turn in the form that a store takes; a secret in it is refused. */
export function cleanTurn(overrides: Partial<NewTurn> = {}): Clean<NewTurn> {
  const turn: NewTurn = {
    sessionId: "session-1",
    position: undefined,
    role: "user",
    speaker: undefined,
    kind: "prose",
    content: "Shall the staging API move to another port?",
    scope: "project:demo",
    timestamp: "2026-01-02T03:04:05+00:00",
    sourceAgent: "claude-session",
    createdAt: "2026-01-02T03:04:05+00:00",
    ...overrides,
  };
  return cleanRecord(turn, TURN_FIELD_ROLES, { onSecret: "reject" }).record;
}
