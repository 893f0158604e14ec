import type { Claim, ClaimPatch } from "@memorymaster/core";
import type { Kysely, Updateable } from "kysely";
import { absent } from "../absence.ts";
import type { Codecs, Flavor } from "../flavor.ts";
import type { ClaimsTable, Schema } from "../schema.ts";
import { HASH_PREFIX, indexedTerms } from "../search/index-document.ts";
import { claimOf } from "./claim-row.ts";
import type { ClaimRow } from "./claim-row.ts";

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
  validUntil: (at: string | undefined, { time }) => ({ valid_until: absent(at, time.encode) }),
  confirmedBy: (person: string | undefined) => ({ confirmed_by: absent(person) }),
  updatedAt: (at: string, { time }) => ({ updated_at: time.encode(at) }),
};

function changeOf(patch: ClaimPatch, codecs: Codecs): Change {
  const changes = Object.entries(patch).map(([field, value]) =>
    WRITERS[field as keyof ClaimPatch](value as never, codecs),
  );
  return Object.assign({}, ...changes) as Change;
}

/** Archived claims are not in the text index, all others are: takes out or puts back what a change of status asks for. */
async function moveInIndex(db: Kysely<Schema>, flavor: Flavor, row: ClaimRow): Promise<Change> {
  const isIndexed = row.terms_hash?.startsWith(HASH_PREFIX) === true;
  const shouldBe = row.status !== "archived";
  if (isIndexed === shouldBe) return {};
  const { terms, termsHash } = indexedTerms(claimOf(row, flavor.codecs));
  const documents = [{ claimId: row.id, ...terms }];
  if (shouldBe) await flavor.textIndex.add(db, documents);
  else await flavor.textIndex.remove(db, documents);
  return { terms_hash: shouldBe ? termsHash : null };
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
  const moved = await moveInIndex(db, flavor, row);
  if (moved.terms_hash !== undefined) {
    await db.updateTable("claims").set(moved).where("id", "=", row.id).execute();
  }
  return claimOf(row, flavor.codecs);
}
