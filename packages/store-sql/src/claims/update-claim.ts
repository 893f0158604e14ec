import type { Claim, ClaimPatch } from "@memorymaster/core";
import type { Kysely, Updateable } from "kysely";
import { absent } from "../absence.ts";
import type { Codecs, Flavor } from "../flavor.ts";
import type { ClaimsTable, Schema } from "../schema.ts";
import { moveInIndex } from "../search/move-in-index.ts";
import { claimOf } from "./claim-row.ts";

type Change = Updateable<ClaimsTable>;
type FieldWriter = (value: never, codecs: Codecs) => Change;

/** How each field of a patch is written; an empty one becomes null. */
const WRITERS: Readonly<Record<keyof ClaimPatch, FieldWriter>> = {
  status: (status: Claim["status"]) => ({ status }),
  pinned: (pinned: boolean, codecs) => ({ pinned: codecs.boolean.encode(pinned) }),
  confidence: (confidence: number) => ({ confidence }),
  supersedesClaimId: (id: number | undefined) => ({ supersedes_claim_id: absent(id) }),
  replacedByClaimId: (id: number | undefined) => ({ replaced_by_claim_id: absent(id) }),
  lastValidatedAt: (at: string | undefined, { time }) => ({ last_validated_at: absent(at, time.encode) }),
  archivedAt: (at: string | undefined, { time }) => ({ archived_at: absent(at, time.encode) }),
  validFrom: (at: string | undefined, { time }) => ({ valid_from: absent(at, time.encode) }),
  validUntil: (at: string | undefined, { time }) => ({ valid_until: absent(at, time.encode) }),
  tier: (tier: Claim["tier"]) => ({ tier }),
  claimType: (type: string | undefined) => ({ claim_type: absent(type) }),
  confirmedBy: (person: string | undefined) => ({ confirmed_by: absent(person) }),
  updatedAt: (at: string, { time }) => ({ updated_at: time.encode(at) }),
};

function changeOf(patch: ClaimPatch, codecs: Codecs): Change {
  const changes = Object.entries(patch).map(([field, value]) =>
    WRITERS[field as keyof ClaimPatch](value as never, codecs),
  );
  return Object.assign({}, ...changes) as Change;
}

/** Writes only while the version still matches, and raises it. */
export async function updateClaim(
  db: Kysely<Schema>,
  flavor: Flavor,
  target: { readonly id: number; readonly version: number; readonly patch: ClaimPatch },
): Promise<Claim | undefined> {
  const change = changeOf(target.patch, flavor.codecs);
  const row = await db
    .updateTable("claims")
    .set({ ...change, version: target.version + 1 })
    .where("id", "=", target.id)
    .where("version", "=", target.version)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await moveInIndex(db, flavor, row);
  return claimOf(row, flavor.codecs);
}
