import { CLAIM_TIERS } from "../claims/claim.ts";
import type { Claim } from "../claims/claim.ts";
import { epochMsOf } from "../claims/time.ts";
import { TRACKED_FIELDS } from "../claims/tracked-fields.ts";
import type { TrackedField } from "../claims/tracked-fields.ts";
import type { JsonObject, JsonValue } from "../events/event.ts";
import type { ClaimPatch } from "../ports/claim-store.ts";

/** Fields that an undo sets back: those that any event keeps, and those that only what came from another store changes. */
export type RestorableField = TrackedField | "tier" | "valid_from" | "supersedes_claim_id";

/** By the names that they have in events. */
export const RESTORABLE_FIELDS: Readonly<Record<RestorableField, keyof Claim & keyof ClaimPatch>> = {
  ...TRACKED_FIELDS,
  tier: "tier",
  valid_from: "validFrom",
  supersedes_claim_id: "supersedesClaimId",
};

type Accepts = (value: JsonValue) => boolean;

export const isId = (value: JsonValue | undefined): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0;
export const isTime = (value: JsonValue | undefined): value is string =>
  typeof value === "string" && epochMsOf(value) !== undefined;
const orNull =
  (accepts: Accepts): Accepts =>
  (value) =>
    value === null || accepts(value);

const ACCEPTS: Readonly<Record<RestorableField, Accepts>> = {
  last_validated_at: orNull(isTime),
  archived_at: orNull(isTime),
  confirmed_by: orNull((value) => typeof value === "string" && value !== ""),
  confidence: (value) => typeof value === "number" && value >= 0 && value <= 1,
  pinned: (value) => typeof value === "boolean",
  tier: (value) => CLAIM_TIERS.some((tier) => tier === value),
  valid_from: orNull(isTime),
  valid_until: orNull(isTime),
  replaced_by_claim_id: orNull(isId),
  supersedes_claim_id: orNull(isId),
};

/** Whether a value under a name of an event can be written to that field of a claim. */
export function isRestorable([name, value]: readonly [string, JsonValue]): boolean {
  return Object.hasOwn(ACCEPTS, name) && ACCEPTS[name as RestorableField](value);
}

/** Present values of these fields of a claim, null for none. */
export function presentValues(claim: Claim, names: readonly RestorableField[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, claim[RESTORABLE_FIELDS[name]] ?? null]));
}
