import type { JsonObject } from "../events/event.ts";
import type { ClaimPatch } from "../ports/claim-store.ts";
import type { Claim } from "./claim.ts";

export type TrackedField =
  | "last_validated_at"
  | "archived_at"
  | "confirmed_by"
  | "confidence"
  | "pinned"
  | "valid_until"
  | "replaced_by_claim_id";

/** Fields whose old values events keep in `before`, by the names they have there. */
export const TRACKED_FIELDS: Readonly<Record<TrackedField, keyof Claim & keyof ClaimPatch>> = {
  last_validated_at: "lastValidatedAt",
  archived_at: "archivedAt",
  confirmed_by: "confirmedBy",
  confidence: "confidence",
  pinned: "pinned",
  valid_until: "validUntil",
  replaced_by_claim_id: "replacedByClaimId",
};

const NAMES = Object.keys(TRACKED_FIELDS) as TrackedField[];

/** Present values of these fields of a claim, null for none. */
export function trackedValues(claim: Claim, names: readonly TrackedField[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, claim[TRACKED_FIELDS[name]] ?? null]));
}

/** What an event keeps of a claim that a patch is about to change: the old value of each field that becomes another. */
export function valuesBefore(claim: Claim, patch: ClaimPatch): JsonObject {
  const changed = NAMES.filter((name) => {
    const field = TRACKED_FIELDS[name];
    return field in patch && claim[field] !== patch[field];
  });
  return trackedValues(claim, changed);
}
