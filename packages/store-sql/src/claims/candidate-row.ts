import type { Candidate, ClaimStatus, Visibility, Volatility } from "@memorymaster/core";
import type { Selectable } from "kysely";
import { present } from "../absence.ts";
import type { Codecs } from "../flavor.ts";
import type { ClaimsTable } from "../schema.ts";

type Column =
  | "id"
  | "uid"
  | "text"
  | "subject"
  | "predicate"
  | "object_value"
  | "scope"
  | "visibility"
  | "status"
  | "confidence"
  | "volatility"
  | "pinned"
  | "created_at"
  | "updated_at"
  | "last_validated_at"
  | "valid_from"
  | "valid_until";

/** What a candidate is read from. */
export const CANDIDATE_COLUMNS: readonly `claims.${Column}`[] = [
  "claims.id",
  "claims.uid",
  "claims.text",
  "claims.subject",
  "claims.predicate",
  "claims.object_value",
  "claims.scope",
  "claims.visibility",
  "claims.status",
  "claims.confidence",
  "claims.volatility",
  "claims.pinned",
  "claims.created_at",
  "claims.updated_at",
  "claims.last_validated_at",
  "claims.valid_from",
  "claims.valid_until",
];

/** The schema admits only the known words, hence the assertions. */
export function candidateOf(row: Pick<Selectable<ClaimsTable>, Column>, { boolean, time }: Codecs): Candidate {
  return {
    id: row.id,
    uid: row.uid,
    text: row.text,
    subject: present(row.subject),
    predicate: present(row.predicate),
    objectValue: present(row.object_value),
    scope: row.scope,
    visibility: row.visibility as Visibility,
    status: row.status as ClaimStatus,
    confidence: row.confidence,
    volatility: row.volatility as Volatility,
    pinned: boolean.decode(row.pinned),
    createdAt: time.decode(row.created_at),
    updatedAt: time.decode(row.updated_at),
    lastValidatedAt: present(row.last_validated_at, time.decode),
    validFrom: present(row.valid_from, time.decode),
    validUntil: present(row.valid_until, time.decode),
  };
}
